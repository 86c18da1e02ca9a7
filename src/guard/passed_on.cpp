#include "guard/passed_on.hpp"

#include <algorithm>
#include <limits>

#include "base/seal.hpp"
#include "flow/decoded.hpp"
#include "flow/fold.hpp"
#include "json/parser.hpp"
#include "json/string.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kFloor = flow::Options().floor;
constexpr std::size_t kOverlap = 2 * kFloor;  // of the parts of a long content
constexpr std::size_t kMostKnown = 4096;

// The bytes of a stretch that none of these, by where they begin, covers.
std::size_t uncovered(const flow::Match& stretch, const std::vector<flow::Match>& by) {
  std::size_t bytes = 0;
  std::size_t at = stretch.begin;
  for (const auto& one : by) {
    if (one.end <= at) continue;
    if (one.begin >= stretch.end) break;
    if (one.begin > at) bytes += one.begin - at;
    at = std::min(one.end, stretch.end);
  }
  return bytes + (stretch.end - at);
}

// The session was given this text, or such a word.
bool was_given(const flow::Memory& given, std::string_view text) {
  const auto as_json = json::Parser().parse(json::Text(json::quoted(text)));
  if (!as_json) return false;
  const flow::Flows flows = given.trace(as_json->root());
  return !flows.copied.empty() || std::ranges::any_of(flows.values, [](const flow::Carried& value) {
    return value.whole && !value.seen.empty();
  });
}

}  // namespace

// One result, all of whose strings are looked at, names of members too.
class ResultSearch {
 public:
  ResultSearch(const PassedOn& of, const flow::Memory& given) : of_(of), given_(given) {}

  void look(json::View value) {
    for (const auto [key, inner] : value.members()) {
      text(key.as_string().value_or(""));
      look(inner);
    }
    for (const json::View inner : value.elements()) look(inner);
    if (value.is(json::Kind::kString)) text(value.as_string().value_or(""));
    if (value.is(json::Kind::kNumber)) text(value.raw());
  }
  [[nodiscard]] PassedOn::Found take() { return std::move(found_); }

 private:
  void text(std::string_view text) {
    if (text.size() < PassedOn::kLeastShort) return;
    plain(text);
    if (const auto decoded = flow::decoded(text, PassedOn::kLeastShort)) plain(*decoded);
  }

  void plain(std::string_view text) {
    folded_ = " ";
    flow::append_folded(folded_, text);
    const auto matches = of_.texts_.matches(folded_, kFloor);
    std::optional<std::vector<flow::Match>> seen;
    for (const auto& match : matches) {
      if (!seen) seen = given_.copied_in(folded_);
      if (uncovered(match, *seen) >= kFloor) note(match.source);
    }
    for (const auto& [content, source] : of_.short_) {
      if (folded_.find(content) != std::string::npos && !was_given(given_, content)) note(source);
    }
  }

  void note(flow::SourceId source) {
    found_.any = true;
    found_.label.join(of_.labels_[source]);
  }

  const PassedOn& of_;
  const flow::Memory& given_;
  PassedOn::Found found_;
  std::string folded_;
};

bool is_short(std::string_view text) { return !text.empty() && text.size() <= flow::kMaxBare; }

flow::Source source_of(const model::Label& label, std::string_view otherwise) {
  const auto tools = label.attribution.own_names();
  const auto tool = std::ranges::min_element(tools);
  return {.uri = std::string(tool == tools.end() ? otherwise : *tool),
          .author = label.untrusted || label.malicious ? flow::Author::kUntrusted
                                                       : flow::Author::kUnknown,
          .is_private = label.is_private,
          .malicious = label.malicious,
          .classes = label.classes};
}

PassedOn::PassedOn(std::uint64_t seed) : texts_(kBytes, seed) {}

flow::SourceId PassedOn::number_of(const model::Label& label) {
  const auto same = std::ranges::find(labels_, label);
  if (same != labels_.end()) return static_cast<flow::SourceId>(same - labels_.begin());
  if (labels_.size() <= std::numeric_limits<flow::SourceId>::max()) {
    labels_.push_back(label);
  } else {
    labels_.back().join(label);
  }
  return static_cast<flow::SourceId>(labels_.size() - 1);
}

void PassedOn::add(const std::string& text, const model::Label& label) {
  auto digest = base::sha256(text);
  if (std::ranges::find(known_, digest) != known_.end()) return;
  if (known_.size() == kMostKnown) known_.erase(known_.begin());
  known_.push_back(std::move(digest));
  all_.join(label);
  const auto source = number_of(label);
  const std::string folded = flow::folded(text);
  const auto part = texts_.most_of_one_text() - 2;
  for (std::size_t at = 0; at < folded.size(); at += part - kOverlap) {
    (void)texts_.keep({.text = " " + folded.substr(at, part)}, source, [](auto, auto, auto) {});
    if (folded.size() - at <= part) break;
  }
  if (!is_short(text) || folded.size() < kLeastShort) return;
  if (short_.size() == kMostShort) short_.erase(short_.begin());
  short_.push_back({" " + folded, source});
}

PassedOn::Found PassedOn::in(json::View result, const flow::Memory& given) const {
  ResultSearch search(*this, given);
  search.look(result);
  Found found = search.take();
  if (texts_.forgotten() > 0) found.label.join(all_);
  return found;
}

std::size_t PassedOn::bytes() const {
  constexpr std::size_t kUsualLabel = 512;
  return texts_.bytes() + labels_.size() * kUsualLabel + short_.size() * sizeof(Short) +
         known_.size() * 64;
}

}  // namespace touchstone::guard

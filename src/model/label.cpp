#include "model/label.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"

namespace touchstone::model {

void Attribution::insert(Entries& into, std::string uri) {
  const auto digest = base::hash64(uri);
  Entry entry{digest, std::move(uri)};
  const auto at = std::lower_bound(into.begin(), into.end(), entry);
  if (at == into.end() || *at != entry) into.insert(at, std::move(entry));
}

void Attribution::insert(std::string uri) {
  insert(claimed_, std::move(uri));
  drop_beyond_bounds();
}

void Attribution::insert_own(std::string uri) {
  insert(own_, std::move(uri));
  drop_beyond_bounds();
}

// Mostly nothing is new.
void Attribution::join(Entries& into, const Entries& other) {
  if (std::ranges::includes(into, other)) return;
  Entries both;
  both.reserve(into.size() + other.size());
  std::ranges::set_union(into, other, std::back_inserter(both));
  into = std::move(both);
}

void Attribution::join(const Attribution& other) {
  join(own_, other.own_);
  join(claimed_, other.claimed_);
  if (more_.empty()) {
    more_ = other.more_;
  } else if (!other.more_.empty()) {
    for (std::size_t i = 0; i < kWords; ++i) more_[i] |= other.more_[i];
  }
  drop_beyond_bounds();
}

void Attribution::drop_beyond(Entries& entries, std::size_t bound) {
  while (entries.size() > bound) {
    const auto bit = entries.back().digest % (kWords * 64);
    more_.resize(kWords);
    more_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    entries.pop_back();
  }
}

// Our own names only become more, and the room for others only smaller: who is dropped once would
// be dropped in any other order too.
void Attribution::drop_beyond_bounds() {
  drop_beyond(own_, kMaxOwn);
  drop_beyond(claimed_, kMaxAttribution - own_.size());
}

std::vector<std::string> Attribution::uris() const {
  std::vector<std::string> out;
  for (const auto& entry : own_) out.push_back(entry.uri);
  for (const auto& entry : claimed_) out.push_back(entry.uri);
  std::ranges::sort(out);
  const auto doubled = std::ranges::unique(out);
  out.erase(doubled.begin(), doubled.end());
  return out;
}

std::vector<std::string_view> Attribution::names(const Entries& entries) {
  std::vector<std::string_view> out;
  for (const auto& entry : entries) out.push_back(entry.uri);
  return out;
}

// False: they are not in their order.
bool Attribution::append(Entries& to, std::vector<std::string> names) {
  for (auto& name : names) {
    const auto digest = base::hash64(name);
    Entry entry{digest, std::move(name)};
    if (!to.empty() && entry <= to.back()) return false;
    to.push_back(std::move(entry));
  }
  return true;
}

std::optional<Attribution> Attribution::restore(std::vector<std::string> own,
                                                std::vector<std::string> claimed,
                                                const Bits& more) {
  if (own.size() > kMaxOwn || own.size() + claimed.size() > kMaxAttribution) return std::nullopt;
  if (!is_full(own.size(), claimed.size()) && more != Bits{}) return std::nullopt;
  Attribution out;
  if (!append(out.own_, std::move(own)) || !append(out.claimed_, std::move(claimed)))
    return std::nullopt;
  if (more != Bits{}) out.more_.assign(more.begin(), more.end());
  return out;
}

Attribution::Bits Attribution::bits_of_more() const {
  Bits out{};
  std::ranges::copy(more_, out.begin());
  return out;
}

std::size_t Attribution::more() const {
  int set = 0;
  for (const auto word : more_) set += std::popcount(word);
  constexpr double kBits = kWords * 64.0;
  const double clear = std::max(kBits - set, 1.0);
  return static_cast<std::size_t>(std::lround(kBits * std::log(kBits / clear)));
}

std::string Attribution::digest_of_more() const {
  if (more() == 0) return {};
  std::string bytes;
  for (const auto word : more_) fmt::format_to(std::back_inserter(bytes), "{:016x}", word);
  return fmt::format("{:016x}", base::hash64(bytes));
}

void Label::join(const Label& other) {
  untrusted |= other.untrusted;
  is_private |= other.is_private;
  malicious |= other.malicious;
  classes.join(other.classes);
  attribution.join(other.attribution);
}

bool Label::covers(const Label& other) const {
  Label joined = *this;
  joined.join(other);
  return joined == *this;
}

}  // namespace touchstone::model

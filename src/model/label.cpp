#include "model/label.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/hash.hpp"

namespace touchstone::model {

void Attribution::insert(std::string uri) {
  const auto digest = base::hash64(uri);
  Entry entry{digest, std::move(uri)};
  const auto at = std::lower_bound(kept_.begin(), kept_.end(), entry);
  if (at != kept_.end() && *at == entry) return;
  kept_.insert(at, std::move(entry));
  drop_beyond_bound();
}

void Attribution::join(const Attribution& other) {
  std::vector<Entry> both;
  std::ranges::set_union(kept_, other.kept_, std::back_inserter(both));
  kept_ = std::move(both);
  for (std::size_t i = 0; i < kWords; ++i) more_[i] |= other.more_[i];
  drop_beyond_bound();
}

void Attribution::drop_beyond_bound() {
  while (kept_.size() > kMaxAttribution) {
    const auto bit = kept_.back().digest % (kWords * 64);
    more_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    kept_.pop_back();
  }
}

std::vector<std::string> Attribution::uris() const {
  std::vector<std::string> out;
  for (const auto& entry : kept_) out.push_back(entry.uri);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string_view> Attribution::names() const {
  std::vector<std::string_view> out;
  for (const auto& entry : kept_) out.push_back(entry.uri);
  return out;
}

std::optional<Attribution> Attribution::restore(std::vector<std::string> names, const Bits& more) {
  if (names.size() > kMaxAttribution) return std::nullopt;
  if (names.size() < kMaxAttribution && more != Bits{}) return std::nullopt;
  Attribution out;
  for (auto& name : names) {
    const auto digest = base::hash64(name);
    Entry entry{digest, std::move(name)};
    if (!out.kept_.empty() && entry <= out.kept_.back()) return std::nullopt;
    out.kept_.push_back(std::move(entry));
  }
  out.more_ = more;
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

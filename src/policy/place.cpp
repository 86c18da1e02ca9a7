#include "policy/place.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "policy/path_reading.hpp"

namespace touchstone::policy {
namespace {

// Calls `take` with each part that is neither empty nor a dot. Byte by byte, since parts are short:
// to call for a search takes longer than to look.
template <typename Take>
void for_each_part(std::string_view path, const Take& take) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (i < path.size() && path[i] != '/') continue;
    const auto part = path.substr(begin, i - begin);
    if (!part.empty() && part != ".") take(part);
    begin = i + 1;
  }
}

// What is left of a path that leads above its beginning, from where it no longer does.
std::vector<std::string_view> way_of(std::string_view path) {
  std::vector<std::string_view> way;
  for_each_part(path, [&](std::string_view part) {
    if (part != "..") {
      way.push_back(part);
    } else if (!way.empty()) {
      way.pop_back();
    }
  });
  if (!way.empty() && way.front().starts_with('~')) way.erase(way.begin());
  return way;
}

std::optional<unsigned> read_bits(std::string_view text) {
  unsigned bits = 0;
  const auto* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, bits);
  return error == std::errc() && end == last ? std::optional(bits) : std::nullopt;
}

}  // namespace

std::optional<Path> Path::parse(std::string_view text) {
  std::string slashed(text);
  std::ranges::replace(slashed, '\\', '/');
  Path path;
  path.absolute_ = slashed.starts_with('/');
  bool above = text.empty();
  for_each_part(slashed, [&](std::string_view part) {
    if (part != "..") {
      path.parts_.emplace_back(part);
    } else if (!path.parts_.empty()) {
      path.parts_.pop_back();
    } else {
      above = above || !path.absolute_;
    }
  });
  for (const auto& part : path.parts_) path.written_.append(1, '/').append(part);
  return above ? std::nullopt : std::optional(std::move(path));
}

Answer Path::asks(std::string_view path) const {
  if (reads_as_written(path)) return asks_one(path);
  const auto ways = path_readings(path);
  if (ways.empty()) return Answer::kMaybe;
  Answers answers;
  for (const auto& way : ways) answers.add(asks_one(way));
  return answers.total();
}

Answer Path::asks_one(std::string_view path) const {
  const bool from_root = path.starts_with('/');
  if (path.empty() || (from_root && !absolute_)) return Answer::kNo;
  // How deep we are, and how many of our own parts the way begins with.
  std::size_t depth = 0;
  std::size_t matched = 0;
  bool above = path.starts_with('~');
  for_each_part(path, [&](std::string_view part) {
    if (part == "..") {
      above = above || (depth == 0 && !from_root);
      depth -= depth > 0 ? 1 : 0;
      matched = std::min(matched, depth);
      return;
    }
    if (matched == depth && matched < parts_.size() && parts_[matched] == part) ++matched;
    ++depth;
  });
  if (above) return at_most_maybe(answer(may_lead_here(way_of(path))));
  const auto here = answer(matched == parts_.size());
  return from_root == absolute_ ? here : at_most_maybe(here);
}

// From a place that is not known. An absolute path is not taken for one that begins within it.
bool Path::may_lead_here(const std::vector<std::string_view>& way) const {
  if (parts_.empty()) return true;
  if (!absolute_) return !std::ranges::search(way, parts_).empty();
  for (std::size_t from = 0; from < parts_.size(); ++from) {
    const auto rest = std::span(parts_).subspan(from);
    if (rest.size() <= way.size() && std::ranges::equal(rest, std::span(way).first(rest.size())))
      return true;
  }
  return false;
}

bool Path::covers(const Path& other) const {
  return absolute_ == other.absolute_ && parts_.size() <= other.parts_.size() &&
         std::equal(parts_.begin(), parts_.end(), other.parts_.begin());
}

std::optional<Network> Network::parse(std::string_view text) {
  const auto slash = text.find('/');
  const auto address = read_address(text.substr(0, slash));
  if (!address) return std::nullopt;
  Network network;
  network.bytes_ = *address;
  const bool is_v4 = text.substr(0, slash).find(':') == std::string_view::npos;
  const unsigned before = is_v4 ? kMappedBits : 0;
  network.bits_ = 128;
  if (slash == std::string_view::npos) return network;
  const auto bits = read_bits(text.substr(slash + 1));
  if (!bits || *bits > 128 - before) return std::nullopt;
  network.bits_ = before + *bits;
  network.bytes_ = masked(network.bytes_, network.bits_);
  return network;
}

Answer Network::asks(std::string_view text) const {
  const AddressReadings readings(text);
  Answers answers;
  for (const auto& way : readings) answers.add(answer(has(way)));
  if (readings.may_be_none()) answers.add(Answer::kNo);
  auto total = answers.total();
  readings.for_each_within([&](const AddressBytes& inner) {
    total = std::max(total, at_most_maybe(answer(has(inner))));
  });
  return total;
}

bool Network::has(const AddressBytes& address) const {
  // ::/0 is all of IPv6, and IPv4 is none of it.
  return (bits_ >= kMappedBits || !is_mapped(address)) && masked(address, bits_) == bytes_;
}

bool Network::covers(const Network& other) const {
  return bits_ <= other.bits_ && has(other.bytes_);
}

}  // namespace touchstone::policy

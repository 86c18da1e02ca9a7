#include "detect/flat_json.hpp"

#include <algorithm>

#include "detect/raw_offset.hpp"
#include "json/string.hpp"

namespace touchstone::detect {

FlatJson::FlatJson(std::string_view raw) : raw_(raw) {
  std::size_t at = 0;
  for (auto escape = raw.find('\\'); escape != std::string_view::npos;
       escape = raw.find('\\', at)) {
    flat_ += raw.substr(at, escape - at);
    const auto length = std::min(escape_length(raw.substr(escape)), raw.size() - escape);
    const auto before = flat_.size();
    json::append_decoded(flat_, raw.substr(escape, length));
    segments_.push_back({before, escape, flat_.size() - before, length});
    at = escape + length;
  }
  if (!segments_.empty()) flat_ += raw.substr(at);
}

// The last escape that begins at or before this byte.
const FlatJson::Segment* FlatJson::last_before(std::size_t flat) const {
  const auto it = std::ranges::upper_bound(segments_, flat, {}, &Segment::flat);
  return it == segments_.begin() ? nullptr : &*std::prev(it);
}

std::size_t FlatJson::raw_begin(std::size_t flat) const {
  const auto* segment = last_before(flat);
  if (segment == nullptr) return flat;
  if (flat < segment->flat + segment->flat_size) return segment->raw;
  return segment->raw + segment->raw_size + (flat - segment->flat - segment->flat_size);
}

std::size_t FlatJson::raw_end(std::size_t flat_end) const {
  if (flat_end == 0) return 0;
  const auto* segment = last_before(flat_end - 1);
  if (segment == nullptr) return flat_end;
  const auto decoded_end = segment->flat + segment->flat_size;
  const auto behind = flat_end > decoded_end ? flat_end - decoded_end : 0;
  return segment->raw + segment->raw_size + behind;
}

const FlatJson::Segment* FlatJson::last_raw_before(std::size_t raw) const {
  const auto it = std::ranges::upper_bound(segments_, raw, {}, &Segment::raw);
  return it == segments_.begin() ? nullptr : &*std::prev(it);
}

std::size_t FlatJson::flat_of(std::size_t raw) const {
  const auto* segment = last_raw_before(raw);
  if (segment == nullptr) return raw;
  const auto end = segment->raw + segment->raw_size;
  return raw < end ? segment->flat : segment->flat + segment->flat_size + (raw - end);
}

std::size_t FlatJson::escape_begin(std::size_t raw) const {
  const auto* segment = last_raw_before(raw);
  return segment != nullptr && raw < segment->raw + segment->raw_size ? segment->raw : raw;
}

std::size_t FlatJson::escape_end(std::size_t raw_end) const {
  if (raw_end == 0) return 0;
  const auto* segment = last_raw_before(raw_end - 1);
  return segment == nullptr ? raw_end : std::max(raw_end, segment->raw + segment->raw_size);
}

}  // namespace touchstone::detect

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

}  // namespace touchstone::detect

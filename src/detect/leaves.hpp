// The strings, keys and numbers of a JSON value that detections touch, for content_json.cpp and
// content_redact.cpp. Internal to src/detect.
#pragma once

#include <cstddef>
#include <vector>

#include "detect/content_json.hpp"
#include "detect/finds.hpp"
#include "json/document.hpp"

namespace touchstone::detect {

// All leaves of `value`, in order, by the bytes of value.raw() that may be replaced.
[[nodiscard]] std::vector<LeafSpan> leaves_of(json::View value);

// A detection in value.raw(), for each leaf it touches and there is room for. A number goes as a
// whole, and so does what is binary.
void put_into_leaves(const Detection& found, const std::vector<LeafSpan>& leaves, KindRoom& room,
                     std::vector<ResultDetection>& out);

}  // namespace touchstone::detect

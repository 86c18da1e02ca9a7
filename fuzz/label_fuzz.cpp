// Any bytes: what reads as a label is spelled as it would be written, unless it is of an older
// version, and joins to itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "model/label_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto label = touchstone::model::read_label(bytes);
  if (!label) return 0;
  auto twice = *label;
  twice.join(*label);
  const auto written = touchstone::model::to_bytes(*label);
  if (touchstone::model::to_bytes(twice) != written) std::abort();
  if (bytes.front() != 1 && written != bytes) std::abort();
  return 0;
}

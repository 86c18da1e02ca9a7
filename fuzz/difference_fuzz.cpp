// Any bytes, cut in two: as a difference and its base they give a text that is not too long, or
// nothing; as a base and a text they give a difference that gives the text back.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "store/difference.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto cut = bytes.find('\n');
  if (cut == std::string_view::npos) return 0;
  const auto base = bytes.substr(0, cut);
  const auto text = bytes.substr(cut + 1);
  const auto read = touchstone::store::patched(base, text);
  if (read && read->size() > base.size() + text.size()) std::abort();
  if (touchstone::store::patched(base, touchstone::store::difference(base, text)) != text)
    std::abort();
  return 0;
}

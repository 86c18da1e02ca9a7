// Any bytes as the URI of a source: what is left has no secret in it, is not too long, and stays as
// it is when it is cleaned again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "detect/clean_uri.hpp"

namespace touchstone::detect {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void run(std::string_view uri) {
  static const auto kEngine = ContentEngine::compile();
  static auto scratch = kEngine->make_scratch();
  const auto clean = clean_uri(uri, *kEngine, scratch);
  require(clean.size() <= kMaxUri);
  require(clean_uri(clean, *kEngine, scratch) == clean);
  require(!kEngine->scan(clean, scratch).has(ContentKind::kSecret));
}

}  // namespace
}  // namespace touchstone::detect

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  touchstone::detect::run({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Command lines from anywhere: reading ends, says why, and what destroys is never called harmless.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "resolve/shell.hpp"

namespace {

using touchstone::resolve::classify_argv;
using touchstone::resolve::classify_shell;
using touchstone::resolve::Effect;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto verdict = classify_shell(text);
  require(!verdict.why.empty());
  require(verdict == classify_shell(text));
  require(classify_shell("rm -rf x; " + text).effect == Effect::kDestroy);
  const std::vector<std::string> argv{"rm", text};
  require(classify_argv(argv).effect == Effect::kDestroy);
  if (verdict.effect != Effect::kRead) return 0;
  for (const std::string_view more : {"; rm x", "\nrm x", " && rm x", " || rm x", " | rm x", " > x",
                                      " $(rm x)", " `rm x`", " & rm x"}) {
    require(classify_shell(text + std::string(more)).effect != Effect::kRead);
  }
  return 0;
}

// SQL from anywhere: reading ends, says why, and what destroys is never called harmless.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "resolve/sql.hpp"

namespace {

using touchstone::resolve::classify_sql;
using touchstone::resolve::Effect;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto verdict = classify_sql(text);
  require(!verdict.why.empty());
  require(verdict == classify_sql(text));
  require(classify_sql("DROP TABLE x; " + text).effect == Effect::kDestroy);
  if (verdict.effect != Effect::kRead) return 0;
  // Whatever reads can be followed by anything, and its parts are still seen.
  require(classify_sql(text + "\n; DROP TABLE x").effect != Effect::kRead);
  require(classify_sql(text + "\n DELETE FROM x").effect != Effect::kRead);
  require(classify_sql(text + "\n; SELECT evil()").effect != Effect::kRead);
  require(classify_sql("/* " + text).effect != Effect::kRead || text.find("*/") != text.npos);
  return 0;
}

// --where conditions: whatever a person types, the parser ends, explains itself, and a condition it
// accepts can be asked of any tool and is the opposite of its negation.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/assay.hpp"
#include "cli/condition.hpp"
#include "cli/demo_tools.hpp"

namespace {

using touchstone::cli::Assay;
using touchstone::cli::Condition;

void require(bool holds) {
  if (!holds) std::abort();
}

const Assay& demo() {
  static const Assay kAssay =
      *Assay::parse("demo", touchstone::cli::demo_tools(), touchstone::model::Trust::kStandard);
  return kAssay;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto condition = Condition::parse(text);
  if (!condition) {
    require(!condition.error().what.empty());
    return 0;
  }
  const auto negation = Condition::parse("not (" + text + ")");
  if (!negation) return 0;  // one bracket deeper than the limit
  for (const auto& tool : demo().tools()) require(condition->holds(tool) != negation->holds(tool));
  return 0;
}

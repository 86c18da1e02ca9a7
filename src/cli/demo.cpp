#include <string>

#include <fmt/format.h>

#include "cli/assay.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/style.hpp"

namespace touchstone::cli {
namespace {

void step(Io& io, std::string_view command, std::string_view what) {
  const Style style(io.terminal.colour);
  io.out << style.bold(fmt::format("$ touchstone {}", command)) << "   " << style.dim(what)
         << "\n\n";
}

}  // namespace

// The product's work on its built-in list: what the tools are, what their authors should mend, and
// how one answer came about. Findings are the point of the demo, so they do not fail it.
int demo(Io& io) {
  const std::string source(kDemoInput);
  step(io, "tools @demo --sort risk", "what each tool is, riskiest first");
  if (tools({.source = source, .sort = "risk"}, io) != kExitClean) return kExitFailed;

  io.out << '\n';
  step(io, "lint @demo", "what their authors should mend");
  if (lint({.source = source}, io) == kExitFailed) return kExitFailed;

  io.out << '\n';
  step(io, "explain @demo send_email", "where each value comes from");
  if (explain({.source = source, .tool = "send_email"}, io) != kExitClean) return kExitFailed;

  io.out << "\nNow with your own list: touchstone lint tools.json, or touchstone --help.\n";
  return kExitClean;
}

}  // namespace touchstone::cli

// The program's exit codes, for scripts. Documented in docs/commands.md and in --help.
#pragma once

namespace touchstone::cli {

enum ExitCode : int {
  kExitClean = 0,     // done; lint: nothing found
  kExitFindings = 1,  // lint: something found; config: the config must not be used as it is; pins:
                      // something waits for a person
  kExitFailed = 2,    // the input cannot be read, or the command line cannot be understood
};

}  // namespace touchstone::cli

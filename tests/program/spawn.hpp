// Runs the built program as a person would, and tells what came of it.
#pragma once

#include <string>
#include <vector>

namespace touchstone::program {

struct Outcome {
  int code = -1;  // exit code, or -signal
  std::string out;
  std::string err;
  long peak_kb = 0;  // most memory it had
};

// `input` is standard input. The environment is empty but for what `environment` says ("A=b").
[[nodiscard]] Outcome spawn(const std::vector<std::string>& arguments,
                            const std::string& input = {},
                            const std::vector<std::string>& environment = {});

// A file in a scratch folder that the test process removes when it ends.
[[nodiscard]] std::string scratch_file(const std::string& name, const std::string& content);

}  // namespace touchstone::program

// Where the policy commands find a policy: a pack by its name, or a file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/io.hpp"
#include "policy/policy.hpp"

namespace touchstone::cli {

// `source` is the name of a pack, a file, or - for standard input. An error if it cannot be read;
// what is wrong with a policy that can be is in the value.
[[nodiscard]] base::Result<policy::Loaded> load_policy(const std::string& source, Io& io);
// The policy, or the first problem as an error, for commands that need a good one.
[[nodiscard]] base::Result<std::shared_ptr<const policy::Policy>> good_policy(
    const std::string& source, Io& io);

void print_problems(std::ostream& out, const std::vector<base::Error>& problems);

}  // namespace touchstone::cli

#include "cli/policy_file.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "cli/printable.hpp"
#include "cli/read_input.hpp"
#include "policy/packs.hpp"

namespace touchstone::cli {

base::Result<policy::Loaded> load_policy(const std::string& source, Io& io) {
  if (const auto* pack = policy::find_pack(source)) {
    return policy::load(pack->text, "pack " + source);
  }
  const auto text = read_input(source, io.in, policy::kFileLimits.max_bytes);
  if (!text) {
    const auto meant = base::closest(source, policy::pack_names());
    return base::fail(text.error().what, text.error().where,
                      (meant.empty() ? "" : fmt::format("did you mean {}? Else ", meant)) +
                          "name a file, or a pack: touchstone policy show lists them");
  }
  return policy::load(*text, input_name(source));
}

base::Result<std::shared_ptr<const policy::Policy>> good_policy(const std::string& source, Io& io) {
  auto loaded = load_policy(source, io);
  if (!loaded) return tl::unexpected(loaded.error());
  if (!loaded->good()) return tl::unexpected(loaded->problems.front());
  return loaded->policy;
}

void print_problems(std::ostream& out, const std::vector<base::Error>& problems) {
  for (const auto& problem : problems) {
    out << printable(problem.where + ": " + problem.what) << '\n';
    if (!problem.remedy.empty()) out << "  try: " << printable(problem.remedy) << '\n';
  }
}

}  // namespace touchstone::cli

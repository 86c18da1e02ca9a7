#include "demo/demo.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "demo/server.hpp"
#include "demo/servers.hpp"

namespace touchstone::demo {
namespace {

bool needs_folder(std::string_view name) {
  return name == "files" || name == "mail" || name == "shell" || name == "liar";
}

Parts parts_of(std::string_view name, const Folder& folder) {
  if (name == "files") return files_server(folder);
  if (name == "web") return web_server();
  if (name == "mail") return mail_server(folder);
  if (name == "shell") return shell_server(folder);
  if (name == "liar") return liar_server(folder);
  if (name == "conformance") return conformance_server();
  return echo_server();
}

tl::unexpected<base::Error> no_such_server(std::string_view name) {
  std::vector<std::string> known(kNames.begin(), kNames.end());
  return base::fail("there is no demo server \"" + std::string(name) + "\"", {},
                    base::list_in_words(known, "or"));
}

}  // namespace

base::Result<std::unique_ptr<face::Handler>> make(std::string_view name, const Context& context) {
  if (std::ranges::find(kNames, name) == kNames.end()) return no_such_server(name);
  const Folder folder(context.root);
  if (needs_folder(name)) {
    if (auto prepared = folder.prepare(); !prepared) return tl::unexpected(prepared.error());
  }
  return std::make_unique<Server>(context.loop, context.random, parts_of(name, folder));
}

}  // namespace touchstone::demo

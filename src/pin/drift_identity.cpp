// Who the server is, on both sides: program or address, its own name, its key.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "pin/judgement.hpp"

namespace touchstone::pin {
namespace {

// A package without its version: @scope/name@1.2.3 is @scope/name.
std::string_view package_of(std::string_view argument) {
  const auto at = argument.rfind('@');
  const bool has_version = at != std::string_view::npos && at > 0;
  return has_version ? argument.substr(0, at) : argument;
}

std::vector<std::string> packages(json::View command) {
  std::vector<std::string> out;
  for (const auto word : command.elements()) {
    out.emplace_back(package_of(text_of(word)));
  }
  return out;
}

void judge_command(const Sides& command, Judgement& out) {
  if (command.same()) return;
  const auto before = packages(command.before);
  const auto after = packages(command.after);
  if (before == after) {
    return out.add(Grade::kCompatible, "another version of the program is started", "/command",
                   command);
  }
  const bool same_program = !before.empty() && !after.empty() && before.front() == after.front();
  out.add(
      Grade::kRisky,
      same_program ? "the program is started with other arguments" : "another program is started",
      "/command", command);
}

void judge_url(const Sides& url, Judgement& out) {
  if (url.same()) return;
  auto before = text_of(url.before);
  auto after = text_of(url.after);
  while (before.ends_with('/')) before.pop_back();
  while (after.ends_with('/')) after.pop_back();
  out.add(before == after ? Grade::kCosmetic : Grade::kRisky, "the server is at another address",
          "/url", url);
}

void judge_info(const Sides& info, Judgement& out) {
  if (info.same()) return;
  const auto name = info.find("name");
  if (!name.same()) {
    out.add(Grade::kRisky, "the server calls itself something else", "/serverInfo/name", name);
  }
  const auto version = info.find("version");
  if (!version.same()) {
    out.add(Grade::kCompatible, "the server says that it has another version",
            "/serverInfo/version", version);
  }
  if (name.same() && version.same()) {
    out.add(Grade::kCosmetic, "the server describes itself differently", "/serverInfo", info);
  }
}

void judge_key(const Sides& key, Judgement& out) {
  if (key.same()) return;
  const bool lost = !key.after;
  out.add(
      lost ? Grade::kRisky : Grade::kCompatible,
      lost ? "the connection is no longer proven by a TLS key" : "the server shows another TLS key",
      "/tlsKey", key);
}

}  // namespace

void judge_identity(const Sides& server, Judgement& out) {
  judge_command(server.find("command"), out);
  judge_url(server.find("url"), out);
  judge_info(server.find("serverInfo"), out);
  judge_key(server.find("tlsKey"), out);
}

}  // namespace touchstone::pin

// For tests: servers made of a few lines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "demo/server.hpp"
#include "demo/servers.hpp"
#include "demo/test_support.hpp"

namespace touchstone::gateway {

// A tool of our own, for servers made for a test.
inline demo::Part tool(std::string_view name, demo::Function run) {
  return {fmt::format(R"({{"name":"{}","inputSchema":{{"type":"object"}}}})", name), std::move(run),
          demo::Background::kNever};
}
inline demo::Part saying(std::string_view name, std::string words) {
  return tool(name, demo::at_once([words](demo::Call&) { return demo::text(words); }));
}
// A server with tools that say "<server>:<tool>".
inline demo::Parts small_server(const std::string& name, const std::vector<std::string>& tools) {
  demo::Parts parts;
  parts.name = name;
  parts.instructions = "This is " + name + ".";
  for (const std::string& each : tools) parts.tools.push_back(saying(each, name + ":" + each));
  return parts;
}
// With a text for each URI: "<server>:<uri>".
inline void add_resources(demo::Parts& parts, std::vector<std::string> uris,
                          std::vector<std::string> templates = {}) {
  demo::ResourcePart part;
  part.list = [uris] {
    std::vector<std::string> all;
    for (const std::string& uri : uris)
      all.push_back(fmt::format(R"({{"uri":"{0}","name":"{0}"}})", uri));
    return all;
  };
  for (const std::string& each : templates)
    part.templates.push_back(fmt::format(R"({{"uriTemplate":"{0}","name":"{0}"}})", each));
  part.read = [name = parts.name](std::string_view uri) -> std::optional<demo::Reply> {
    return demo::resource_text(uri, "text/plain", fmt::format("{}:{}", name, uri));
  };
  parts.resources = std::move(part);
}

}  // namespace touchstone::gateway

// Mirrors: the HTTP headers of a modern request that repeat parts of its body.
//
// Mcp-Method repeats the method, Mcp-Name the tool, prompt, resource or task that is meant, and
// Mcp-Param-* repeat arguments whose schema carries `x-mcp-header`. Whoever routes by a header and
// whoever acts on the body must see the same, so a server refuses a request whose headers differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "rpc/message.hpp"

namespace touchstone::mcp {

// A value as it stands in a header: plain where that is safe, else =?base64?…?=.
[[nodiscard]] std::string to_header(std::string_view value);
// And back; nothing if it claims to be Base64 and is not.
[[nodiscard]] std::optional<std::string> from_header(std::string_view header);

// Which parameter Mcp-Name repeats for this method: "name", "uri", "taskId", or "" for none.
[[nodiscard]] std::string_view named_param(std::string_view method);

using Headers = std::vector<std::pair<std::string, std::string>>;

// One argument that is mirrored: its header, and the way to it through `properties`.
struct MirroredParam {
  std::string header;  // "Mcp-Param-Region"
  std::vector<std::string> path;

  friend bool operator==(const MirroredParam&, const MirroredParam&) = default;
};

// The `x-mcp-header` marks of an input schema, or why the tool must not be listed: a mark where it
// may not stand, a bad name, the same name twice.
[[nodiscard]] base::Result<std::vector<MirroredParam>> mirrored_params(json::View input_schema);

// What the header of this argument says; nothing if the argument is absent or null.
[[nodiscard]] std::optional<std::string> mirror_of(json::View arguments,
                                                   const MirroredParam& param);

// What is wrong with the headers of a call, or nothing. `headers` have lower case names.
[[nodiscard]] std::string check_mirrors(json::View arguments,
                                        const std::vector<MirroredParam>& params,
                                        const Headers& headers);

}  // namespace touchstone::mcp

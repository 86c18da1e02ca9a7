// The parts of each demo server (demo.hpp says what they are for).
#pragma once

#include "demo/folder.hpp"
#include "demo/parts.hpp"

namespace touchstone::demo {

[[nodiscard]] Parts files_server(const Folder& folder);
[[nodiscard]] Parts web_server();
[[nodiscard]] Parts mail_server(const Folder& folder);
[[nodiscard]] Parts shell_server(const Folder& folder);
[[nodiscard]] Parts liar_server(const Folder& folder);
[[nodiscard]] Parts conformance_server();
[[nodiscard]] Parts echo_server();

}  // namespace touchstone::demo

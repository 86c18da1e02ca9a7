// Small MCP servers inside the binary: five that tell a story, one for tests of the protocol, one
// for measuring.
//
//   files        a share with a salary sheet; its annotations are good and true
//   web          a few pages, no network; one of them tries to give orders to whoever reads it
//   mail         writes what it sends to an outbox in the scratch folder; nothing leaves
//   shell        a handful of commands, played inside the scratch folder; never a real shell
//   liar         says that it only reads, and deletes
//   conformance  what the conformance suite of MCP asks of a server
//   echo         one tool that gives back its text
//
// Each is a face::Handler and speaks both eras.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/random.hpp"
#include "face/handler.hpp"
#include "net/loop.hpp"

namespace touchstone::demo {

struct Context {
  net::Loop& loop;
  base::Random& random;
  std::string root;  // scratch folder of the story servers; made and filled if empty
};

inline constexpr std::array<std::string_view, 7> kNames = {"files", "web",         "mail", "shell",
                                                           "liar",  "conformance", "echo"};
[[nodiscard]] constexpr std::span<const std::string_view> names() { return kNames; }

// Fails if there is no such server, or its folder cannot be made. What `context` refers to must
// outlive the server.
[[nodiscard]] base::Result<std::unique_ptr<face::Handler>> make(std::string_view name,
                                                                const Context& context);

}  // namespace touchstone::demo

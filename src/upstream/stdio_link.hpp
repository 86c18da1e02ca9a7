// A link to a child process: one JSON-RPC message a line on its stdin and stdout, stderr is log.
//
// What a server may do wrong, and what then happens:
//   a line that is no JSON-RPC message (text, invalid UTF-8, a batch)   skipped; the first few are
//                                                                       logged
//   such a line of which can be told that it was to answer a call       that call ends, with
//                                                                       kProtocol
//   a line longer than maxMessage    skipped. Whose answer it was cannot be known; if exactly one
//                                    call waits it is that one's, and it ends with kProtocol
//   an answer twice, late, or to an id nobody gave out                  dropped
//   a last line without an end                                          dropped
//   not reading its stdin            messages wait, up to kMaxUnwritten; then requests are refused
//   closing its stdout, or ending    every call that waits ends with kEnded, which tells the exit
//                                    status and the last line of stderr; then Listener::ended
//   writing without pause            the loop goes on with others after kLinesInARow lines; nothing
//                                    is kept, so nothing grows
// A message with line breaks between its tokens is sent with spaces in their place.
#pragma once

#include <memory>

#include "config/config.hpp"
#include "upstream/context.hpp"
#include "upstream/hearing.hpp"
#include "upstream/link.hpp"

namespace touchstone::upstream {

inline constexpr std::size_t kMaxUnwritten = std::size_t{64} << 20;
inline constexpr int kLinesInARow = 64;

// Starts the process. The link kills it when destroyed; close() asks it to end first.
[[nodiscard]] base::Result<std::unique_ptr<Link>> open_stdio(const config::Server& server,
                                                             std::shared_ptr<Hearing> hearing,
                                                             const Context& context);

}  // namespace touchstone::upstream

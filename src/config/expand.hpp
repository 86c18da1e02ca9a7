// ${…} in a text: ${NAME}, ${NAME:-default} and ${env:NAME} from the environment, ${file:PATH} from
// a file; $${ is a plain ${. What is put in is not looked at again.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "config/load.hpp"

namespace touchstone::config {

inline constexpr std::size_t kMaxSecretBytes = std::size_t{64} << 10;  // of one ${file:…}
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;     // of one text, expanded

struct Expanded {
  std::string text;
  bool changed = false;  // something was put in
};

// `folder` is where relative paths of ${file:…} begin.
[[nodiscard]] base::Result<Expanded> expand(std::string_view text, const std::string& folder,
                                            const Sources& sources);

// A text that expand() turns into `text`.
[[nodiscard]] std::string unexpanded(std::string_view text);

// "~" and "~/x" in the person's home, anything else that is relative in `folder`, made plain
// ("a/../b" is "b").
[[nodiscard]] base::Result<std::string> resolve_path(const std::string& path,
                                                     const std::string& folder,
                                                     const Sources& sources);

}  // namespace touchstone::config

// What a text must be like, beyond being a text. Each key of the table names one rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone::config {

enum class Rule : std::uint8_t {
  kAny,
  kProgram,    // a name to look for in PATH, or a path
  kPath,       // made absolute
  kPolicy,     // the name of a pack, or a path with a '/' or the ending of a policy file
  kUrl,        // http or https, with a host
  kUrlOrOff,   // the same without a query, or the word off
  kToolPart,   // what may stand in a tool's name; may be empty
  kSeparator,  // the same, and not empty
  kVariable,   // a name in the environment
  kHeader,     // names and values of HTTP header fields
  kHost,       // host or host:port
  kOrigin,     // scheme://host[:port]
  kDomain,     // a name with a dot, and what stands below it
};

[[nodiscard]] bool is_variable_name(std::string_view text);  // as ${…} takes it
[[nodiscard]] bool is_header_name(std::string_view text);
// Of servers and principals: letters, digits, '-', '_', '.', 1 to 64 of them.
[[nodiscard]] bool is_name(std::string_view text, std::string_view also = "");
[[nodiscard]] bool is_loopback(std::string_view host);
[[nodiscard]] bool names_file(Rule rule, std::string_view text);  // to be made absolute

struct Complaint {
  std::string what;
  std::string remedy;
};

inline constexpr std::size_t kShortestToken = 16;   // shorter ones draw a warning
inline constexpr std::size_t kLongestToken = 4096;  // and must fit into a request's head
[[nodiscard]] std::optional<Complaint> complaint_about_token(std::string_view secret);

// Why `text` breaks the rule. Texts may hold secrets, so no complaint repeats them.
[[nodiscard]] std::optional<Complaint> complaint_about(Rule rule, std::string_view text);

}  // namespace touchstone::config

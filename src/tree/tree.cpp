#include "tree/tree.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "json/string.hpp"
#include "tree/plain_json.hpp"

namespace touchstone::tree {
namespace {

bool is_json(std::string_view text, std::string_view source) {
  if (source.ends_with(".json") || source.ends_with(".jsonc")) return true;
  if (source.ends_with(".yaml") || source.ends_with(".yml")) return false;
  return first_sign(text) == '{';
}

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7F;
}

}  // namespace

Tree read_tree(std::string_view text, std::string_view source, const Limits& limits) {
  if (text.size() > limits.max_bytes) {
    return tl::unexpected(
        Fault{limits.max_bytes,
              fmt::format("larger than the limit of {} MiB", limits.max_bytes >> 20), ""});
  }
  std::size_t bad = 0;
  if (!json::is_utf8(text, &bad)) {
    return tl::unexpected(Fault{bad, "invalid UTF-8", "save the file as UTF-8"});
  }
  const auto control = std::ranges::find_if(text, is_forbidden);
  if (control != text.end()) {
    return tl::unexpected(
        Fault{static_cast<std::size_t>(control - text.begin()),
              fmt::format("a control character (byte 0x{:02x})", static_cast<unsigned>(*control)),
              "take it out, or write it as an escape in quotation marks"});
  }
  return is_json(text, source) ? read_json(text, limits) : read_yaml(text, limits);
}

}  // namespace touchstone::tree

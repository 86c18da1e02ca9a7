#include "json/pointer.hpp"

#include <charconv>
#include <iterator>
#include <optional>

namespace touchstone::json {
namespace {

std::string unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    if (escape && token[i + 1] == '1') {
      out += '/';
      ++i;
    } else if (escape && token[i + 1] == '0') {
      out += '~';
      ++i;
    } else {
      out += token[i];
    }
  }
  return out;
}

View element(View array, std::string_view token) {
  std::size_t index = 0;
  const auto* end = token.data() + token.size();
  if (std::from_chars(token.data(), end, index).ptr != end || token.empty()) return {};
  for (const auto value : array.elements()) {
    if (index-- == 0) return value;
  }
  return {};
}

}  // namespace

std::string pointer(std::string_view base, std::string_view token) {
  std::string out;
  out.reserve(base.size() + 1 + token.size());
  out.append(base) += '/';
  if (token.find_first_of("~/") == std::string_view::npos) return out.append(token);
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string pointer(std::string_view base, std::size_t index) {
  return std::string(base) + '/' + std::to_string(index);
}

View at(View root, std::string_view pointer) {
  while (root && !pointer.empty()) {
    pointer.remove_prefix(1);
    const auto slash = pointer.find('/');
    const auto token = pointer.substr(0, slash);
    const bool plain = token.find('~') == std::string_view::npos;  // and needs no text of its own
    root = root.is(Kind::kArray) ? element(root, token)
           : plain               ? root.find(token)
                                 : root.find(unescaped(token));
    pointer = slash == std::string_view::npos ? std::string_view() : pointer.substr(slash);
  }
  return root;
}

}  // namespace touchstone::json

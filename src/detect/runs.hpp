// for_each_run(): the longest parts of a text that consist of one kind of bytes, such as words.
#pragma once

#include <algorithm>
#include <string_view>

namespace touchstone::detect {

template <typename IsPart, typename Visitor>
void for_each_run(std::string_view text, IsPart is_part, const Visitor& visit) {
  while (!text.empty()) {
    const auto* begin = std::ranges::find_if(text, is_part);
    const auto* end = std::find_if_not(begin, text.end(), is_part);
    if (begin != end) visit(std::string_view(begin, end));
    text = std::string_view(end, text.end());
  }
}

}  // namespace touchstone::detect

// vCards: `NAME;TYPE=x:value` between BEGIN:VCARD and END:VCARD.
//
// A value that has an escape, or goes on in the next line, is prose.
#include <algorithm>

#include "base/text.hpp"
#include "flow/layouts.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::string_view kBegin = "BEGIN:VCARD";
constexpr std::string_view kEnd = "END:VCARD";

// Without the group before it and the parameters behind it; empty: it is none.
std::string_view property_of(std::string_view line) {
  auto name = line.substr(0, line.find_first_of(":;"));
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  const bool is_name =
      !name.empty() && is_letter(name.front()) &&
      std::ranges::all_of(name, [](char c) { return is_letter_or_digit(c) || c == '-'; });
  return is_name ? name : std::string_view();
}

bool cut_property(std::string_view line, bool goes_on, Cutter& out) {
  const auto name = property_of(line);
  const auto colon = line.find(':');
  if (name.empty() || colon == std::string_view::npos) return false;
  const auto value = line.substr(colon + 1);
  out.key(name);
  out.layout(": ");
  if (goes_on || value.find('\\') != std::string_view::npos) {
    out.prose(value);
  } else {
    out.whole_value(name, value);
  }
  out.layout("\n");
  return true;
}

}  // namespace

bool cut_vcards(std::string_view text, Cutter& out) {
  auto rest = without_space(text);
  if (base::lower_case(rest.substr(0, kBegin.size())) != base::lower_case(kBegin)) return false;
  bool open = false;
  while (!rest.empty()) {
    const auto line = take_line(rest);
    if (without_space(line).empty()) continue;
    const auto small = line.size() <= kBegin.size() ? base::lower_case(line) : std::string();
    const bool begins = small == base::lower_case(kBegin);
    const bool ends = small == base::lower_case(kEnd);
    const bool goes_on = rest.starts_with(' ') || rest.starts_with('\t');
    if (begins || ends) {
      if (open == begins || goes_on) return false;
      open = begins;
    } else if (!open) {
      return false;
    } else if (line.starts_with(' ') || line.starts_with('\t')) {
      out.prose(line);
    } else if (!cut_property(line, goes_on, out)) {
      return false;
    }
  }
  return !open;
}

}  // namespace touchstone::flow

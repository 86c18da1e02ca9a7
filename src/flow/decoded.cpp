#include "flow/decoded.hpp"

#include <array>

#include "base/block.hpp"
#include "detect/encoded.hpp"
#include "detect/unfold.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxBeginnings = 8;  // of one run, at the slashes in it

constexpr auto kBase64 = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto c = static_cast<char>(i);
    table[i] = is_letter_or_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
  }
  return table;
}();

constexpr bool in_base64(char c) { return kBase64[static_cast<unsigned char>(c)]; }

bool may_have_escapes(std::string_view text) {
  const auto begins = [](base::Block block) -> base::Block {
    return (block == '%') | (block == '&') | (block == '\\');
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    at = base::find_marked(text, at, text.size(), begins);
    const auto rest = text.substr(at);
    if (rest.starts_with('%') || rest.starts_with("&#") || rest.starts_with("\\x") ||
        rest.starts_with("\\u"))
      return true;
  }
  return false;
}

// The last place of the first run of so many digits from `at` on, or the text's end. What ends a
// run is looked for backwards: the next run begins behind it, so most of a text is never looked at.
std::size_t run_from(std::string_view text, std::size_t at, std::size_t digits) {
  for (auto begin = at; begin + digits <= text.size();) {
    auto from = begin + digits;
    while (from > begin && in_base64(text[from - 1])) --from;
    if (from == begin) return begin + digits - 1;
    begin = from;
  }
  return text.size();
}

// Words may stand before it, as in the path of a URL.
std::optional<detect::Unfolded> unfolded(std::string_view text, detect::FoldSpan span,
                                         std::size_t digits) {
  for (std::size_t i = 0; i < kMaxBeginnings && span.end - span.begin >= digits; ++i) {
    if (auto found = detect::unfold_run(text, span, text.size())) return found;
    const auto slash = text.find('/', span.begin);
    if (slash >= span.end) break;
    span.begin = slash + 1;
  }
  return std::nullopt;
}

std::optional<std::string> with_runs_decoded(std::string_view text, std::size_t digits) {
  std::string out;
  std::size_t done = 0;
  for (auto at = run_from(text, 0, digits); at < text.size();) {
    const auto span = detect::fold_span(text, at, at, done);
    if (const auto found = unfolded(text, span, digits)) {
      out += text.substr(done, found->begin - done);
      out += found->text;
      done = found->end;
    }
    at = run_from(text, span.end, digits);
  }
  if (done == 0) return std::nullopt;
  out += text.substr(done);
  return out;
}

}  // namespace

std::optional<std::string> decoded(std::string_view text, std::size_t least) {
  std::optional<std::string> out;
  if (may_have_escapes(text)) {
    out = detect::unescaped(text);
    if (*out == text) out.reset();
  }
  auto plain = with_runs_decoded(out ? *out : text, least * 4 / 3);
  return plain ? std::move(plain) : std::move(out);
}

}  // namespace touchstone::flow

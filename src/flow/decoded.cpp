#include "flow/decoded.hpp"

#include "base/block.hpp"
#include "detect/encoded.hpp"
#include "detect/unfold.hpp"
#include "flow/letters.hpp"

namespace touchstone::flow {
namespace {

constexpr std::size_t kMaxBeginnings = 8;  // of one run, at the slashes in it

constexpr bool in_base64(char c) {
  return is_letter_or_digit(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

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

bool has_run_at(std::string_view text, std::size_t at, std::size_t digits) {
  auto begin = at;
  while (begin > 0 && at - begin < digits && in_base64(text[begin - 1])) --begin;
  auto end = at;
  while (end < text.size() && end - begin < digits && in_base64(text[end])) ++end;
  return end - begin >= digits;
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

// A run as long as that has a byte at one of the places looked at.
std::optional<std::string> with_runs_decoded(std::string_view text, std::size_t digits) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = digits - 1; at < text.size();) {
    if (!in_base64(text[at]) || !has_run_at(text, at, digits)) {
      at += digits;
      continue;
    }
    const auto span = detect::fold_span(text, at, at, done);
    if (const auto found = unfolded(text, span, digits)) {
      out += text.substr(done, found->begin - done);
      out += found->text;
      done = found->end;
    }
    at = span.end + digits;
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

#include "resolve/http_method.hpp"

#include <array>

#include <fmt/format.h>

#include "base/text.hpp"
#include "infer/act.hpp"
#include "resolve/words.hpp"

namespace touchstone::resolve {
namespace {

struct Method {
  std::string_view name;
  Effect effect;
  bool idempotent;
};
constexpr std::array kMethods{
    Method{"get", Effect::kRead, false},        Method{"head", Effect::kRead, false},
    Method{"options", Effect::kRead, false},    Method{"put", Effect::kWrite, true},
    Method{"delete", Effect::kDestroy, false},  Method{"post", Effect::kWrite, false},
    Method{"patch", Effect::kWrite, false},     Method{"trace", Effect::kUnknown, false},
    Method{"connect", Effect::kUnknown, false},
};

const Method* find_method(std::string_view word) {
  const auto lower = base::lower_case(word);
  for (const auto& method : kMethods) {
    if (method.name == lower) return &method;
  }
  return nullptr;
}

}  // namespace

bool is_http_method(std::string_view word) { return find_method(word) != nullptr; }

Verdict verdict_on_method(std::string_view word) {
  const auto* method = find_method(word);
  if (method == nullptr) {
    return verdict(Effect::kUnknown, fmt::format("{} is not a known method", shown(word)));
  }
  auto out = verdict(method->effect, fmt::format("HTTP method {}", shown(word)));
  out.idempotent = method->idempotent;
  return out;
}

std::string change_in_target(std::string_view url) {
  constexpr std::size_t kMostParts = 64;
  const auto lower = base::lower_case(url);
  for (const std::string_view sign : {"_method", "method-override", "%5fmethod"}) {
    if (lower.find(sign) != std::string::npos) return "the URL overrides the method";
  }
  std::string_view rest = lower;
  for (std::size_t part = 0; !rest.empty(); ++part) {
    if (part == kMostParts) return "the URL is too long to be understood";
    const auto end = std::min(rest.find_first_of("/?&=;"), rest.size());
    for (const auto& word : words_of(rest.substr(0, end))) {
      if (infer::act_of(word) != infer::Act::kDestroy) continue;
      return fmt::format("the URL says {}", shown(word));
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

}  // namespace touchstone::resolve

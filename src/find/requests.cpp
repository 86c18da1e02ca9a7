// The arguments of the router tools, read as their schemas say.
#include <fmt/format.h>

#include "find/tools.hpp"

namespace touchstone::find {
namespace {

std::optional<model::Tier> tier_of_word(std::string_view word) {
  for (const auto tier : {model::Tier::kRead, model::Tier::kWrite, model::Tier::kDestructive}) {
    if (name_of(tier) == word) return tier;
  }
  return std::nullopt;
}

// A misspelt key is told at once, or the model would wonder why its `tool_name` had no effect.
base::Result<void> check_keys(json::View arguments, std::span<const std::string_view> known) {
  if (arguments && !arguments.is(json::Kind::kObject)) {
    return base::fail("the arguments must be an object");
  }
  for (const auto [key, value] : arguments.members()) {
    bool is_known = false;
    for (const auto name : known) is_known = is_known || key.equals(name);
    if (is_known) continue;
    const auto spelled = key.as_string().value_or("").substr(0, kMaxRequestedName);
    std::string names;
    for (const auto name : known) names += fmt::format("{}`{}`", names.empty() ? "" : ", ", name);
    return base::fail(
        fmt::format("there is no argument `{}`; the arguments are {}", spelled, names));
  }
  return {};
}

base::Result<std::string> read_text(json::View arguments, std::string_view key) {
  auto text = arguments.find(key).as_string();
  if (!text || text->empty()) {
    return base::fail(fmt::format("the argument `{}` must be a text that is not empty", key));
  }
  return std::move(*text);
}

base::Result<std::string> read_name(json::View arguments) {
  auto name = read_text(arguments, "name");
  if (name && name->size() > kMaxRequestedName)
    return base::fail("the argument `name` is too long");
  return name;
}

}  // namespace

base::Result<FindRequest> read_find(json::View arguments) {
  constexpr std::string_view kKeys[] = {"query", "limit", "tier"};
  if (auto checked = check_keys(arguments, kKeys); !checked) return tl::unexpected(checked.error());
  auto query = read_text(arguments, "query");
  if (!query) return tl::unexpected(query.error());
  FindRequest out{.query = std::move(*query)};
  if (const auto limit = arguments.find("limit")) {
    const auto number = limit.as_int();
    if (!number || *number < 1)
      return base::fail("the argument `limit` must be a number from 1 on");
    out.limit = static_cast<std::size_t>(std::min<std::int64_t>(*number, kMostHits));
  }
  if (const auto tier = arguments.find("tier")) {
    const auto known = tier_of_word(tier.as_string().value_or(""));
    if (!known) return base::fail("the argument `tier` must be read, write or destructive");
    out.at_most = *known;
  }
  return out;
}

base::Result<std::string> read_describe(json::View arguments) {
  constexpr std::string_view kKeys[] = {"name"};
  if (auto checked = check_keys(arguments, kKeys); !checked) return tl::unexpected(checked.error());
  return read_name(arguments);
}

base::Result<CallRequest> read_call(json::View arguments) {
  constexpr std::string_view kKeys[] = {"name", "arguments"};
  if (auto checked = check_keys(arguments, kKeys); !checked) return tl::unexpected(checked.error());
  auto name = read_name(arguments);
  if (!name) return tl::unexpected(name.error());
  const auto inner = arguments.find("arguments");
  if (inner && !inner.is(json::Kind::kObject)) {
    return base::fail("the argument `arguments` must be an object, the tool's own arguments");
  }
  return CallRequest{std::move(*name), inner ? inner.raw() : "{}"};
}

}  // namespace touchstone::find

#include "bench/options.hpp"

#include <charconv>
#include <functional>
#include <map>
#include <string_view>

#include <fmt/format.h>

namespace touchstone::bench {
namespace {

using Setter = std::function<bool(std::string_view value)>;

template <typename Number>
Setter number(Number& out) {
  return [&out](std::string_view text) {
    const auto* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out);
    return error == std::errc() && stop == end && out >= 0;
  };
}

Setter flag(bool& out) {
  return [&out](std::string_view) { return out = true; };
}

// Plain HTTP to an address of IPv4; load generators have no business elsewhere.
Setter url(Target& target) {
  return [&target](std::string_view text) {
    constexpr std::string_view kScheme = "http://";
    if (!text.starts_with(kScheme)) return false;
    text.remove_prefix(kScheme.size());
    const auto colon = text.find(':');
    const auto slash = text.find('/');
    if (colon == std::string_view::npos || slash == std::string_view::npos) return false;
    target.host = text.substr(0, colon);
    target.path = text.substr(slash);
    return colon < slash && number(target.port)(text.substr(colon + 1, slash - colon - 1));
  };
}

}  // namespace

base::Result<Options> read_options(const std::vector<std::string>& words) {
  Options options;
  auto& target = options.target;
  const std::map<std::string_view, Setter> flags = {
      {"--stdio", flag(target.lines)},
      {"--modern", flag(target.modern)},
      {"--wait", flag(options.waits)},
      {"--keep", flag(options.keep)},
  };
  const std::map<std::string_view, Setter> values = {
      {"--url", url(target)},
      {"--tool", [&](std::string_view name) { return !(target.tool = name).empty(); }},
      {"--size", number(target.size)},
      {"--connections", number(options.connections)},
      {"--seconds", number(options.seconds)},
      {"--rate", number(options.rate)},
      {"--warm-up", number(options.warm_up)},
      {"--hold", number(options.hold)},
      {"--startup", number(options.startup)},
  };
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == "--") {
      options.command.assign(word + 1, words.end());
      break;
    }
    if (const auto found = flags.find(*word); found != flags.end()) {
      (void)found->second("");
      continue;
    }
    const auto found = values.find(*word);
    if (found == values.end()) return base::fail("no such option", *word, kUsage);
    if (++word == words.end()) return base::fail("it needs a value", std::string(found->first));
    if (!found->second(*word)) {
      return base::fail(fmt::format("not a value for it: {}", *word), std::string(found->first));
    }
  }
  const bool starts = target.lines || options.startup > 0;
  if (starts && options.command.empty()) return base::fail("no command after --", "", kUsage);
  if (!target.lines && target.port == 0) return base::fail("no --url and no --stdio", "", kUsage);
  return options;
}

}  // namespace touchstone::bench

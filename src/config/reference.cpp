#include "config/reference.hpp"

#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "config/key.hpp"
#include "config/print.hpp"
#include "config/tree.hpp"
#include "config/value_writer.hpp"
#include "config/words.hpp"

namespace touchstone::config {
namespace {

class TypeInWords {
 public:
  explicit TypeInWords(const Key& key) : key_(key) {}

  std::string operator()(const bool* /*at*/) const { return "true or false"; }
  std::string operator()(const float* /*at*/) const { return "share, 0 to 1"; }
  std::string operator()(const std::uint32_t* /*at*/) const {
    return fmt::format("whole number, {} to {}", least(), most());
  }
  std::string operator()(const std::size_t* /*at*/) const {
    return fmt::format("size, {} to {}", size_text(least()), size_text(most()));
  }
  std::string operator()(const Milliseconds* /*at*/) const {
    const auto print = [](std::uint64_t ms) {
      return duration_text(Milliseconds(static_cast<std::int64_t>(ms)));
    };
    return fmt::format("duration, {} to {}", print(least()), print(most()));
  }
  std::string operator()(const std::string* /*at*/) const {
    if (key_.rule == Rule::kUrl) return "URL";
    if (key_.rule == Rule::kUrlOrOff) return "URL, or off";
    return key_.rule == Rule::kPath ? "path" : "text";
  }
  std::string operator()(Listen /*at*/) const { return "host:port"; }
  std::string operator()(const Strings* /*at*/) const { return "list of texts"; }
  std::string operator()(const Pairs* /*at*/) const { return "map of names to texts"; }
  std::string operator()(const std::vector<Token>* /*at*/) const { return "map of names to texts"; }
  std::string operator()(const std::vector<Server>* /*at*/) const {
    return "map of names to servers";
  }
  std::string operator()(const std::vector<View>* /*at*/) const { return "map of names to views"; }
  std::string operator()(const std::vector<Webhook>* /*at*/) const {
    return "map of names to webhooks";
  }
  std::string operator()(const Overrides* /*at*/) const { return "map of tools to fields"; }
  std::string operator()(const Declassifiers* /*at*/) const { return "map of tools to lists"; }
  std::string operator()(const Hours* /*at*/) const { return "list of times"; }
  std::string operator()(const Limits* /*at*/) const { return "map"; }
  std::string operator()(const Approvals* /*at*/) const { return "map"; }
  std::string operator()(const Webhook* /*at*/) const { return "map"; }
  std::string operator()(const Secret* /*at*/) const { return "text"; }
  std::string operator()(const std::vector<resolve::Rule>* /*at*/) const { return "list of rules"; }
  std::string operator()(const std::vector<resolve::Condition>* /*at*/) const {
    return "map of arguments to conditions";
  }
  std::string operator()(const resolve::Sayings* /*at*/) const { return "map of fields to values"; }
  template <typename Enum>
    requires std::is_enum_v<Enum>
  std::string operator()(const Enum* /*at*/) const {
    return base::list_in_words(all_words<Enum>(), "or");
  }

 private:
  [[nodiscard]] std::uint64_t least() const { return key_.bounds.least; }
  [[nodiscard]] std::uint64_t most() const { return key_.bounds.most; }
  const Key& key_;
};

ReferenceRow row_of(const Key& key, Owner owner) {
  const Ref at = key.at(owner);
  auto name = std::string(key.name);
  if (!key.alias.empty()) name += fmt::format(" (or {})", key.alias);
  return {std::move(name), std::visit(TypeInWords(key), at),
          key.absent.empty() ? to_line(value_node(at)) : std::string(key.absent),
          std::string(key.meaning)};
}

ReferenceSection section(Owner owner) {
  const Section& from = section_of(owner);
  ReferenceSection out{std::string(from.title), std::string(from.about), {}, {}};
  for (const auto& key : from.keys) out.rows.push_back(row_of(key, owner));
  for (const auto& foreign : from.foreign) {
    if (!foreign.silent) out.foreign.emplace_back(foreign.name);
  }
  return out;
}

}  // namespace

std::vector<ReferenceSection> reference() {
  Config config;
  Server server;
  View view;
  resolve::Rule rule;
  return {section(&config),
          section(&server),
          section(&rule),
          section(&view),
          section(&config.limits),
          section(&config.approvals),
          section(&config.approvals.webhook)};
}

}  // namespace touchstone::config

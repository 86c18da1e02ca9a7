#include "model/parse_value.hpp"

#include <vector>

#include <fmt/format.h>

#include "base/text.hpp"

namespace touchstone::model {
namespace {

using Parsed = tl::expected<Value, ValueFault>;
using Done = tl::expected<void, ValueFault>;

tl::unexpected<ValueFault> fault(json::View where, std::string what) {
  return tl::unexpected(ValueFault{where, std::move(what)});
}

std::string found(json::View value) {
  return fmt::format("found {}", json::with_article(value.kind()));
}

Parsed parse_flag(json::View value) {
  if (const auto flag = value.as_bool()) return Value(*flag);
  const bool quoted = value.equals("true") || value.equals("false");
  return fault(value, "must be true or false, " + found(value) +
                          (quoted ? "; remove the quotation marks" : ""));
}

Parsed parse_text(json::View value) {
  if (auto text = value.as_string()) return Value(std::move(*text));
  return fault(value, "must be a string, " + found(value));
}

// Calls `insert` for a single value or for each element of an array.
template <typename Insert>
Done for_each_member(json::View value, Insert insert) {
  if (!value.is(json::Kind::kArray)) return insert(value);
  std::size_t count = 0;
  for (const auto element : value.elements()) {
    if (++count > kMaxSetMembers) {
      return fault(element, fmt::format("more than {} members in a set", kMaxSetMembers));
    }
    if (auto done = insert(element); !done) return done;
  }
  if (count == 0) return fault(value, "an empty set says that nothing is possible");
  return {};
}

std::string expected_one_of(Vocabulary vocabulary) {
  std::vector<std::string> names;
  for (const auto& choice : choices(vocabulary)) names.emplace_back(choice.name);
  return "must be " + base::list_in_words(names, "or");
}

Parsed parse_choices(Vocabulary vocabulary, json::View value) {
  ChoiceSet set(vocabulary);
  auto done = for_each_member(value, [&](json::View member) -> Done {
    std::string scratch;
    const auto word = member.as_string(scratch);
    if (word && set.insert(*word)) return {};
    return fault(member,
                 fmt::format("{}, found {:.60}", expected_one_of(vocabulary), member.raw()));
  });
  if (!done) return tl::unexpected(done.error());
  return Value(set);
}

// Closed objects: exactly the one member `key`.
tl::expected<json::View, ValueFault> only_member(json::View object, std::string_view key) {
  for (const auto [name, value] : object.members()) {
    if (!name.equals(key)) {
      return fault(name, fmt::format("unexpected member {:.60}; only \"{}\" may stand here",
                                     name.raw(), key));
    }
  }
  const auto value = object.find(key);
  if (!value) return fault(object, fmt::format("lacks the member \"{}\"", key));
  return value;
}

Done insert_regulated(DataClasses& classes, json::View object) {
  const auto regulated = only_member(object, "regulated");
  if (!regulated) return tl::unexpected(regulated.error());
  if (!regulated->is(json::Kind::kObject)) {
    return fault(*regulated, "must be an object with \"scopes\", " + found(*regulated));
  }
  const auto scopes = only_member(*regulated, "scopes");
  if (!scopes) return tl::unexpected(scopes.error());
  if (!scopes->is(json::Kind::kArray)) {
    return fault(*scopes, "must be an array of strings, " + found(*scopes) +
                              "; put the single value in brackets");
  }
  classes.insert(DataClass::kRegulated);
  if (scopes->elements().empty()) return {};
  return for_each_member(*scopes, [&](json::View scope) -> Done {
    auto text = scope.as_string();
    if (!text) return fault(scope, "a scope must be a string, " + found(scope));
    classes.insert_scope(std::move(*text));
    return {};
  });
}

Parsed parse_classes(json::View value) {
  DataClasses classes;
  auto done = for_each_member(value, [&](json::View member) -> Done {
    if (member.is(json::Kind::kObject)) return insert_regulated(classes, member);
    std::string scratch;
    const auto word = member.as_string(scratch);
    if (word && classes.insert_word(*word)) return {};
    return fault(
        member,
        fmt::format("must be none, user, pii, financial, credentials, a {{\"regulated\":…}} "
                    "object or a reverse-DNS label, found {:.60}",
                    member.raw()));
  });
  if (!done) return tl::unexpected(done.error());
  return Value(std::move(classes));
}

Parsed parse_uris(json::View value) {
  if (value.is(json::Kind::kString)) {
    return fault(value, "must be an array of strings, found a string; put it in brackets");
  }
  if (!value.is(json::Kind::kArray)) return fault(value, "must be an array, " + found(value));
  std::vector<std::string> uris;
  for (const auto element : value.elements()) {
    auto text = element.as_string();
    if (!text) return fault(element, "must be a string, " + found(element));
    if (uris.size() == kMaxUris) return fault(element, fmt::format("more than {} URIs", kMaxUris));
    uris.push_back(std::move(*text));
  }
  return Value(Uris(std::move(uris)));
}

}  // namespace

tl::expected<Value, ValueFault> parse_value(const FieldSpec& field, json::View value) {
  switch (field.type) {
    case Type::kText: return parse_text(value);
    case Type::kFlag: return parse_flag(value);
    case Type::kChoices: return parse_choices(*field.vocabulary, value);
    case Type::kClasses: return parse_classes(value);
    case Type::kUris: return parse_uris(value);
  }
  return fault(value, "cannot be read");
}

}  // namespace touchstone::model

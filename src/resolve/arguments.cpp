#include "resolve/arguments.hpp"

#include <string>
#include <vector>

#include "resolve/address.hpp"
#include "resolve/resolve.hpp"
#include "resolve/role.hpp"

namespace touchstone::resolve {
namespace {

// Visits every value and name below; stops with true if `found` does or there are too many.
template <typename Found>
bool search(json::View root, Found found) {
  std::vector<json::View> waiting{root};
  std::size_t seen = 0;
  while (!waiting.empty()) {
    const auto value = waiting.back();
    waiting.pop_back();
    if (++seen > kMaxValues || found(json::View(), value)) return true;
    for (const auto item : value.elements()) {
      if (waiting.size() > kMaxValues) return true;
      waiting.push_back(item);
    }
    for (const auto [key, member] : value.members()) {
      if (waiting.size() > kMaxValues || found(key, member)) return true;
      waiting.push_back(member);
    }
  }
  return false;
}

}  // namespace

bool is_nothing(json::View value) {
  if (!value || value.is(json::Kind::kNull) || value.as_bool() == false) return true;
  if (value.equals("") || value.as_int() == 0) return true;
  if (value.is(json::Kind::kArray)) return value.elements().empty();
  return value.is(json::Kind::kObject) && value.members().empty();
}

bool hides_effect(json::View value) {
  if (!value.is(json::Kind::kObject) && !value.is(json::Kind::kArray)) return false;
  std::string scratch;
  return search(value, [&](json::View key, json::View member) {
    return key && !is_nothing(member) && decides_effect(key.as_string(scratch).value_or(""));
  });
}

bool mentions_address_inside(json::View value) {
  std::string scratch;
  return search(value, [&](json::View /*key*/, json::View item) {
    const auto text = item.as_string(scratch);
    return text && mentions_address(*text);
  });
}

}  // namespace touchstone::resolve

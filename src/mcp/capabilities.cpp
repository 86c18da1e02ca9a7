#include "mcp/capabilities.hpp"

#include <algorithm>

#include "json/writer.hpp"

namespace touchstone::mcp {
namespace {

using Views = std::vector<json::View>;

void write_united(json::Writer& out, const Views& values);

// Keys in the order in which they first occur.
std::vector<std::string> keys_of(const Views& objects) {
  std::vector<std::string> keys;
  for (const json::View object : objects) {
    for (const auto [key, value] : object.members()) {
      std::string name = *key.as_string();
      if (std::ranges::find(keys, name) == keys.end()) keys.push_back(std::move(name));
    }
  }
  return keys;
}

void write_objects(json::Writer& out, const Views& objects) {
  out.begin_object();
  for (const std::string& key : keys_of(objects)) {
    Views values;
    for (const json::View object : objects) {
      if (const json::View value = object.find(key)) values.push_back(value);
    }
    out.key(key);
    write_united(out, values);
  }
  out.end_object();
}

void write_united(json::Writer& out, const Views& values) {
  const auto all = [&](json::Kind kind) {
    return std::ranges::all_of(values, [&](json::View v) { return v.is(kind); });
  };
  if (all(json::Kind::kObject)) return write_objects(out, values);
  if (all(json::Kind::kBool)) {
    out.boolean(std::ranges::any_of(values, [](json::View v) { return *v.as_bool(); }));
    return;
  }
  out.raw(values.front().raw());
}

}  // namespace

std::string unite(const std::vector<json::View>& objects) {
  Views present;
  std::ranges::copy_if(objects, std::back_inserter(present),
                       [](json::View v) { return v.is(json::Kind::kObject); });
  json::Writer out;
  write_objects(out, present);
  return std::move(out).take();
}

}  // namespace touchstone::mcp

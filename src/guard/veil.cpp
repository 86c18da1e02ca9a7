#include "guard/veil.hpp"

#include <algorithm>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "flow/fold.hpp"
#include "json/parser.hpp"
#include "json/pointer.hpp"
#include "json/string.hpp"
#include "policy/recorded.hpp"

namespace touchstone::guard {
namespace {

constexpr std::size_t kTelling = 4;  // characters of a secret that are no accident

std::string decoded(std::string_view spelled) {
  std::string out;
  json::append_decoded(out, spelled);
  return out;
}

std::string_view spelled(const detect::ResultDetection& item, std::string_view raw) {
  const auto begin = std::min(item.what.begin, raw.size());
  return raw.substr(begin, std::min(item.what.end, raw.size()) - begin);
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

bool handles_sensitive_data(const Subject& subject) {
  return subject.profile != nullptr && subject.profile->is_true(model::Field::kSensitiveData);
}

}  // namespace

std::string digest_text(std::string_view text) { return "sha256:" + base::hex(base::sha256(text)); }

std::vector<std::string> secrets_of(const detect::ResultDetections& found, std::string_view raw) {
  std::vector<std::string> out;
  for (const auto& item : found.items) {
    if (item.what.kind != detect::ContentKind::kSecret) continue;
    if (auto text = decoded(spelled(item, raw)); !text.empty()) out.push_back(std::move(text));
  }
  return out;
}

Veil::Veil(const Case& one, policy::Audit audit)
    : one_(one), full_(audit == policy::Audit::kFull && !handles_sensitive_data(one.subject)) {
  const std::string_view raw = one.subject.arguments ? one.subject.arguments.raw() : "";
  for (const auto& item : one.found.items) {
    const bool secret = item.what.kind == detect::ContentKind::kSecret;
    const bool is_data = detect::data_class_of(item.what.kind) != model::DataClass::kNone;
    if (!secret && (full_ || !is_data)) continue;
    auto text = decoded(spelled(item, raw));
    if (text.empty()) continue;
    // In a pointer a key has escapes of its own; what is found in no key is in no pointer.
    if (item.in.leaf == detect::Leaf::kKey) hidden_.push_back(json::pointer("", text).substr(1));
    if (!secret) continue;
    hidden_.push_back(text);
    if (auto as_flows_have_it = flow::folded(text); !as_flows_have_it.empty())
      folded_.push_back(std::move(as_flows_have_it));
    secrets_.push_back(std::move(text));
  }
  hidden_.insert(hidden_.end(), one.secrets_in_name.begin(), one.secrets_in_name.end());
  // A longer one first, or its part would go and the rest stay.
  std::ranges::stable_sort(hidden_, std::ranges::greater(), &std::string::size);
}

std::string Veil::arguments() const {
  if (!full_ || one_.found.is_partial) return {};
  const std::string_view raw = one_.subject.arguments.raw();
  if (!hides()) return std::string(raw);
  auto text = detect::replace_found(
      raw, one_.found, detect::only(detect::ContentKind::kSecret),
      [](const auto&, std::string_view found) { return digest_text(decoded(found)); });
  // Two keys may have become one, if somebody meant them to.
  return json::Parser().parse(json::Text::copy_of(text)) ? text : std::string();
}

std::string Veil::over(std::string_view text) const {
  std::string out(text);
  if (!one_.clean_name.empty()) replace_all(out, one_.subject.name, one_.clean_name);
  for (const auto& what : hidden_) {
    if (out.find(what) != std::string::npos) replace_all(out, what, digest_text(what));
  }
  return out;
}

bool Veil::is_secret(std::string_view value) const {
  const std::string text = flow::folded(value);
  return std::ranges::any_of(folded_, [&](const std::string& secret) {
    return text.find(secret) != std::string::npos ||
           (text.size() >= kTelling && secret.find(text) != std::string::npos);
  });
}

std::string Veil::over_value(const std::string& value) const {
  return full_ && !is_secret(value) ? value : digest_text(value);
}

policy::Value Veil::over(const policy::Value& value, bool is_value, policy::Texts& texts) const {
  const auto one = [&](std::string_view text) {
    return is_value ? over_value(std::string(text)) : over(text);
  };
  if (const auto* text = std::get_if<std::string_view>(&value)) return texts.keep(one(*text));
  const auto* words = std::get_if<policy::Words>(&value);
  if (words == nullptr) return value;
  std::vector<std::string> out;
  for (const auto word : *words) out.push_back(one(word));
  return texts.keep(out);
}

// What is known of a tool is nothing of the call's, and is the same in each record of it; but a
// secret may be in its name.
void Veil::write_facts(json::Writer& out) const {
  policy::Texts texts;
  policy::Facts facts = one_.facts.facts;
  facts.set_arguments({});
  for (const auto id : policy::facts_of_values()) facts.set(id, over(facts.at(id), true, texts));
  policy::leave_out_usual(facts);
  if (is_off()) return facts.write(out, one_.facts.written);
  policy::leave_out_defaults(facts);
  const auto values = policy::facts_of_values();
  for (policy::FactId id = 0; id < policy::all_facts().size(); ++id) {
    if (std::ranges::find(values, id) == values.end())
      facts.set(id, over(facts.at(id), false, texts));
  }
  facts.write(out);
}

}  // namespace touchstone::guard

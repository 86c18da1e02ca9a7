#include "guard/recipient.hpp"

#include <algorithm>
#include <array>

#include "base/word_list.hpp"
#include "flow/names.hpp"
#include "guard/way_out.hpp"

namespace touchstone::guard {
namespace {

constexpr base::WordList kMessages("dm email mail message notify send sms text");
// Of what many read: words of parameters and tools.
constexpr base::WordList kOfMany(
    "audience board channel channels conversations everybody everyone feed group "
    "groups public room rooms space spaces team teams timeline topic topics visibility wall");
// The same, but of where somebody was read of: `list_patients`, `get_conversation`.
constexpr base::WordList kMayBeOfMany("conversation list lists");

// Whom it is about may be called so as well (`patient_note`): the name has to say nothing else.
constexpr std::array<std::string_view, 16> kRecipients{
    "addressee", "addressees", "attendee", "attendees", "customer",  "employee",
    "guest",     "patient",    "receiver", "receivers", "recipient", "recipients",
    "student",   "students",   "teacher",  "teachers"};

// The parameter itself, not the list or the object that it stands in.
std::string_view parameter_of(std::string_view pointer) {
  while (!pointer.empty() && flow::is_digit(pointer.back())) pointer.remove_suffix(1);
  if (pointer.ends_with('/')) pointer.remove_suffix(1);
  return pointer.substr(std::min(pointer.size(), pointer.rfind('/') + 1));
}

// `patientId`, `patient_ids`, `Patient-ID`.
std::string_view without_id(std::string_view name) {
  for (const std::string_view end : {"Ids", "Id", "IDs", "ID", "_ids", "_id", "-ids", "-id"}) {
    if (!name.ends_with(end)) continue;
    name.remove_suffix(end.size());
    while (name.ends_with('_') || name.ends_with('-')) name.remove_suffix(1);
    break;
  }
  return name;
}

bool speaks_of_many(std::string_view name) {
  return flow::name_has(name, kOfMany) || flow::name_has(name, kMayBeOfMany);
}

bool names_recipient(const flow::Carried& value) {
  const auto name = without_id(parameter_of(value.pointer));
  return std::ranges::any_of(kRecipients, [&](std::string_view word) {
    return std::ranges::equal(name, word, {}, flow::lower);
  });
}

// A server that lists its channels has recorded their names as well as those of people.
bool is_person_of(const flow::Carried& value, const Subject& subject, const flow::Memory& memory) {
  const auto tells_of_person = [&](flow::SourceId id) {
    const auto& source = memory.source(id);
    const std::string_view uri = source.uri;
    return is_of(source, subject) && !flow::name_has(uri.substr(uri.rfind('/') + 1), kOfMany);
  };
  return value.whole && value.kind != flow::Kind::kChannel &&
         value.seen.any(flow::Manner::kRecorded) && tells_of_person(value.first) &&
         tells_of_person(value.last);
}

// In any object or list of the arguments.
bool has_name_of_many(json::View value) {
  if (value.is(json::Kind::kArray)) return std::ranges::any_of(value.elements(), has_name_of_many);
  if (!value.is(json::Kind::kObject)) return false;
  return std::ranges::any_of(value.members(), [](const auto& member) {
    return speaks_of_many(member.key.as_string().value_or("")) || has_name_of_many(member.value);
  });
}

}  // namespace

bool is_addressed(const flow::Flows& flows) {
  const auto is_address = [](const flow::Carried& value) {
    using flow::Kind;
    return value.destination && (value.kind == Kind::kMail || value.kind == Kind::kAccount ||
                                 value.kind == Kind::kPhone);
  };
  return flows.complete && std::ranges::any_of(flows.values, is_address);
}

bool is_to_somebody(const Subject& subject, const flow::Flows& flows, const flow::Memory& memory) {
  if (is_addressed(flows)) return true;
  const bool is_message = subject.is_of_call() && flow::name_has(subject.name, kMessages) &&
                          !speaks_of_many(subject.name);
  // Of more values than these not all are known.
  if (!is_message || !flows.complete || flows.values.size() >= flow::kMaxValues) return false;
  bool is_named = false;
  for (const auto& value : flows.values) {
    if (!names_recipient(value)) continue;
    if (!is_person_of(value, subject, memory)) return false;
    is_named = true;
  }
  return is_named && !has_name_of_many(subject.arguments);
}

}  // namespace touchstone::guard

#include "model/resolution_wire.hpp"

#include <utility>

#include <fmt/format.h>

#include "json/writer.hpp"
#include "model/claims.hpp"
#include "model/lattice.hpp"

namespace touchstone::model {
namespace {

using Answer = base::Result<std::vector<Evidence>>;

tl::unexpected<base::Error> refuse(std::string what) {
  return base::fail("the resolution is not used: " + std::move(what));
}

bool is_core_flag(const FieldSpec& field) { return field.is_core() && field.type == Type::kFlag; }

// Exactly the four core hints.
base::Result<void> check_extension_shape(json::View annotations) {
  for (const auto [key, value] : annotations.members()) {
    const auto* field = find_field(key.as_string().value_or(""));
    if (field == nullptr || !is_core_flag(*field)) {
      return refuse(fmt::format("{:.60} may not stand in its annotations", key.raw()));
    }
  }
  for (const auto& field : kFields) {
    if (is_core_flag(field) && !annotations.find(field.name).as_bool()) {
      return refuse(fmt::format("{} is missing or not a boolean", field.name));
    }
  }
  return {};
}

// What the definition says of a field, after the specification's own defaults. What a profile only
// concludes (a reader destroys nothing) is ours and binds no server.
Value stated(Field field, const Profile& bound) {
  return bound.stated(field) ? bound[field].value : default_value(field);
}

base::Result<void> check_bound(const std::vector<Evidence>& resolved, const Profile& bound) {
  for (const auto& claim : resolved) {
    const auto allowed = stated(claim.field, bound);
    if (narrows(spec(claim.field), allowed, claim.value)) continue;
    return refuse(fmt::format("{} is {}, but the definition allows only {}", spec(claim.field).name,
                              to_string(claim.value), to_string(allowed)));
  }
  return {};
}

Answer read_claims(json::View annotations, const Profile& bound) {
  auto claims = read_annotations(annotations, "/annotations", Source::kResolved);
  for (const auto& problem : claims.problems) {
    if (problem.kind == FindingKind::kMalformed) return refuse(problem.reason);
  }
  if (auto within = check_bound(claims.evidence, bound); !within) {
    return tl::unexpected(within.error());
  }
  return std::move(claims.evidence);
}

void write_core(json::Writer& out, const Profile& profile) {
  for (const auto& field : kFields) {
    if (is_core_flag(field)) write(out.key(field.name), profile[field.field].value);
  }
}

void write_drafts(json::Writer& out, const Profile& profile) {
  for (const auto& field : kFields) {
    if (field.is_core() || !field.group().empty() || !is_set(profile[field.field].value)) continue;
    write_wire(out.key(field.name), profile[field.field].value);
  }
}

// A closed object, so written only when every member is known.
void write_group(json::Writer& out, std::string_view group, const Profile& profile) {
  for (const auto& field : kFields) {
    if (field.group() == group && !is_set(profile[field.field].value)) return;
  }
  out.key(group).begin_object();
  for (const auto& field : kFields) {
    if (field.group() == group) write_wire(out.key(field.key()), profile[field.field].value);
  }
  out.end_object();
}

}  // namespace

base::Result<std::vector<Evidence>> read_resolution(json::View result, std::string_view tool_name,
                                                    const Profile& bound) {
  // Absent in the SEP's form and from older servers, where every result is complete.
  const auto type = result.find("resultType");
  if (type && !type.equals("complete")) return refuse("it is not a complete result");
  const auto tool = result.find("tool");
  const auto holder = tool ? tool : result;
  if (!holder.find("name").equals(tool_name)) return refuse("it names another tool");
  const auto annotations = holder.find("annotations");
  if (!annotations.is(json::Kind::kObject)) return refuse("it has no annotations object");
  if (!tool) {
    if (auto shape = check_extension_shape(annotations); !shape) {
      return tl::unexpected(shape.error());
    }
  }
  return read_claims(annotations, bound);
}

std::vector<Evidence> excess_in(json::View annotations, const Profile& bound) {
  auto claims = read_annotations(annotations, "/annotations", Source::kObserved).evidence;
  std::erase_if(claims, [&](const Evidence& claim) {
    return narrows(spec(claim.field), stated(claim.field, bound), claim.value);
  });
  for (auto& claim : claims) {
    claim.reason = fmt::format("its own answer to tools/resolve says {}", to_string(claim.value));
    claim.pointer.clear();  // it does not stand in the definition
  }
  return claims;
}

Profile word_on(const Tool& tool) {
  return profile_of(tool, {.trust = Trust::kTrusted, .tool_name = tool.name});
}

std::string write_resolution(ResolveForm form, std::string_view tool_name, const Profile& profile) {
  const bool sep = form == ResolveForm::kSep1913;
  json::Writer out;
  out.begin_object();
  if (sep) {
    out.key("tool").begin_object();
  } else {
    out.key("resultType").string("complete");
  }
  out.key("name").string(tool_name).key("annotations").begin_object();
  write_core(out, profile);
  if (sep) {
    write_drafts(out, profile);
    for (const auto group : kGroups) write_group(out, group, profile);
    out.end_object();
  }
  out.end_object();
  return std::move(out.end_object()).take();
}

}  // namespace touchstone::model

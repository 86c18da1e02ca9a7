// Writing profiles back into tool definitions.
//
// The four core hints and the draft fields go into `annotations`; the whole profile, with where
// each value comes from, is mirrored in `_meta["dev.touchstone/profile"]`, because SDKs strip keys
// they do not know from `annotations`. What the server declared stays visible there under
// `declared`. Everything else in the definition, bytes and order, stays as it was.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/splice.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"

namespace touchstone::model {

inline constexpr std::string_view kProfileMeta = "dev.touchstone/profile";
// The extension, and the mark in a definition that can be resolved.
inline constexpr std::string_view kResolutionMeta = "io.modelcontextprotocol/tool-resolution";
inline constexpr std::string_view kResolvable = R"({"resolvable":true})";

enum class Annotate : std::uint8_t {
  kEnrich,  // replace declared values by effective ones
  kFill,    // only add what is missing
  kOff,     // leave definitions as they came
};

// Adds the edits for one tool to `splice`, whose document holds the tool. Only for tools that are
// objects; anything else stays untouched. `resolvable`: the definition also says that tools/resolve
// knows more, in both forms.
void annotate(json::Splice& splice, const Tool& tool, const Profile& profile, Annotate mode,
              bool resolvable = false);

// {"fields":{…},"tier":…,"legs":{…},"risk":…,"declared":…}. A list has this for every tool, so what
// is no claim is left out.
void write_profile(json::Writer& out, const Tool& tool, const Profile& profile);

// The parts of it, for other reports that keep the same shape.
void write_state(json::Writer& out, const FieldState& state);  // value, source, confidence?
// {<field>:{value,…,reason?}}; without `all`, fields that nobody claims anything of are left out.
void write_fields(json::Writer& out, const Profile& profile, bool all = true);
void write_derived(json::Writer& out, const Profile& profile);  // tier, legs, risk as members

}  // namespace touchstone::model

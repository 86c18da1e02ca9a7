// Brought: a withheld content that a call passes on by its handle, unread.
//
// The gateway has put the content where its handle stood before anything is judged
// (gateway/handles.hpp). The session has never seen it, and its label says nothing of it. So the
// call is judged as if the session had been given the content and had copied it: the label counts
// for the request, the text is a flow whatever its length, and what stands in it is known. Only
// vouching is left out: what is withheld says of no destination that it is a good one. Owned by the
// call; the loop's thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "flow/flows.hpp"
#include "guard/session.hpp"
#include "json/document.hpp"
#include "model/label.hpp"

namespace touchstone::guard {

inline constexpr std::string_view kHandle = "touchstone://value/";
inline constexpr std::size_t kHandleDigits = 32;  // of the id behind it, hexadecimal

// Where a content stands in the arguments.
struct BroughtTo {
  std::string pointer;
  double share = 0;  // of the string there, 0 to 1
};

// One content, however often the arguments name it.
struct Brought {
  std::string id;
  model::Label label;
  std::string text;  // what stands in the arguments for it (content.hpp)
  std::vector<BroughtTo> to = {};

  [[nodiscard]] std::string handle() const { return std::string(kHandle) + id; }
};
using BroughtAll = std::span<const Brought>;

[[nodiscard]] model::Label label_of(BroughtAll brought);

// The session as it would be, had it been given all that. Sources are those of `session`'s own
// memory too, which learns their names.
[[nodiscard]] Session as_if_given(Session& session, BroughtAll brought);
// Flows that were traced in such a session, with what is known to be copied: also what is too short
// to be found, or stands beyond what is traced.
void add_brought(flow::Flows& flows, flow::Memory& memory, BroughtAll brought);
// The values that the call has of its own.
[[nodiscard]] flow::Flows without_brought(flow::Flows flows, BroughtAll brought);

// Does the result of such a call have any of it, or is that too much to tell?
[[nodiscard]] bool repeats(json::View result, const Session& session, BroughtAll brought);

// What a result has of contents that were withheld from its session.
struct Case;
struct Repeated {
  bool any = false;
  model::Label made_of;  // also of what it may have in another form
};
[[nodiscard]] Repeated repeated_by(const Case& one, json::View result);

}  // namespace touchstone::guard

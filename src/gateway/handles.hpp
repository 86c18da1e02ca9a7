// Handles: withheld contents that a client passes on unread.
//
// A result that is withheld leaves `touchstone://value/<id>` with the client. Wherever that stands
// in a string of a tool's arguments, alone or among other words, the content takes its place before
// anything else looks at the call: the call is resolved, bound, judged, shown to a person, recorded
// and sent with the content itself (guard/brought.hpp), and no server sees a handle there. A handle
// is good in the session that it was given to and for as long as the content is kept; one that is
// unknown, expired or another session's is refused, all in the same words, and on record.
//
// What a content is in an argument: guard/content.hpp. A content is put in as it is: what looks
// like a handle in it is none. Owned by the gateway; the loop's thread.
#pragma once

#include <optional>
#include <string_view>

#include "base/log.hpp"
#include "gateway/errand.hpp"
#include "guard/guard.hpp"

namespace touchstone::gateway {

class Handles {
 public:
  static constexpr std::size_t kMaxArguments = std::size_t{8} << 20;  // bytes of such strings

  Handles(guard::Guard& guard, const base::Log& log) : guard_(guard), log_(log) {}

  // One look at the bytes, which is all that calls without handles pay.
  [[nodiscard]] bool may_be_in(const face::Request& request) const;
  // Afterwards `request` has the contents, and `errand` knows of it. An answer instead: why not.
  Task<std::optional<face::Answer>> open(face::Request& request, Errand& errand);

 private:
  // There is a record of it.
  Task<face::Answer> refused(const face::Request& request, const Errand& errand,
                             std::string_view why);

  guard::Guard& guard_;
  const base::Log& log_;
};

}  // namespace touchstone::gateway

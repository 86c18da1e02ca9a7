// Notices: what servers say on their own, and who hears it.
//
// Legacy clients hear what belongs to their session on its stream (sessions.hpp); modern ones what
// they asked for with subscriptions/listen (listens.hpp). A change of a list goes to everybody who
// talks to the server on that lane; an update of a resource to those who watch it (watches.hpp); a
// log message to those who want as much (levels.hpp).
#pragma once

#include <string>
#include <vector>

#include "gateway/caller.hpp"
#include "gateway/ear.hpp"
#include "gateway/levels.hpp"
#include "gateway/listens.hpp"
#include "gateway/sessions.hpp"
#include "gateway/watches.hpp"

namespace touchstone::gateway {

class Notices {
 public:
  Notices(const Servers& servers, const Sessions& sessions, const Levels& levels,
          const Listens& listens, Watches& watches, Ear& ear)
      : servers_(servers),
        sessions_(sessions),
        levels_(levels),
        listens_(listens),
        watches_(watches),
        ear_(ear) {}

  // What the guard says to it; whoever would hear what is withheld is marked (ear.hpp).
  void heard(upstream::Lane& lane, const rpc::Message& notification, Caller* caller,
             const Overheard& heard);
  // To one legacy client, as this text.
  void tell(const upstream::Lane& lane, const rpc::Message& notification, const Overheard& heard,
            face::Session& session, std::string text);
  // Would anybody hear what this lane's server says on its own?
  [[nodiscard]] bool has_audience(const upstream::Lane& lane) const;
  // These servers came, went or changed: everybody who can see them hears that all lists did.
  void announce_all(const std::vector<std::string>& servers);
  // Only one of its lists did.
  void announce(const std::string& server, upstream::ListKind kind);
  // This client may have lists from long ago.
  static void all_changed(face::Session& session);

 private:
  struct Said {
    upstream::Lane& lane;
    const rpc::Message& notification;
    const Overheard& heard;
  };
  void changed(const Said& said, upstream::ListKind kind);
  void to_sessions(const Said& said);
  void to_caller(const Said& said, Caller& caller);
  void tell_changed(const std::string& route, upstream::ListKind kind);

  const Servers& servers_;
  const Sessions& sessions_;
  const Levels& levels_;
  const Listens& listens_;
  Watches& watches_;
  Ear& ear_;
};

}  // namespace touchstone::gateway

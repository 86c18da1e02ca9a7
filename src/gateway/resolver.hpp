// Resolver: step 4 of the call path, and the answer to tools/resolve.
//
// Asks a server that offers tools/resolve, besides our own rules (resolution.hpp). That shows it
// the arguments before the call is decided on; so it is asked only if a first decision, on what the
// rules say, lets it see them (Discretion), whether for a call or for a client's tools/resolve. If
// not, the definition and our own rules must do. Nothing is kept of an answer but the fact that one
// went beyond what the server declared, which counts against it. Owned by the gateway; on the
// loop's thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/log.hpp"
#include "gateway/errand.hpp"
#include "gateway/resolution.hpp"

namespace touchstone::gateway {

// What a call is. Most are just what their tool is.
struct Weighed {
  KnownPtr known;                          // none: no tool that we know
  std::optional<model::Profile> narrowed;  // what the arguments make of it

  [[nodiscard]] const model::Profile* profile() const {
    if (narrowed) return &*narrowed;
    return known ? &known->profile : nullptr;
  }
};

// What passes between client and server before a call is decided on.
class Discretion {
 public:
  virtual ~Discretion() = default;
  // May the server see these arguments now?
  virtual Task<bool> may_show(const face::Request& request, const Errand& errand,
                              const Weighed& weighed) = 0;
  // Is this word of the server's kept from the client?
  [[nodiscard]] virtual bool keeps_back(const face::Request& request,
                                        const upstream::Server& server, json::View said) = 0;
};

class Resolver {
 public:
  Resolver(Catalogue& catalogue, Discretion& discretion, const base::Log& log)
      : catalogue_(catalogue), discretion_(discretion), log_(log) {}

  // Called with a server's name when it has broken its word, once for each tool.
  void on_breach(std::function<void(const std::string&)> told) { on_breach_ = std::move(told); }

  // What this call is; or what to answer instead of making it: the tool is held, the server calls
  // the arguments wrong, or the call would do more than the route allows.
  Task<tl::expected<Weighed, face::Answer>> weigh(const face::Request& request,
                                                  const Errand& errand);
  // What the server says of the call, as it says it: {"result":…}, {"error":…}, or {} if it is not
  // one to ask. For people at this machine who want to see both sides, and ask it themselves.
  Task<face::Answer> other_side(face::Request& request, Errand errand);
  // tools/resolve of a client.
  Task<face::Answer> answer(face::Request& request, Errand errand);

 private:
  using Resolved = tl::expected<resolve::Resolution, face::Answer>;
  Task<Resolved> resolve(const face::Request& request, const Errand& errand, bool ask);
  Task<Resolved> heard(const face::Request& request, const Errand& errand,
                       resolve::Resolution resolution);
  Task<LinkResult<rpc::Message>> ask(const face::Request& request, const Errand& errand);

  void note_breach(const Errand& errand, json::View result, const base::Error& error,
                   resolve::Resolution& resolution);

  Catalogue& catalogue_;
  Discretion& discretion_;
  const base::Log& log_;
  std::function<void(const std::string&)> on_breach_;
};

}  // namespace touchstone::gateway

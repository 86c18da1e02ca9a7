// Schedule: step 8 of the call path. A call waits here until it may run beside those under way.
//
// What waits for what is in turns.hpp. Most calls wait for nobody and cost nothing here. Who waits
// is bounded in number and time, keeps its place until the client calls it off, and is told when it
// was in vain. A call that needs much is not made outside the hours for that (`heavyHours`), which
// are looked at when it begins and not again. A turn is given up while a client is asked for its
// server, who may need another call to answer, and by a call that goes on as a task of the
// server's; a task of ours (task_bridge.hpp) keeps it until it is over. Owned by the gateway; the
// loop's thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "gateway/errand.hpp"
#include "gateway/turns.hpp"
#include "store/time.hpp"

namespace touchstone::gateway {

class Schedule {
 public:
  using Now = std::function<store::Time()>;

  Schedule(net::Loop& loop, const config::Config& config, Now now);

  void config_changed();
  // Why a call that needs much is not to begin now, by errand.manner and the hours; none: it may.
  // Looked at before anybody is asked about it, so that no yes is used up for nothing.
  [[nodiscard]] std::optional<face::Answer> closed(const face::Request& request,
                                                   const Errand& errand) const;
  // The turn of a call that is to be made as errand.manner says; or what to answer instead.
  Task<tl::expected<Turn, face::Answer>> turn(face::Request& request, const Errand& errand);

 private:
  struct Place;
  Task<tl::expected<Turn, face::Answer>> wait(face::Request& request, const Errand& errand);

  net::Loop& loop_;
  const config::Config& config_;
  Now now_;
  std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();
};

}  // namespace touchstone::gateway

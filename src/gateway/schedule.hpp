// Schedule: step 8 of the call path. A call waits here until it may run beside those under way.
//
// What waits for what is in turns.hpp. Most calls wait for nobody and cost nothing here. Who waits
// is bounded in number and time, keeps its place until the client calls it off, and is told when it
// was in vain. A turn is given up while a client is asked for its server, who may need another call
// to answer, and by a call that goes on as a task. Owned by the gateway; the loop's thread.
#pragma once

#include <memory>

#include "gateway/errand.hpp"
#include "gateway/turns.hpp"

namespace touchstone::gateway {

class Schedule {
 public:
  Schedule(net::Loop& loop, const config::Config& config);

  void config_changed();
  // The turn of a call that is to be made as errand.manner says; or what to answer instead.
  Task<tl::expected<Turn, face::Answer>> turn(face::Request& request, const Errand& errand);

 private:
  struct Place;
  Task<tl::expected<Turn, face::Answer>> wait(face::Request& request, const Errand& errand);

  net::Loop& loop_;
  const config::Config& config_;
  std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();
};

}  // namespace touchstone::gateway

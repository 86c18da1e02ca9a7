// Waiting: the coroutines that wait for promises, so that the loop takes them along when it goes.
//
// A promise mostly lives in the very coroutine that waits for it. The promise holds the waiter, the
// waiter the coroutine, and the coroutine the promise: nobody would ever free them once nobody can
// bring the value any more. So each promise that is waited for stands in a list which belongs to
// the loop's context, and which frees what is left of it when the context goes.
#pragma once

#include <boost/asio/execution_context.hpp>

#include "net/task.hpp"

namespace touchstone::net {

class Waiting final : public asio::execution_context::service {
 public:
  // One promise's place in the list, while it is waited for.
  class Place {
   public:
    Place() = default;
    Place(const Place&) = delete;

   protected:
    ~Place() { leave(); }
    void enter(const Executor& executor);
    void leave();

   private:
    friend class Waiting;
    // Frees the coroutine that waits, and with it, mostly, this place.
    virtual void abandon() = 0;
    Place** before_ = nullptr;  // what points to us
    Place* after_ = nullptr;
  };

  static asio::execution_context::id id;
  explicit Waiting(asio::execution_context& context) : asio::execution_context::service(context) {}

 private:
  void shutdown() override;
  Place* first_ = nullptr;
};

}  // namespace touchstone::net

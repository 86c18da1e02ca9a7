#include "net/signals.hpp"

#include <boost/asio/basic_signal_set.hpp>

namespace touchstone::net {

// Shared with the pending wait, which ends one turn of the loop after us.
struct Signals::State {
  State(const Executor& executor, std::function<void(int)> then)
      : set(executor), act(std::move(then)) {}

  static void wait(const std::shared_ptr<State>& state) {
    state->set.async_wait([state](const boost::system::error_code& failed, int number) {
      if (failed || !state->act) return;
      const auto keep = state->act;  // it may destroy us
      keep(number);
      wait(state);
    });
  }

  asio::basic_signal_set<Executor> set;
  std::function<void(int)> act;
};

Signals::Signals(Loop& loop, std::initializer_list<int> numbers, std::function<void(int)> act)
    : state_(std::make_shared<State>(loop.executor(), std::move(act))) {
  boost::system::error_code ignored;
  for (const int number : numbers) state_->set.add(number, ignored);
  State::wait(state_);
}

Signals::~Signals() {
  boost::system::error_code ignored;
  state_->act = nullptr;
  state_->set.cancel(ignored);
}

}  // namespace touchstone::net

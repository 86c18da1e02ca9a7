// RequestState: what a modern client must bring back when it retries with a person's answers.
//
// The client can read and change whatever it holds, so the text is sealed (base/seal.hpp) and bound
// to who got it, on which route, in which session of an agent, for which method and parameters; it
// expires, and it works once.
// Inside is either a server's own requestState, wrapped, or the number of a call that is parked
// here (parking.hpp), or the ticket of a question that the policy wanted put: about the call, which
// is made then, or about what came of it, which is not made again. The key is of this process:
// after a restart no state is known.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/seal.hpp"
#include "face/handler.hpp"

namespace touchstone::gateway {

// A call that was made, and of whose result a person is asked; or, with nothing withheld, one in
// the middle of which its server asks.
struct Withheld {
  enum class What : std::uint8_t {
    kNothing,
    kResult,
    kError,
    kUndone,   // an error of ours: the call was not done
    kTrouble,  // or it may have been
  };
  What what = What::kNothing;
  std::string call = {};  // the record of the call, if it has one

  explicit operator bool() const { return what != What::kNothing; }
};

class RequestState {
 public:
  static constexpr std::size_t kMaxUsed = 100'000;  // remembered as used; beyond that none is taken

  struct Content {
    std::uint64_t parked = 0;               // 0: not parked here
    std::string server = {};                // whose state it is
    std::string theirs = {};                // the server's own
    std::string ticket = {};                // of a question of ours (asking.hpp); else none
    Withheld withheld = {};                 // if that is about a result
    std::chrono::milliseconds longer = {};  // good for so much longer than others
  };

  RequestState(base::Random& random, std::chrono::milliseconds good_for)
      : seal_(random), random_(random), good_for_(good_for) {}
  void set_lifetime(std::chrono::milliseconds good_for) { good_for_ = good_for; }

  [[nodiscard]] std::string close(const face::Request& request, const Content& content);
  // Nothing if it is not ours, not for this request, too old, or used before. Uses it up.
  [[nodiscard]] std::optional<Content> open(const face::Request& request, std::string_view sealed);

 private:
  using Time = std::chrono::steady_clock::time_point;
  bool use_up(const std::string& nonce, Time until);

  base::Seal seal_;
  base::Random& random_;
  std::chrono::milliseconds good_for_;
  std::map<std::string, Time> used_;
};

}  // namespace touchstone::gateway

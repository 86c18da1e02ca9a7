// Bridge: a client on our standard input and output, and the gateway at a Unix socket.
//
// Lines pass as they are. When the gateway goes (it is restarted, it crashes), requests that it has
// not answered get an error each, and what the client says next waits, unread, until a gateway is
// there again: the client's handshake is said once more, and by its marker it is in the same
// session as before (talk.hpp). When none comes within kPatience, what the client has asked gets
// errors and the bridge ends. All on the loop's thread; it must outlive the loop's coroutines.
#pragma once

#include <ostream>
#include <string>

#include "base/random.hpp"
#include "cli/talk.hpp"
#include "net/dial.hpp"
#include "net/loop.hpp"

namespace touchstone::cli {

class Bridge {
 public:
  static constexpr net::Duration kPatience = std::chrono::seconds(30);
  // The most that a config allows a gateway to take, so that whatever it may take passes.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 30;

  Bridge(net::Loop& loop, std::string path, base::Random& random, std::ostream& err)
      : loop_(loop), dialler_(loop), path_(std::move(path)), talk_(random.hex(16)), err_(err) {}

  // Connects, and carries until either side has ended; then the loop stops.
  net::Task<void> run(base::Result<void>& connected);

 private:
  net::Task<base::Result<void>> dial();
  net::Task<void> from_client();
  net::Task<void> pass_on(std::string_view line);
  net::Task<void> from_gateway();  // until it goes
  net::Task<void> pass_back(std::string_view line);
  net::Task<bool> come_back();
  net::Task<void> answer(std::string why);
  net::Task<void> last_words();

  net::Loop& loop_;
  net::Dialler dialler_;
  std::string path_;
  Talk talk_;
  std::ostream& err_;
  net::StreamPtr client_, gateway_;
  net::Clock::time_point connected_;   // when it was, last
  net::Clock::time_point give_up_at_;  // while there is no gateway
  bool is_open_ = false;               // the client's lines may go there
  bool is_writing_ = false;            // one of them is going
  bool ended_ = false;                 // the client will say no more
  bool given_up_ = false;
};

}  // namespace touchstone::cli

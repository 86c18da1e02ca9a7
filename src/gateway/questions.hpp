// Questions: what servers have asked legacy clients, and who waits for the answer.
//
// A question is known to the server by its own id and to the client by one of the face's. So it can
// be withdrawn (the server's notifications/cancelled), and progress on it finds its way to the
// server that asked. Bounded for each lane: a server that asks without end gets errors.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/sessions.hpp"
#include "guard/guard.hpp"

namespace touchstone::gateway {

class Questions {
 public:
  static constexpr std::size_t kMaxOpen = 16;  // of one lane
  static constexpr std::size_t kMaxBytes = std::size_t{16} << 20;

  Questions(net::Loop& loop, guard::Guard& guard) : loop_(loop), table_(std::make_shared<Table>()) {
    table_->guard = &guard;
  }
  ~Questions() { table_->guard = nullptr; }
  Questions(const Questions&) = delete;

  // `related` is the client's request it belongs to, or none; it is still unanswered. What the
  // client says to it is judged as said by `hearer`. What takes it back, or none if it is not
  // asked: then its server has been told, if it is to be.
  struct Ends {
    // Called first if the client has said nothing to it, and its server still waits. True: it will
    // be put once more, so its server is told nothing now, and it is not over.
    std::function<bool()> again = [] { return false; };
    std::function<void()> over = [] {};  // all is said
  };
  std::shared_ptr<face::Cancellation> ask(upstream::Lane& lane, rpc::Message question,
                                          SessionPtr session, guard::Hearer hearer,
                                          face::Exchange* related, net::Duration timeout,
                                          Ends ends);
  // For a client that is still being introduced: to be asked once it has entered.
  void hold(upstream::Lane& lane, rpc::Message question);
  using Held = std::vector<std::pair<LanePtr, rpc::Message>>;
  [[nodiscard]] Held entered(const SessionPtr& session);

  // The server takes a question back. False if it is none of these.
  bool withdraw(const upstream::Lane& lane, const rpc::Message& cancelled);
  // Does a question of this lane to this client wait under this progress token?
  [[nodiscard]] bool waits(const upstream::Lane& lane, const face::Session& session,
                           std::string_view raw_token) const;
  void lost(const upstream::Lane& lane);
  void left(const face::Session& session) { table_->held.erase(session.id()); }

 private:
  struct Open {
    LanePtr lane;
    const face::Session* session = nullptr;  // only compared
    std::string progress;                    // the raw token the server gave, or ""
    std::size_t bytes = 0;
    face::Cancellation withdrawal;
    Ends ends;
  };
  using OfLane = std::map<std::string, std::shared_ptr<Open>, std::less<>>;  // by the server's id
  // Outlives the gateway by as long as somebody waits.
  struct Table {
    std::map<const upstream::Lane*, OfLane> open;
    std::map<std::string, Held, std::less<>> held;  // by lane key, the id of a session
    guard::Guard* guard = nullptr;                  // none: the gateway is gone
  };

  [[nodiscard]] bool has_room(upstream::Lane& lane, const rpc::Message& question) const;
  static Task<void> relay(std::shared_ptr<Table> table, std::shared_ptr<Open> open,
                          rpc::Message question, SessionPtr session, guard::Hearer hearer,
                          face::Exchange* related, net::Duration timeout);
  static Task<std::string> judged(std::shared_ptr<Table> table, const rpc::Message& question,
                                  guard::Hearer hearer, const rpc::Message& answer);

  net::Loop& loop_;
  std::shared_ptr<Table> table_;
};

}  // namespace touchstone::gateway

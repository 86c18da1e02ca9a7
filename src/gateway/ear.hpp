// Ear: what servers say besides answering, on its way to the sessions that hear it.
//
//   ear.pass_on(message, heard, {.who = …, .send = …});   // at once, or when it is written
//   ear.withhold(hearer, heard);                          // an attack that nobody gets to hear
//   co_await ear.settled(key);                            // before the answer of a call
//
// What is said is content as a result is: it is in the label and the memory of the session before
// its client sees it. Most says nothing that is news to the label, and passes at once. What does
// waits until that is written, and whatever is said to the same session waits behind it, in its
// order; so does the answer of the call that it belongs to (CallPath::run). What cannot be written
// is dropped, and so is what comes while too much waits. An attack that is withheld is passed on to
// nobody, but whoever would have heard it is marked as attacked in the same order, once. Owned by
// the gateway; the loop's thread.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "guard/guard.hpp"
#include "net/promise.hpp"
#include "rpc/message.hpp"

namespace touchstone::gateway {

using net::Task;
using Overheard = guard::Guard::Overheard;

// How one word gets to one client.
struct Hearing {
  std::function<guard::Hearer()> who;  // asked at once, and only if anybody wants to know
  std::function<void()> send;          // what it points to lives until settled() is over
  std::function<void()> drop = {};     // instead, if it cannot be written; none: nothing
  bool is_question = false;            // written in any case: what it says may be answered by a no
};

class Ear {
 public:
  static constexpr std::size_t kMaxWaiting = 256;                 // words to one session
  static constexpr std::size_t kMaxBytes = std::size_t{4} << 20;  // of them, or one word

  Ear(net::Loop& loop, guard::Guard& guard, const base::Log& log)
      : loop_(loop), guard_(guard), log_(log) {}

  void pass_on(const rpc::Message& said, const Overheard& heard, Hearing hearing);
  // This session would have heard what is withheld.
  void withhold(guard::Hearer hearer, const Overheard& heard);
  // Does nothing wait? Then settled() need not be asked.
  [[nodiscard]] bool is_quiet() const { return waiting_.empty(); }
  // All that was said to this session so far has been passed on, or dropped.
  Task<void> settled(std::string key);
  [[nodiscard]] guard::Guard& guard() { return guard_; }

 private:
  struct Word {
    guard::Hearer hearer;
    std::optional<json::Document> said;  // none of what is withheld
    Overheard heard;
    Hearing hearing;
    bool has_words = false;
    std::size_t bytes = 0;
  };
  struct Line {
    std::deque<Word> words;
    std::size_t bytes = 0;
    std::uint64_t passed = 0;  // words so far
    // Who waits until so many have.
    std::vector<std::pair<std::uint64_t, net::Promise<bool>*>> patient;
  };
  void wait(Word word);
  Task<void> drain(std::string key);
  Task<void> let_pass(Word& word);
  Task<void> mark(const Word& word);
  void give_up(const Word& word, std::string_view why) const;

  net::Loop& loop_;
  guard::Guard& guard_;
  const base::Log& log_;
  std::map<std::string, Line> waiting_;  // by the key of the session
};

// Does a notification say anything but what its method is, about what, and how far?
[[nodiscard]] bool has_words(const rpc::Message& notification);

}  // namespace touchstone::gateway

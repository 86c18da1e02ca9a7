#include "gateway/turns.hpp"

#include <deque>
#include <optional>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace touchstone::gateway {
namespace {

using config::Writes;

struct InLine final : Turns::Waiter {
  void begin(Turn given) override { turn = std::move(given); }
  Turn turn;
};

constexpr Want kSerialWrite{Writes::kSerial, true, false, 4};
constexpr Want kSerialRead{Writes::kSerial, false, false, 4};
constexpr Want kLoneWrite{Writes::kExclusive, true, false, 4};
constexpr Want kLoneRead{Writes::kExclusive, false, false, 4};
constexpr Want kHeavyRead{Writes::kSerial, false, true, 1};

std::shared_ptr<Turns> turns_for(std::uint32_t most_heavy = 4) {
  auto turns = std::make_shared<Turns>();
  turns->set_most_heavy(most_heavy);
  return turns;
}

TEST(Turns, a_second_write_waits_for_the_first_and_reads_do_not) {
  const auto turns = turns_for();
  Turn first = turns->take("files", kSerialWrite);
  ASSERT_TRUE(first);
  EXPECT_TRUE(kSerialRead.is_free());
  EXPECT_FALSE(turns->take("files", kSerialWrite));
  EXPECT_TRUE(turns->take("mail", kSerialWrite)) << "another server is another matter";
  InLine second;
  ASSERT_TRUE(turns->wait("files", kSerialWrite, second));
  EXPECT_FALSE(second.turn);
  first.release();
  EXPECT_TRUE(second.turn);
  EXPECT_EQ(turns->waiting("files"), 0U);
}

TEST(Turns, a_newcomer_does_not_overtake_who_waits) {
  const auto turns = turns_for(1);
  const Want heavy_write{Writes::kSerial, true, true, 1};
  Turn elsewhere = turns->take("mail", kHeavyRead);
  InLine waits;  // for what is needed at mail, not for any write here
  ASSERT_TRUE(turns->wait("files", heavy_write, waits));
  EXPECT_FALSE(turns->take("files", kSerialWrite));
  elsewhere.release();
  EXPECT_TRUE(waits.turn);
}

TEST(Turns, who_leaves_no_longer_stands_in_the_way) {
  const auto turns = turns_for();
  Turn read = turns->take("files", kLoneRead);
  InLine write;
  InLine late_read;
  ASSERT_TRUE(turns->wait("files", kLoneWrite, write));
  ASSERT_TRUE(turns->wait("files", kLoneRead, late_read));
  EXPECT_FALSE(late_read.turn) << "or a write would wait as long as reads come";
  turns->leave(write);
  EXPECT_TRUE(late_read.turn);
  read.release();
  EXPECT_FALSE(write.turn);
}

TEST(Turns, an_exclusive_write_runs_alone) {
  const auto turns = turns_for();
  Turn one = turns->take("files", kLoneRead);
  Turn two = turns->take("files", kLoneRead);
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(turns->take("files", kLoneWrite));
  one.release();
  two.release();
  const Turn write = turns->take("files", kLoneWrite);
  EXPECT_TRUE(write);
  EXPECT_FALSE(turns->take("files", kLoneRead));
}

TEST(Turns, heavy_calls_are_bounded_at_one_server_and_at_all) {
  const auto turns = turns_for(2);
  const Turn one = turns->take("a", kHeavyRead);
  EXPECT_FALSE(turns->take("a", kHeavyRead));
  const Turn two = turns->take("b", kHeavyRead);
  EXPECT_TRUE(two);
  InLine third;
  EXPECT_FALSE(turns->take("c", kHeavyRead));
  ASSERT_TRUE(turns->wait("c", kHeavyRead, third));
  turns->set_most_heavy(3);
  EXPECT_TRUE(third.turn);
}

TEST(Turns, the_queue_of_a_server_is_bounded) {
  const auto turns = turns_for();
  const Turn first = turns->take("files", kSerialWrite);
  std::deque<InLine> line(Turns::kMaxWaiting + 1);
  for (std::size_t i = 0; i < Turns::kMaxWaiting; ++i)
    ASSERT_TRUE(turns->wait("files", kSerialWrite, line[i]));
  EXPECT_FALSE(turns->wait("files", kSerialWrite, line.back()));
  InLine elsewhere;
  EXPECT_TRUE(turns->wait("mail", kSerialWrite, elsewhere));
  for (const auto& each : line) turns->leave(each);
  turns->leave(elsewhere);
}

TEST(Turns, a_turn_may_outlive_its_owner) {
  auto turns = turns_for();
  Turn turn = turns->take("files", kSerialWrite);
  turns->forget_idle();
  turns.reset();
  turn.release();
}

// Random arrivals, ends and departures against what is promised.
struct Model {
  struct Call {
    std::string server;
    Want want;
    InLine place;
    bool gone = false;
  };
  std::deque<Call> calls;  // in the order of arrival

  [[nodiscard]] std::vector<const Call*> running(const std::string& server) const {
    std::vector<const Call*> out;
    for (const Call& call : calls)
      if (call.place.turn && call.server == server) out.push_back(&call);
    return out;
  }
  void check_server(const std::string& server, Writes writes, std::uint32_t most_heavy) const {
    std::uint32_t changes = 0;
    std::uint32_t heavy = 0;
    const auto all = running(server);
    for (const Call* call : all) {
      changes += call->want.changes ? 1 : 0;
      heavy += call->want.heavy ? 1 : 0;
    }
    RC_ASSERT(heavy <= most_heavy);
    if (writes != Writes::kParallel) RC_ASSERT(changes <= 1U);
    if (writes == Writes::kExclusive && changes == 1) RC_ASSERT(all.size() == 1U);
  }
  // Writes of one server begin in the order they came.
  void check_order(const std::string& server) const {
    bool waits = false;
    for (const Call& call : calls) {
      if (call.server != server || !call.want.changes || call.gone) continue;
      if (call.place.turn) RC_ASSERT(!waits);
      waits = waits || !call.place.turn;
    }
  }
};

RC_GTEST_PROP(Turns, keep_their_promises_whatever_comes, ()) {
  constexpr std::uint32_t kAll = 3;
  constexpr std::uint32_t kEach = 2;
  const auto turns = turns_for(kAll);
  const Writes writes = *rc::gen::element(Writes::kSerial, Writes::kExclusive, Writes::kParallel);
  Model model;
  const auto steps =
      *rc::gen::container<std::vector<std::uint8_t>>(rc::gen::arbitrary<std::uint8_t>());
  for (const std::uint8_t step : steps) {
    if (step % 3 != 0 || model.calls.empty()) {
      auto& call = model.calls.emplace_back();
      call.server = step % 2 == 0 ? "a" : "b";
      call.want = {writes, (step & 8U) != 0, (step & 16U) != 0, kEach};
      if (call.want.is_free()) {
        call.gone = true;
      } else if (Turn turn = turns->take(call.server, call.want)) {
        call.place.turn = std::move(turn);
      } else {
        RC_ASSERT(turns->wait(call.server, call.want, call.place));
      }
    } else {
      auto& call = model.calls[step % model.calls.size()];
      call.gone = true;
      turns->leave(call.place);
      call.place.turn.release();
    }
    for (const auto* server : {"a", "b"}) {
      model.check_server(server, writes, kEach);
      if (writes != Writes::kParallel) model.check_order(server);
    }
  }
  // When all that run end, one after the other, nobody is left waiting.
  for (std::size_t round = 0; round < model.calls.size(); ++round) {
    for (auto& call : model.calls) {
      if (call.place.turn) call.gone = true;
      call.place.turn.release();
    }
  }
  for (const auto& call : model.calls) RC_ASSERT(call.gone);
  RC_ASSERT(turns->waiting("a") + turns->waiting("b") == 0U);
}

}  // namespace
}  // namespace touchstone::gateway

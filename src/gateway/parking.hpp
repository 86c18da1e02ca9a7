// Parking: calls of legacy servers that wait for an answer from a modern client.
//
// A legacy server asks in the middle of a call (elicitation, sampling, roots) and waits. A modern
// client cannot be asked; it gets input_required and comes back with a new request. In between the
// call is parked here: it has a lane of its own, so that what the server says can only belong to
// it, and it is bounded in number and time. When time runs out, also the policy's for the call, or
// the client does not get the question, the server is told that the call is
// off. While a request of the client is here, one that is slow gives signs of life, and one that
// may be made twice is, if its server broke off before it asked.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/ear.hpp"
#include "gateway/errand.hpp"
#include "gateway/levels.hpp"
#include "gateway/open_question.hpp"
#include "gateway/request_state.hpp"
#include "net/promise.hpp"

namespace touchstone::gateway {

struct ParkingLimits {
  std::size_t max_parked = 256;
  net::Duration good_for = std::chrono::minutes(5);
  net::Duration heartbeat = std::chrono::seconds(15);
};

class Parking {
 public:
  Parking(net::Loop& loop, RequestState& states, Levels& levels, Ear& ear, ParkingLimits limits)
      : loop_(loop), states_(states), levels_(levels), ear_(ear), limits_(limits) {}
  void set_limits(ParkingLimits limits) { limits_ = limits; }

  // Makes the call on a lane of its own; the answer is the server's, or its question.
  Task<face::Answer> call(face::Request& request, Errand errand);
  // The client came back with answers.
  Task<face::Answer> resume(face::Request& request, std::uint64_t number);
  // The question of this call (face::Answer::waits) does not reach its client, who so cannot come
  // back.
  void forsake(std::uint64_t number);

  // From the house: something that belongs to a parked call. False if it is none of ours.
  bool asked(upstream::Patron* patron, upstream::Lane& lane, const rpc::Message& question);
  // A question is labelled when it is delivered, a notification when it comes.
  bool heard(upstream::Patron* patron, const rpc::Message& notification, const Overheard& heard);
  // Who would be asked this; or none.
  [[nodiscard]] static std::optional<guard::Hearer> hearer(upstream::Patron* patron,
                                                           const rpc::Message& question);
  // A question between calls: the next call on this lane brings it to its client before it begins.
  void keep(upstream::Lane& lane, const rpc::Message& question);
  // The server takes a question back. False if it is none of ours.
  bool withdraw(upstream::Lane& lane, const rpc::Message& cancelled);

 private:
  static constexpr std::size_t kMaxHeld = 64;  // notifications kept for a parked call
  static constexpr std::size_t kMaxHeldBytes = std::size_t{1} << 20;
  static constexpr std::size_t kMaxBetween = 8;  // questions kept for one lane
  struct Car;                                    // a parked call
  using CarPtr = std::shared_ptr<Car>;

  // How a call ended that its server did not answer: it broke off, or it had forgotten us and did
  // not begin.
  enum class Break : std::uint8_t { kNone, kOff, kForgotten };
  static Break break_of(const upstream::Lane& lane, const upstream::LinkError& error);
  Task<face::Answer> begin(face::Request& request, Errand errand, Break& how);
  void set_off(const CarPtr& car);
  void end_late(std::uint64_t number);
  Task<void> drive(CarPtr car, upstream::Outgoing out);
  Task<face::Answer> next_turn(face::Request& request, CarPtr car);
  static void tell(Car& car, std::string notification);
  face::Answer ask_client(const face::Request& request, const CarPtr& car);
  void leave(const CarPtr& car);
  // Its client does not come back with an answer: the server is told that the call is off.
  void give_up(std::uint64_t number, std::string_view reason);

  net::Loop& loop_;
  RequestState& states_;
  Levels& levels_;
  Ear& ear_;
  ParkingLimits limits_;
  std::uint64_t last_ = 0;
  std::uint64_t kept_ = 0;
  std::map<std::uint64_t, CarPtr> parked_;
  std::map<LanePtr, OpenQuestions> between_;
};

}  // namespace touchstone::gateway

// The lines of calls that a client waits for: how each era is told and asked things.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "demo/call.hpp"
#include "demo/states.hpp"
#include "face/handler.hpp"

namespace touchstone::demo {

// "debug" is the least of the eight levels of syslog; what is no level ranks below it.
[[nodiscard]] int log_rank(std::string_view level);

// What both have in common: messages go where the request came from.
class DirectLine : public Line {
 public:
  DirectLine(net::Loop& loop, face::Request& request) : loop_(loop), request_(request) {}
  void send(std::string message) override { request_.exchange.send(std::move(message)); }
  Life& life() override { return *shared_life(); }  // ends when the client cancels
  [[nodiscard]] std::shared_ptr<Life> shared_life();

 protected:
  net::Loop& loop_;
  face::Request& request_;

 private:
  std::shared_ptr<Life> life_;  // shared with the exchange, which may tell us late
};

// Asks the client while it waits.
class LegacyLine final : public DirectLine {
 public:
  static constexpr net::Duration kPatience = std::chrono::minutes(5);
  using DirectLine::DirectLine;
  [[nodiscard]] bool wants_log(std::string_view level) const override;
  Task<Asked> ask(const std::vector<Question>& questions, Keep keep) override;
};

// Answers input_required; the client comes back with the answers.
class ModernLine final : public DirectLine {
 public:
  ModernLine(net::Loop& loop, face::Request& request, States& states)
      : DirectLine(loop, request), states_(states) {}

  // Reads the request's requestState, if it has one. False if it is none of ours.
  [[nodiscard]] bool restore();
  // What this client has answered so far.
  [[nodiscard]] const Memory& memory() const { return memory_; }

  [[nodiscard]] bool wants_log(std::string_view level) const override;
  Task<Asked> ask(const std::vector<Question>& questions, Keep keep) override;

 private:
  [[nodiscard]] std::string belongs_to() const;
  [[nodiscard]] Reply input_required(const std::vector<Question>& questions, Keep keep);

  States& states_;
  Memory memory_;
  bool restored_ = false;
};

// -32021, naming what the client would have to declare.
[[nodiscard]] Reply missing_capability(std::string_view raw_capabilities);
// "inputRequests" of a result: an object of requests by key.
[[nodiscard]] std::string write_questions(const std::vector<Question>& questions);

}  // namespace touchstone::demo

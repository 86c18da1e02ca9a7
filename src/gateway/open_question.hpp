// OpenQuestion: what a legacy server has asked and waits for, while the client to answer it is
// modern: it comes with requests of its own, sees what is open and brings answers.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "upstream/lane.hpp"

namespace touchstone::gateway {

inline constexpr std::size_t kMaxOpenQuestions = 16;  // of one call or task
inline constexpr std::size_t kMaxQuestionBytes = std::size_t{16} << 20;

struct OpenQuestion {
  std::string key;  // the client's name for it
  std::string id;   // raw; the server's
  std::string method;
  std::string params;  // raw, or ""
};
using OpenQuestions = std::vector<OpenQuestion>;

[[nodiscard]] OpenQuestion question_of(const rpc::Message& asked, std::string key);
// False, and the server gets an error, if there are too many.
[[nodiscard]] bool has_room(const OpenQuestions& questions, std::size_t most, upstream::Lane& lane,
                            const rpc::Message& question);
[[nodiscard]] std::string write_questions(const OpenQuestions& questions);  // raw inputRequests

// The server's notifications/cancelled. False if it means none of these.
bool take_back(OpenQuestions& questions, const rpc::Message& cancelled);
// Nobody will answer: the server is told, so that nothing of this call can reach the next.
void leave_unanswered(OpenQuestions& questions, upstream::Lane& lane);

}  // namespace touchstone::gateway

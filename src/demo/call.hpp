// Call: one request to a tool or a prompt of ours, as its function sees it.
//
// The same function serves both eras, and the background. What differs is how the client is told
// and asked things, and that is the Line's:
//
//   const std::vector<Question> questions = {elicit("name", "What is your name?", kNameSchema)};
//   Asked asked = co_await call.ask(questions);
//   if (asked.reply) co_return std::move(*asked.reply);   // modern: come back with the answers
//   … asked.answers[0].root() …
//
// A modern function therefore runs once for each round, from the start; questions it has asked
// before are answered from memory. A Call lives as long as its function runs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "demo/life.hpp"
#include "demo/reply.hpp"
#include "json/document.hpp"
#include "mcp/terms.hpp"
#include "net/loop.hpp"
#include "rpc/message.hpp"

namespace touchstone::demo {

using net::Task;

// What we ask a client: elicitation/create, sampling/createMessage or roots/list.
struct Question {
  std::string key;
  std::string method;
  std::string params;  // raw JSON object
};
[[nodiscard]] Question elicit(std::string key, std::string_view message,
                              std::string_view raw_schema);
[[nodiscard]] Question sample(std::string key, std::string_view prompt);
[[nodiscard]] Question list_roots(std::string key);

// Has the client said that it can be asked this?
[[nodiscard]] bool can_answer(const mcp::ClientFeatures& features, const Question& question);
// Is this an answer to it, by its shape? What is longer than kMaxAnswer bytes is none.
inline constexpr std::size_t kMaxAnswer = std::size_t{64} << 10;
[[nodiscard]] bool is_answer(json::View answer, const Question& question);

// Answers by key, as raw JSON.
using Memory = std::map<std::string, std::string>;

struct Asked {
  std::optional<Reply> reply;           // return this if set: there are no answers yet, or ever
  std::vector<json::Document> answers;  // in the order of the questions
};
// If the memory has all of them.
[[nodiscard]] std::optional<Asked> recall(const Memory& memory,
                                          const std::vector<Question>& questions);

// With kState a modern client gets a requestState, and its answers count only together with that.
enum class Keep : bool { kStateless, kState };

class Line {
 public:
  virtual ~Line() = default;
  virtual void send(std::string message) = 0;
  [[nodiscard]] virtual bool wants_log(std::string_view level) const = 0;
  virtual Task<Asked> ask(const std::vector<Question>& questions, Keep keep) = 0;
  virtual Life& life() = 0;
  [[nodiscard]] virtual bool in_background() const { return false; }
};

class Call {
 public:
  Call(const rpc::Message& message, const mcp::Terms& terms, Line& line)
      : message_(message), terms_(terms), line_(line) {}

  [[nodiscard]] json::View arguments() const { return message_.param("arguments"); }
  [[nodiscard]] std::string text(std::string_view argument, std::string_view otherwise = {}) const;
  [[nodiscard]] const rpc::Message& message() const { return message_; }
  [[nodiscard]] const mcp::Terms& terms() const { return terms_; }
  [[nodiscard]] bool modern() const { return terms_.era == mcp::Era::kModern; }

  // Nothing is sent if the client has not asked for it.
  void progress(int done, int total, std::string_view message);
  void log(std::string_view level, std::string_view text);

  Task<bool> sleep(net::Duration delay) { return line_.life().sleep(delay); }
  Task<Asked> ask(const std::vector<Question>& questions, Keep keep = Keep::kStateless) {
    return line_.ask(questions, keep);
  }
  // True while it runs as a task.
  [[nodiscard]] bool in_background() const { return line_.in_background(); }

 private:
  const rpc::Message& message_;
  const mcp::Terms& terms_;
  Line& line_;
};

}  // namespace touchstone::demo

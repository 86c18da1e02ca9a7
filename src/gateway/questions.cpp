#include "gateway/questions.hpp"

#include <algorithm>

#include "gateway/answering.hpp"
#include "rpc/code.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
namespace {

std::string raw_or_nothing(json::View value) {
  return value ? std::string(value.raw()) : std::string();
}

}  // namespace

bool Questions::has_room(upstream::Lane& lane, const rpc::Message& question) const {
  std::size_t count = 0;
  std::size_t bytes = question.text().size();
  if (const auto open = table_->open.find(&lane); open != table_->open.end()) {
    count += open->second.size();
    for (const auto& [id, it] : open->second) bytes += it->bytes;
  }
  if (const auto held = table_->held.find(lane.key()); held != table_->held.end()) {
    for (const auto& [from, it] : held->second) {
      count += from.get() == &lane ? 1 : 0;
      bytes += from.get() == &lane ? it.text().size() : 0;
    }
  }
  if (count < kMaxOpen && bytes <= kMaxBytes) return true;
  lane.say(rpc::error(question.raw_id(), rpc::kTooMany,
                      "too many questions at once; wait for the answers"));
  return false;
}

std::shared_ptr<face::Cancellation> Questions::ask(upstream::Lane& lane, rpc::Message question,
                                                   SessionPtr session, guard::Hearer hearer,
                                                   face::Exchange* related, net::Duration timeout,
                                                   Ends ends) {
  const std::string id(question.raw_id());
  // An answer to a second one with the same id would be taken for the first one's.
  const auto before = table_->open.find(&lane);
  if (before != table_->open.end() && before->second.contains(id)) return nullptr;
  if (!has_room(lane, question)) return nullptr;
  const auto open = std::make_shared<Open>();
  open->lane = lane.shared_from_this();
  open->session = session.get();
  open->progress = raw_or_nothing(question.meta("progressToken"));
  open->bytes = question.text().size();
  open->ends = std::move(ends);
  table_->open[&lane].emplace(id, open);
  loop_.spawn(relay(table_, open, std::move(question), std::move(session), std::move(hearer),
                    related, timeout));
  return {open, &open->withdrawal};
}

Task<void> Questions::relay(std::shared_ptr<Table> table, std::shared_ptr<Open> open,
                            rpc::Message question, SessionPtr session, guard::Hearer hearer,
                            face::Exchange* related, net::Duration timeout) {
  std::string method(question.method());
  std::string params = raw_or_nothing(question.params());
  auto answer = co_await session->ask(std::move(method), std::move(params), related, timeout,
                                      &open->withdrawal);
  if (const auto of_lane = table->open.find(open->lane.get()); of_lane != table->open.end()) {
    of_lane->second.erase(std::string(question.raw_id()));
    if (of_lane->second.empty()) table->open.erase(of_lane);
  }
  if (answer) {
    open->lane->say(co_await judged(table, question, std::move(hearer), *answer));
  } else if (!open->withdrawal.cancelled()) {
    if (open->ends.again()) co_return;
    open->lane->say(
        rpc::error(question.raw_id(), rpc::kInternalError, base::to_line(answer.error())));
  }
  open->ends.over();
}

// What the server is told: the answer, or why it does not get it.
Task<std::string> Questions::judged(std::shared_ptr<Table> table, const rpc::Message& question,
                                    guard::Hearer hearer, const rpc::Message& answer) {
  const bool is_result = answer.kind() == rpc::Kind::kResult;
  const json::View said = is_result ? answer.result() : answer.error();
  std::string fault = "the gateway ends";
  if (table->guard != nullptr)
    fault = co_await fault_of_answer(*table->guard, std::move(hearer),
                                     std::string(question.method()), raw_or_nothing(said));
  if (!fault.empty()) co_return rpc::error(question.raw_id(), rpc::kRefused, fault);
  co_return rpc::with_id(answer, question.raw_id());
}

void Questions::hold(upstream::Lane& lane, rpc::Message question) {
  if (has_room(lane, question))
    table_->held[lane.key()].emplace_back(lane.shared_from_this(), std::move(question));
}

Questions::Held Questions::entered(const SessionPtr& session) {
  const auto it = table_->held.find(session->id());
  if (it == table_->held.end()) return {};
  Held held = std::move(it->second);
  table_->held.erase(it);
  return held;
}

bool Questions::withdraw(const upstream::Lane& lane, const rpc::Message& cancelled) {
  const std::string id = raw_or_nothing(cancelled.param("requestId"));
  if (const auto held = table_->held.find(lane.key()); held != table_->held.end()) {
    const auto is = [&](const auto& it) {
      return it.first.get() == &lane && it.second.raw_id() == id;
    };
    if (std::erase_if(held->second, is) > 0) return true;
  }
  const auto of_lane = table_->open.find(&lane);
  if (of_lane == table_->open.end()) return false;
  const auto it = of_lane->second.find(id);
  if (it == of_lane->second.end()) return false;
  const auto open = it->second;
  open->withdrawal.cancel(
      cancelled.param("reason").as_string().value_or("the server does not wait any more"));
  return true;
}

bool Questions::waits(const upstream::Lane& lane, const face::Session& session,
                      std::string_view raw_token) const {
  const auto of_lane = table_->open.find(&lane);
  return of_lane != table_->open.end() &&
         std::ranges::any_of(of_lane->second, [&](const auto& entry) {
           const Open& open = *entry.second;
           return open.session == &session && !open.progress.empty() && open.progress == raw_token;
         });
}

void Questions::lost(const upstream::Lane& lane) {
  const auto of_lane = table_->open.find(&lane);
  if (of_lane == table_->open.end()) return;
  for (const auto& [id, open] : OfLane(of_lane->second))
    open->withdrawal.cancel("the server has gone");
}

}  // namespace touchstone::gateway

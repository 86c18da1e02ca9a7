#include "gateway/parking.hpp"

#include <fmt/format.h>

#include "gateway/answering.hpp"
#include "gateway/caller.hpp"
#include "gateway/heartbeat.hpp"
#include "gateway/outgoing.hpp"
#include "gateway/relayed.hpp"
#include "gateway/results.hpp"
#include "gateway/subject.hpp"
#include "gateway/task_bridge.hpp"
#include "json/writer.hpp"
#include "mcp/translate.hpp"
#include "rpc/write.hpp"

namespace touchstone::gateway {
struct Parking::Car final : upstream::Patron, std::enable_shared_from_this<Car> {
  std::uint64_t number = 0;
  Errand errand;  // its view is gone after the first request
  LanePtr lane;
  upstream::CallId id = 0;         // of the call, and the token of its progress
  upstream::CallId waits_for = 0;  // the request under way: the call, or tasks/result
  mcp::Terms terms;
  mcp::ClientFeatures features;
  guard::Hearer hearer;     // of what is said in it
  OpenQuestions questions;  // the server waits for these
  std::uint64_t asked = 0;
  std::optional<upstream::Outgoing> unsent;  // the call itself, while an earlier question is open
  std::optional<LinkResult<rpc::Message>> response;
  // While a request of the client is here:
  face::Exchange* exchange = nullptr;
  net::Promise<bool>* turn = nullptr;
  Caller* caller = nullptr;
  std::string progress, log_level;
  std::vector<std::string> held;  // what came while nobody was here to hear it
  std::size_t held_bytes = 0;
  net::Alarm expiry;
  bool reports = false;    // the server has told of its progress
  bool has_begun = false;  // it was begun as a task, and that is asked about
  bool late = false;       // the policy's time is over
  net::Alarm bound;        // when it will be

  [[nodiscard]] bool may_be_asked() const override { return true; }

  void wake() {
    if (turn != nullptr) turn->keep(true);
  }
};

namespace {

constexpr net::Duration kGoodbye = std::chrono::seconds(10);

face::Answer too_many(const face::Request& request) {
  return unsent(face::answer_error(request.message, rpc::kTooMany,
                                   "too many calls wait for answers; try again"));
}

}  // namespace

Task<face::Answer> Parking::call(face::Request& request, Errand errand) {
  Break how = Break::kNone;
  auto answer = co_await begin(request, errand, how);
  // Each once: whoever forgot us may do so because it broke off.
  bool may_repeat = errand.manner.may_repeat;
  bool may_greet = true;
  while (!request.exchange.cancelled()) {
    bool& may = how == Break::kForgotten ? may_greet : may_repeat;
    if (how == Break::kNone || !std::exchange(may, false)) break;
    const bool was_begun = how == Break::kOff;
    answer = co_await begin(request, errand, how);
    if (was_begun) answer = begun_before(std::move(answer));
  }
  co_return answer;
}

Task<face::Answer> Parking::begin(face::Request& request, Errand errand, Break& how) {
  how = Break::kNone;
  if (parked_.size() >= limits_.max_parked) co_return too_many(request);
  std::string key = Servers::lane_key(*errand.server, nullptr, request.terms);
  auto lane = co_await errand.server->lease(std::move(key), request.terms);
  if (!lane) co_return answer_no_lane(request.message, errand.server->name(), lane.error());
  if (!request.terms.log_level.empty()) co_await levels_.raise(*lane, request.terms.log_level);
  auto out = co_await outgoing(request, errand, *lane, std::nullopt, {});
  out.timeout = errand.manner.bounded(out.timeout);
  if (parked_.size() >= limits_.max_parked) {  // others came while we waited
    errand.server->give_back(*lane);
    co_return too_many(request);
  }
  if (request.exchange.cancelled()) {
    errand.server->give_back(*lane);
    co_return answer_trouble(request.message, errand.server->name(),
                             not_sent(errand.server->name()));
  }
  const auto car = std::make_shared<Car>();
  car->number = ++last_;
  car->hearer = hearer_in_call(request, errand);
  car->errand = std::move(errand);
  car->errand.one = nullptr;
  car->errand.renamed = {};
  car->errand.opened = nullptr;
  car->lane = std::move(*lane);
  car->id = car->waits_for = out.id;
  car->terms = request.terms;
  car->features = request.terms.features;
  car->unsent = std::move(out);
  if (const auto kept = between_.find(car->lane); kept != between_.end()) {
    car->questions = std::move(kept->second);
    between_.erase(kept);
  }
  set_off(car);
  parked_.emplace(car->number, car);
  auto answer = co_await next_turn(request, car);
  if (car->asked == 0 && car->response && !*car->response)
    how = break_of(*car->lane, car->response->error());
  co_return answer;
}

Parking::Break Parking::break_of(const upstream::Lane& lane, const upstream::LinkError& error) {
  if (lane.session_is_lost() && error.http_status != 0) return Break::kForgotten;
  return error.trouble == upstream::Trouble::kEnded ? Break::kOff : Break::kNone;
}

void Parking::set_off(const CarPtr& car) {
  if (!car->unsent || !car->questions.empty()) return;
  upstream::Outgoing out = std::move(*car->unsent);
  car->unsent.reset();
  if (const auto at_most = car->errand.manner.at_most)
    car->bound = loop_.after(*at_most, [this, number = car->number] { end_late(number); });
  loop_.spawn(drive(car, std::move(out)));
}

void Parking::end_late(std::uint64_t number) {
  const auto it = parked_.find(number);
  if (it == parked_.end() || it->second->response) return;
  const CarPtr car = it->second;
  car->late = true;
  call_off(car->lane, *car->errand.server, car->waits_for, kNoMoreTime);
}

Task<void> Parking::drive(CarPtr car, upstream::Outgoing out) {
  auto response = co_await car->lane->call(std::move(out), car.get());
  const auto task = response && car->errand.as_task ? mcp::begun_task(response->result())
                                                    : std::optional<mcp::TaskState>();
  if (task) {
    car->has_begun = true;
    auto ask = about_task(*car->lane, car->terms, "tasks/result", task->id);
    ask.timeout = car->errand.manner.silence.value_or(car->errand.server->config().call_timeout);
    car->waits_for = ask.id;
    response = co_await car->lane->call(std::move(ask), car.get());
  }
  const bool left = task && !response;  // it may run on though nobody waits
  if (car->late && !response) response = tl::unexpected(too_late(car->errand));
  if (!ear_.is_quiet()) co_await ear_.settled(car->hearer.session.key);
  car->response = std::move(response);
  car->wake();
  if (!left || !car->lane->is_open()) co_return;
  auto stop = about_task(*car->lane, car->terms, "tasks/cancel", task->id);
  stop.timeout = kGoodbye;
  (void)co_await car->lane->call(std::move(stop), nullptr);
}

Task<face::Answer> Parking::next_turn(face::Request& request, CarPtr car) {
  car->expiry.reset();
  car->exchange = &request.exchange;
  car->progress = progress_token(request.message);
  car->log_level = request.terms.log_level;
  car->held_bytes = 0;
  for (std::string& held : std::exchange(car->held, {})) tell(*car, std::move(held));
  request.exchange.on_cancel([&](std::string_view reason) {
    call_off(car->lane, *car->errand.server, car->waits_for, reason);
  });
  Caller caller(request.exchange, request.session, request.terms, car->progress);
  caller.reports = car->reports;
  car->caller = &caller;
  Heartbeat heartbeat(loop_, caller);
  if (car->errand.manner.is_slow) heartbeat.start(limits_.heartbeat);
  // A question may be withdrawn before we get to tell it; then we wait on.
  while (!car->response && car->questions.empty()) {
    net::Promise<bool> turn(loop_.executor());
    car->turn = &turn;
    (void)co_await turn.wait();
    car->turn = nullptr;
  }
  request.exchange.on_cancel(nullptr);
  car->exchange = nullptr;
  car->caller = nullptr;
  if (!car->response) co_return ask_client(request, car);
  leave(car);
  if (!*car->response) {
    auto failed = answer_failed(request.message, car->errand, car->response->error());
    co_return car->has_begun || car->asked > 0 ? begun_before(std::move(failed))
                                               : std::move(failed);
  }
  const rpc::Message& response = **car->response;
  mcp::Homeward how{mcp::Era::kModern, request.message.method(), request.message.raw_id(), {}};
  how.opens_urls = request.terms.features.elicitation_url;
  how.uncached = car->errand.manner.is_sensitive;
  co_return answer_home(response, how);
}

face::Answer Parking::ask_client(const face::Request& request, const CarPtr& car) {
  // By number: an alarm that owned the car, which owns the alarm, would end neither.
  car->expiry = loop_.after(limits_.good_for, [this, number = car->number] {
    give_up(number, "nobody answered the question in time");
  });
  json::Writer out;
  out.begin_object();
  out.key("resultType").string("input_required");
  out.key("inputRequests").raw(write_questions(car->questions));
  out.key("requestState")
      .string(states_.close(request, {.parked = car->number,
                                      .server = car->errand.server->name(),
                                      .withheld = {.call = car->errand.record}}));
  out.end_object();
  face::Answer answer = face::answer_result(request.message, out.text());
  answer.ours = true;  // the questions were read when they came
  answer.waits = car->number;
  return answer;
}

void Parking::forsake(std::uint64_t number) {
  give_up(number, "the client did not get the question");
}

void Parking::give_up(std::uint64_t number, std::string_view reason) {
  const auto it = parked_.find(number);
  if (it == parked_.end()) return;
  const CarPtr car = it->second;
  if (!car->unsent) call_off(car->lane, *car->errand.server, car->waits_for, reason);
  leave(car);
}

Task<face::Answer> Parking::resume(face::Request& request, std::uint64_t number) {
  const auto it = parked_.find(number);
  if (it == parked_.end()) {
    co_return face::answer_error(request.message, rpc::kInvalidParams,
                                 "Invalid params: the call this belongs to has ended; call again");
  }
  const CarPtr car = it->second;
  car->expiry.reset();
  co_await answer_questions(ear_.guard(), car->hearer, car->questions, *car->lane,
                            request.message.param("inputResponses"));
  if (request.exchange.cancelled() && car->unsent) {
    leave(car);
    co_return answer_trouble(request.message, car->errand.server->name(),
                             not_sent(car->errand.server->name()));
  }
  set_off(car);
  co_return co_await next_turn(request, car);
}

// Whatever the server still waits for is answered, so that nothing of this call can reach the next.
void Parking::leave(const CarPtr& car) {
  leave_unanswered(car->questions, *car->lane);
  car->expiry.reset();
  car->bound.reset();
  parked_.erase(car->number);
  car->errand.server->give_back(car->lane);
}

bool Parking::asked(upstream::Patron* patron, upstream::Lane& lane, const rpc::Message& question) {
  auto* car = dynamic_cast<Car*>(patron);
  if (car == nullptr) return false;
  if (!mcp::can_answer(car->features, question)) {
    lane.say(rpc::error(question.raw_id(), rpc::kMethodNotFound, "the client cannot answer this"));
    return true;
  }
  if (!has_room(car->questions, kMaxOpenQuestions, lane, question)) return true;
  car->questions.push_back(question_of(question, fmt::format("q{}", ++car->asked)));
  car->wake();
  return true;
}

bool Parking::withdraw(upstream::Lane& lane, const rpc::Message& cancelled) {
  if (const auto kept = between_.find(lane.shared_from_this()); kept != between_.end()) {
    if (take_back(kept->second, cancelled)) return true;
  }
  for (const auto& [number, car] : parked_) {
    if (car->lane.get() == &lane && take_back(car->questions, cancelled)) return true;
  }
  return false;
}

void Parking::keep(upstream::Lane& lane, const rpc::Message& question) {
  std::erase_if(between_, [](const auto& entry) { return !entry.first->is_open(); });
  auto& kept = between_[lane.shared_from_this()];
  if (!has_room(kept, kMaxBetween, lane, question)) return;
  kept.push_back(question_of(question, fmt::format("before{}", ++kept_)));
}

std::optional<guard::Hearer> Parking::hearer(upstream::Patron* patron,
                                             const rpc::Message& question) {
  const auto* car = dynamic_cast<Car*>(patron);
  if (car == nullptr || !mcp::can_answer(car->features, question)) return std::nullopt;
  return car->hearer;
}

bool Parking::heard(upstream::Patron* patron, const rpc::Message& notification,
                    const Overheard& heard) {
  auto* car = dynamic_cast<Car*>(patron);
  // What changed concerns everybody, whoever happens to be calling.
  if (car == nullptr || notification.method().ends_with("/list_changed") ||
      notification.method() == "notifications/resources/updated")
    return false;
  const bool progress = notification.method() == "notifications/progress";
  // A call that was called off may still report on the lane that is now this one's.
  if (progress &&
      notification.param("progressToken").as_int() != static_cast<std::int64_t>(car->id))
    return true;
  if (progress) car->reports = car->reports || !heard.withheld;
  if (car->caller != nullptr) car->caller->reports = car->reports;
  // As far as it is known what the client wants to hear; what is withheld is not kept for later.
  if (heard.withheld &&
      !text_for_call(notification, mcp::Era::kModern, car->progress, car->log_level))
    return true;
  ear_.pass_on(notification, heard,
               {.who = [car] { return car->hearer; },
                .send = [to = car->shared_from_this(),
                         text = std::string(notification.text())] { tell(*to, text); }});
  return true;
}

// Which level it wants to hear, and under which token, may change with each of its requests.
void Parking::tell(Car& car, std::string notification) {
  if (car.exchange == nullptr) {
    if (car.held.size() >= kMaxHeld || car.held_bytes + notification.size() > kMaxHeldBytes) return;
    car.held_bytes += notification.size();
    return car.held.push_back(std::move(notification));
  }
  json::Parser parser;
  const auto message = rpc::Message::parse(parser, json::Text(std::move(notification)));
  if (!message) return;
  const auto text = text_for_call(*message, mcp::Era::kModern, car.progress, car.log_level);
  if (text) car.exchange->send(*text);
}

}  // namespace touchstone::gateway

#include "guard/sessions.hpp"

#include <ranges>
#include <utility>

#include "approval/store_call.hpp"
#include "guard/content.hpp"
#include "json/parser.hpp"

namespace touchstone::guard {
namespace {

constexpr std::string_view kNotYours = "this session belongs to somebody else, or to another route";

std::size_t bytes_of(const Session& session) {
  return session.memory.bytes() + (session.passed_on ? session.passed_on->bytes() : 0);
}

base::Error not_yours() { return {std::string(kNotYours), "", "use a marker of your own"}; }

}  // namespace

bool is_not_yours(const base::Error& error) { return error.what == kNotYours; }

void refresh_label_facts(Session& session) {
  auto facts = std::make_shared<Session::LabelFacts>();
  facts->kept = session.label.attribution.uris();
  facts->attribution = facts->texts.keep(facts->kept);
  facts->classes = facts->texts.keep(policy::class_words(session.label.classes));
  session.label_facts = std::move(facts);
}

void note_passed_on(Session& session, BroughtAll brought) {
  if (brought.empty()) return;
  if (!session.passed_on)
    session.passed_on = std::make_shared<PassedOn>(session.memory.options().seed);
  for (const auto& one : brought) session.passed_on->add(one.text, one.label);
}

void Sessions::update(Session& session, const store::Remembered& now) {
  ++session.updates;
  session.legs = now.legs;
  session.calls = now.calls;
  if (session.label == now.label) return;
  session.label = now.label;
  refresh_label_facts(session);
}

SessionPtr Sessions::find(const std::string& key) {
  const auto it = in_use_.find(key);
  if (it == in_use_.end()) return nullptr;
  if (it->second.session->stale) {
    drop(key);
    return nullptr;
  }
  order_.splice(order_.begin(), order_, it->second.place);
  return it->second.session;
}

SessionPtr Sessions::in_use(const store::SessionName& name) {
  SessionPtr session = find(name.key);
  const bool is_it = session && session->name.principal == name.principal &&
                     session->name.route == name.route && !session->broken;
  return is_it ? session : nullptr;
}

void Sessions::note_written(const SessionPtr& session) {
  const auto it = in_use_.find(session->name.key);
  if (it != in_use_.end() && it->second.session != session) it->second.session->stale = true;
}

void Sessions::keep(const SessionPtr& session) {
  while (in_use_.size() >= kMaxInUse) drop_oldest();
  order_.push_front(session->name.key);
  in_use_[session->name.key] = {session, order_.begin()};
  if (in_use_.size() * (limits_.memory + PassedOn::kBytes) <= limits_.all_memory) return;
  std::size_t bytes = 0;
  for (const auto& [key, entry] : in_use_) bytes += bytes_of(*entry.session);
  while (bytes > limits_.all_memory && in_use_.size() > 1) {
    bytes -= bytes_of(*in_use_.at(order_.back()).session);
    drop_oldest();
  }
}

void Sessions::drop_oldest() { drop(std::string(order_.back())); }

void Sessions::drop(const std::string& key) {
  const auto it = in_use_.find(key);
  if (it == in_use_.end()) return;
  order_.erase(it->second.place);
  in_use_.erase(it);
}

net::Task<base::Result<std::optional<store::Session>>> Sessions::look_up(std::string key) {
  auto asked = approval::done_of<std::vector<store::Session>>(
      loop_, [&](store::Done<std::vector<store::Session>> done) {
        store_.list_sessions({.key = key, .limit = 1}, std::move(done));
      });
  auto found = co_await std::move(asked);
  if (!found) co_return tl::unexpected(found.error());
  if (found->empty()) co_return std::optional<store::Session>();
  co_return std::move(found->front());
}

// Requests that are still under way write once more, by which the session begins anew; it must not
// go on then.
net::Task<base::Result<void>> Sessions::end(std::string key, store::Time now) {
  if (const auto session = find(key)) session->name.opening.clear();
  drop(key);
  auto asked = approval::done_of<bool>(
      loop_, [&](store::Done<bool> done) { store_.end_session(key, now, std::move(done)); });
  const auto ended = co_await std::move(asked);
  if (!ended) co_return tl::unexpected(ended.error());
  co_return base::Result<void>();
}

// The oldest first, so that the latest is what is kept.
net::Task<base::Result<std::shared_ptr<PassedOn>>> Sessions::passed_on_by(
    const store::Session& stored, std::uint64_t seed, store::Time now) {
  std::shared_ptr<PassedOn> out;
  if (stored.calls == 0) co_return out;
  auto asked = approval::done_of<std::vector<store::Value>>(
      loop_, [&](store::Done<std::vector<store::Value>> done) {
        store_.list_values(stored.name.key, now, PassedOn::kBytes, std::move(done));
      });
  auto values = co_await std::move(asked);
  if (!values) co_return tl::unexpected(values.error());
  for (auto& value : *values | std::views::reverse) {
    const auto content = json::Parser().parse(json::Text(std::move(value.bytes)));
    if (!content || value.created < stored.created) continue;
    if (!out) out = std::make_shared<PassedOn>(seed);
    out->add(text_of(content->root()), value.label);
  }
  co_return out;
}

net::Task<base::Result<SessionPtr>> Sessions::load(store::SessionName name, store::Time now) {
  const std::string key = name.key;
  auto asked = approval::done_of<std::optional<store::Session>>(
      loop_, [&](store::Done<std::optional<store::Session>> done) {
        store_.open_session(name, now, std::move(done));
      });
  auto stored = co_await std::move(asked);
  if (!stored) co_return tl::unexpected(stored.error());
  if (!*stored) {
    co_return tl::unexpected(not_yours());
  }
  FlowLog log(random_, key_, **stored);
  auto given = log.read(**stored, limits_.memory);
  auto passed_on = co_await passed_on_by(**stored, given.memory.options().seed, now);
  if (!passed_on) co_return tl::unexpected(passed_on.error());
  if (auto present = find(key)) co_return present;  // somebody else was quicker
  if (given.damage) log_.error("{}", base::to_line(*given.damage));
  auto session = std::make_shared<Session>(Session{.name = std::move(name),
                                                   .created = (*stored)->created,
                                                   .last_seen = (*stored)->last_seen,
                                                   .label = std::move((*stored)->label),
                                                   .legs = (*stored)->legs,
                                                   .calls = (*stored)->calls,
                                                   .memory = std::move(given.memory),
                                                   .log = log,
                                                   .looked = now,
                                                   .passed_on = std::move(*passed_on)});
  refresh_label_facts(*session);
  keep(session);
  co_return session;
}

net::Task<base::Result<void>> Sessions::look(SessionPtr session, store::Time now) {
  const std::uint64_t before = session->updates;
  auto asked = approval::done_of<std::vector<store::Session>>(
      loop_, [&](store::Done<std::vector<store::Session>> done) {
        store_.list_sessions({.key = session->name.key, .live_only = true, .limit = 1},
                             std::move(done));
      });
  const auto found = co_await std::move(asked);
  if (!found) co_return tl::unexpected(found.error());
  session->looked = now;
  if (session->updates != before) co_return base::Result<void>();  // that was later than this
  if (found->empty() || !session->log.is_of(found->front())) {
    session->stale = true;
  } else {
    const store::Session& stored = found->front();
    update(*session, {.label = stored.label, .legs = stored.legs, .calls = stored.calls});
  }
  co_return base::Result<void>();
}

net::Task<base::Result<SessionPtr>> Sessions::open(const Subject& subject, store::Time now) {
  const std::string& key = subject.session.key;
  auto session = find(key);
  if (session && now - session->looked > kFreshFor) {
    const auto looked = co_await look(session, now);
    if (!looked) co_return tl::unexpected(looked.error());
    session = find(key);
  }
  if (session && subject.lapses && now - session->last_seen > limits_.idle) {
    drop(key);
    session = nullptr;
  }
  if (session == nullptr) {
    store::SessionName name = subject.session;
    if (subject.opening) name.opening = subject.opening();
    if (!may_keep_(name.opening)) name.opening.clear();
    auto loaded = co_await load(std::move(name), now);
    if (!loaded) co_return tl::unexpected(loaded.error());
    session = std::move(*loaded);
    if (subject.lapses && now - session->last_seen > limits_.idle) {
      drop(key);
      auto asked = approval::done_of<bool>(
          loop_, [&](store::Done<bool> done) { store_.end_session(key, now, std::move(done)); });
      const auto ended = co_await std::move(asked);
      if (!ended) co_return tl::unexpected(ended.error());
      auto anew = co_await load(subject.session, now);
      if (!anew) co_return tl::unexpected(anew.error());
      session = std::move(*anew);
    }
  }
  if (session->name.principal != subject.session.principal ||
      session->name.route != subject.session.route) {
    co_return tl::unexpected(not_yours());
  }
  session->last_seen = now;
  co_return session;
}

}  // namespace touchstone::guard

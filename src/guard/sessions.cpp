#include "guard/sessions.hpp"

#include <utility>

#include "approval/store_call.hpp"

namespace touchstone::guard {
void refresh_label_facts(Session& session) {
  auto facts = std::make_shared<Session::LabelFacts>();
  facts->kept = session.label.attribution.uris();
  facts->attribution = facts->texts.keep(facts->kept);
  facts->classes = facts->texts.keep(model::words(model::Value(session.label.classes)));
  session.label_facts = std::move(facts);
}

void Sessions::update(Session& session, const store::Remembered& now) {
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

void Sessions::note_written(const SessionPtr& session) {
  const auto it = in_use_.find(session->name.key);
  if (it != in_use_.end() && it->second.session != session) it->second.session->stale = true;
}

void Sessions::keep(const SessionPtr& session) {
  while (in_use_.size() >= kMaxInUse) drop_oldest();
  order_.push_front(session->name.key);
  in_use_[session->name.key] = {session, order_.begin()};
  if (in_use_.size() * limits_.memory <= limits_.all_memory) return;
  std::size_t bytes = 0;
  for (const auto& [key, entry] : in_use_) bytes += entry.session->memory.bytes();
  while (bytes > limits_.all_memory && in_use_.size() > 1) {
    bytes -= in_use_.at(order_.back()).session->memory.bytes();
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

net::Task<base::Result<SessionPtr>> Sessions::load(store::SessionName name, store::Time now) {
  const std::string key = name.key;
  auto asked = approval::done_of<std::optional<store::Session>>(
      loop_, [&](store::Done<std::optional<store::Session>> done) {
        store_.open_session(name, now, std::move(done));
      });
  auto stored = co_await std::move(asked);
  if (!stored) co_return tl::unexpected(stored.error());
  if (!*stored) {
    co_return base::fail("this session belongs to somebody else, or to another route", key,
                         "use a marker of your own");
  }
  if (auto present = find(key)) co_return present;  // somebody else was quicker
  FlowLog log(random_, key_, **stored);
  auto given = log.read(**stored, limits_.memory);
  if (given.damage) log_.error("{}", base::to_line(*given.damage));
  auto session = std::make_shared<Session>(Session{.name = std::move(name),
                                                   .created = (*stored)->created,
                                                   .last_seen = (*stored)->last_seen,
                                                   .label = std::move((*stored)->label),
                                                   .legs = (*stored)->legs,
                                                   .calls = (*stored)->calls,
                                                   .memory = std::move(given.memory),
                                                   .log = log});
  refresh_label_facts(*session);
  keep(session);
  co_return session;
}

net::Task<base::Result<SessionPtr>> Sessions::open(const Subject& subject, store::Time now) {
  const std::string& key = subject.session.key;
  auto session = find(key);
  if (session && subject.lapses && now - session->last_seen > limits_.idle) {
    drop(key);
    session = nullptr;
  }
  if (session == nullptr) {
    auto loaded = co_await load(subject.session, now);
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
    co_return base::fail("this session belongs to somebody else, or to another route", "",
                         "use a marker of your own");
  }
  session->last_seen = now;
  co_return session;
}

}  // namespace touchstone::guard

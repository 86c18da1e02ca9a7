// SessionWatcher: a legacy session as one that watches resources. Kept with the session.
#pragma once

#include <memory>

#include "gateway/watches.hpp"
#include "json/splice.hpp"
#include "json/string.hpp"

namespace touchstone::gateway {

class SessionWatcher final : public Watcher, public face::Attachment {
 public:
  explicit SessionWatcher(face::Session& session) : session_(session) {}

  // Made if there is none.
  [[nodiscard]] static SessionWatcher& of(const SessionPtr& session) {
    if (session->attachment() == nullptr)
      session->attach(std::make_unique<SessionWatcher>(*session));
    return static_cast<SessionWatcher&>(*session->attachment());
  }
  [[nodiscard]] static SessionWatcher* find(face::Session& session) {
    return static_cast<SessionWatcher*>(session.attachment());
  }

  [[nodiscard]] const face::Session* session() const override { return &session_; }
  [[nodiscard]] const mcp::Terms& terms() const override { return session_.terms(); }
  void updated(const rpc::Message& notification, const std::string& uri,
               const Relay& relay) override {
    json::Splice splice(notification.document());
    splice.remove_member(notification.param("_meta"), mcp::kMetaSubscription);
    splice.replace(notification.param("uri"), json::quoted(uri));
    relay(session_, splice.apply());
  }

 private:
  face::Session& session_;
};

}  // namespace touchstone::gateway

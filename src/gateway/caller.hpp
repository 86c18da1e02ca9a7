// A call under way to a server: who made it, and how what belongs to it gets back.
#pragma once

#include <memory>
#include <string>

#include "face/handler.hpp"
#include "gateway/errand.hpp"
#include "gateway/turns.hpp"
#include "upstream/lane.hpp"

namespace touchstone::gateway {

struct Caller final : upstream::Patron {
  Caller(face::Exchange& exchange, std::shared_ptr<face::Session> session, const mcp::Terms& terms,
         std::string progress)
      : exchange(exchange),
        session(std::move(session)),
        terms(terms),
        progress(std::move(progress)) {}

  [[nodiscard]] bool may_be_asked() const override {
    return session != nullptr && terms.era == mcp::Era::kLegacy && terms.features.can_be_asked();
  }

  face::Exchange& exchange;
  std::shared_ptr<face::Session> session;  // none for modern requests over HTTP
  const mcp::Terms& terms;
  std::string progress;  // the client's raw token; "" if it gave none
  bool reports = false;  // the server has told of its progress
  Turn* turn = nullptr;  // its turn; given up when its server asks the client
  // What it is of, while it is under way; none where it only stands for a client.
  const face::Request* request = nullptr;
  const Errand* errand = nullptr;
};

// The client's raw progress token, or "".
[[nodiscard]] inline std::string progress_token(const rpc::Message& request) {
  const json::View token = request.meta("progressToken");
  return token ? std::string(token.raw()) : std::string();
}

}  // namespace touchstone::gateway

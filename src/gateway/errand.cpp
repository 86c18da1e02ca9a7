#include "gateway/errand.hpp"

#include <fmt/format.h>

#include "guard/case.hpp"
#include "json/string.hpp"
#include "rpc/write.hpp"
#include "tree/units.hpp"

namespace touchstone::gateway {
namespace {

using upstream::LinkError;
using upstream::Trouble;

// The server had the call, or part of it, and did not say that it is not done.
bool may_have_been_done(const LinkError& error) {
  const int status = error.http_status;
  switch (error.trouble) {
    case Trouble::kEnded: return status == 0;  // else it only did not know our session
    case Trouble::kRefused: return status >= 500;
    case Trouble::kTimeout:
    case Trouble::kCancelled:
    case Trouble::kProtocol: return true;
    case Trouble::kNotSent:
    case Trouble::kTooMany: return false;
  }
  return true;
}

}  // namespace

TaskOrigin origin_of(const Errand& errand) {
  if (!errand.origin.tool.empty() || errand.offer == nullptr) return errand.origin;
  return {errand.offer->tool.name, errand.offer->digest, errand.offer->known,
          errand.origin.decided};
}

face::Answer answer_trouble(const rpc::Message& request, const std::string& server,
                            const LinkError& error) {
  int code = rpc::kUpstreamFailed;
  if (error.trouble == Trouble::kTimeout) code = rpc::kUpstreamTimeout;
  if (error.trouble == Trouble::kTooMany) code = rpc::kTooMany;
  std::string line = base::to_line(error.error);
  if (error.error.where != server) line = fmt::format("{}: {}", server, line);
  face::Answer answer = face::answer_error(request, code, line);
  answer.unsent = was_not_sent(error);
  answer.undone = !may_have_been_done(error);
  return answer;
}

base::Error call_trouble(const LinkError& error, const Manner& manner) {
  base::Error told = error.error;
  if (manner.may_do_more() && may_have_been_done(error))
    told.what += "; the call may have been done: look before it is made again";
  return told;
}

face::Answer answer_failed(const rpc::Message& request, const Errand& errand,
                           const LinkError& error) {
  LinkError told = error;
  told.error = call_trouble(error, errand.manner);
  return answer_trouble(request, errand.server->name(), told);
}

face::Answer answer_no_lane(const rpc::Message& request, const std::string& server,
                            const LinkError& error) {
  return unsent(answer_trouble(request, server, error));
}

face::Answer unsent(face::Answer answer) {
  answer.unsent = true;
  return answer;
}

face::Answer begun_before(face::Answer answer) {
  answer.unsent = answer.undone = false;
  return answer;
}

LinkError not_sent(const std::string& server) {
  return {Trouble::kNotSent, {std::string(guard::kTakenBack), server, ""}, 0, {}};
}

bool was_not_sent(const LinkError& error) {
  return error.trouble == Trouble::kNotSent || error.trouble == Trouble::kTooMany;
}

LinkError too_late(const Errand& errand) {
  return {Trouble::kTimeout,
          {fmt::format("no answer within {}, which is all that the policy allows",
                       tree::duration_text(*errand.manner.at_most)),
           errand.server->name(), ""},
          0,
          {}};
}

bool may_ask_back(std::string_view method) {
  return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

void call_off(const LanePtr& lane, const upstream::Server& server, upstream::CallId id,
              std::string_view reason) {
  const bool by_closing = lane->modern() && server.config().transport != config::Transport::kStdio;
  if (!by_closing) {
    lane->say(rpc::notification(
        "notifications/cancelled",
        fmt::format(R"({{"requestId":{},"reason":{}}})", id, json::quoted(reason))));
  }
  lane->abandon(id);
}

}  // namespace touchstone::gateway

#include "gateway/errand.hpp"

#include <fmt/format.h>

#include "guard/case.hpp"
#include "json/string.hpp"
#include "rpc/write.hpp"
#include "tree/units.hpp"

namespace touchstone::gateway {

TaskOrigin origin_of(const Errand& errand) {
  if (!errand.origin.tool.empty() || errand.offer == nullptr) return errand.origin;
  return {errand.offer->tool.name, errand.offer->digest, errand.offer->known,
          errand.origin.decided};
}

face::Answer answer_trouble(const rpc::Message& request, const std::string& server,
                            const upstream::LinkError& error) {
  int code = rpc::kUpstreamFailed;
  if (error.trouble == upstream::Trouble::kTimeout) code = rpc::kUpstreamTimeout;
  if (error.trouble == upstream::Trouble::kTooMany) code = rpc::kTooMany;
  std::string line = base::to_line(error.error);
  if (error.error.where != server) line = fmt::format("{}: {}", server, line);
  face::Answer answer = face::answer_error(request, code, line);
  answer.unsent = was_not_sent(error);
  return answer;
}

face::Answer answer_no_lane(const rpc::Message& request, const std::string& server,
                            const upstream::LinkError& error) {
  return unsent(answer_trouble(request, server, error));
}

face::Answer unsent(face::Answer answer) {
  answer.unsent = true;
  return answer;
}

upstream::LinkError not_sent(const std::string& server) {
  return {upstream::Trouble::kNotSent, {std::string(guard::kTakenBack), server, ""}, 0, {}};
}

bool was_not_sent(const upstream::LinkError& error) {
  return error.trouble == upstream::Trouble::kNotSent ||
         error.trouble == upstream::Trouble::kTooMany;
}

upstream::LinkError too_late(const Errand& errand) {
  return {upstream::Trouble::kTimeout,
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

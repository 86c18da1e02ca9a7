#include "upstream/refusal.hpp"

#include "http/write.hpp"

namespace touchstone::upstream {
namespace {

std::string remedy_for(int status) {
  switch (status) {
    case 401:
    case 403: return "give what it asks for under `headers`, such as Authorization";
    case 404: return "check the path in `url`";
    case 429: return "wait, or lower maxInFlight of this server";
    default: return {};
  }
}

}  // namespace

LinkError refused(const http::ResponseHead& head, std::string body, const std::string& server) {
  std::string what = "the server answered " + std::to_string(head.status) + " " +
                     std::string(http::reason(head.status));
  std::string remedy = remedy_for(head.status);
  const std::string_view place = head.headers.get("location");
  if (head.status >= 300 && head.status < 400) {
    what += ", a redirect to '" + std::string(place.substr(0, 500)) + "', which is not followed";
    remedy = "if you trust that address, put it into `url`";
  }
  return {Trouble::kRefused,
          {std::move(what), server, std::move(remedy)},
          head.status,
          std::move(body)};
}

}  // namespace touchstone::upstream

#include "http/page.hpp"

#include "http/head.hpp"

namespace touchstone::http {

bool is_from_own_page(const PageRequest& request, std::string_view ours) {
  if (request.origin.empty())
    return request.fetch_site == "same-origin" || request.fetch_site == "none";
  if (request.origin == "null") return request.fetch_site == "same-origin";
  if (!ours.empty() && same_name(request.origin, ours)) return true;
  const std::size_t slashes = request.origin.find("://");
  if (slashes == std::string_view::npos) return false;
  const std::string_view scheme = request.origin.substr(0, slashes);
  return (scheme == "http" || scheme == "https") && !request.host.empty() &&
         same_name(request.origin.substr(slashes + 3), request.host);
}

}  // namespace touchstone::http

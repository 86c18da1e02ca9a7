// What a browser asks for, and what it is shown: pages for people, beside the routes of MCP.
//
// A face fills in the request after it has checked Host, and writes the answer with headers that
// allow no scripts, no frames and nothing from elsewhere (face/http_page.cpp). Values; any thread.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::http {

// Views into the request's head: valid until it is answered.
struct PageRequest {
  std::string_view method;
  std::string_view path;  // without a query
  std::string_view host;  // as the header has it
  std::string_view origin;
  std::string_view fetch_site;  // Sec-Fetch-Site
  std::string_view type;        // Content-Type
  std::string body = {};
};

struct Page {
  int status = 200;
  std::string html = {};
};

// Whether a browser sent it from a page of ours, and not from one of somebody else: by Origin, and
// where that is missing or hidden by Sec-Fetch-Site, neither of which a page can forge. `ours` is
// the origin under which a proxy shows us; empty: none does.
[[nodiscard]] bool is_from_own_page(const PageRequest& request, std::string_view ours = {});

}  // namespace touchstone::http

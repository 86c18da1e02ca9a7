// HttpConnection, the part about pages for people.
#include <array>

#include "face/http_connection.hpp"
#include "http/write.hpp"

namespace touchstone::face {
namespace {

struct PageHeader {
  std::string_view name, value;
};

// Nothing runs on a page of ours, nothing is fetched for it, nobody frames it, and nothing keeps
// it. A referrer stays here; with "no-referrer" browsers would hide the Origin of our own forms.
constexpr std::array kPageHeaders{
    PageHeader{"Content-Type", "text/html; charset=utf-8"},
    PageHeader{"Content-Security-Policy",
               "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
               "frame-ancestors 'none'; base-uri 'none'"},
    PageHeader{"X-Frame-Options", "DENY"},
    PageHeader{"X-Content-Type-Options", "nosniff"},
    PageHeader{"Referrer-Policy", "same-origin"},
    PageHeader{"Cross-Origin-Opener-Policy", "same-origin"},
    PageHeader{"Cache-Control", "no-store"},
};

}  // namespace

Task<void> HttpConnection::page() {
  const http::RequestHead& head = reader_.head();
  origin_.clear();  // no other page may read the answer
  principal_.clear();
  const Verdict verdict = check_host(head.headers, face_.door);
  if (verdict.status != 0) co_return co_await refuse(verdict.status, verdict.what);
  if (crowd_->in_flight >= face_.limits.max_in_flight)
    co_return co_await refuse(429, "the gateway is busy; try again");
  http::PageRequest request{head.method,
                            path(),
                            header("Host"),
                            header("Origin"),
                            header("Sec-Fetch-Site"),
                            header("Content-Type"),
                            reader_.take_body()};
  counted_ = 1;
  crowd_->in_flight += counted_;
  auto asked = face_.handler.show(request);
  const http::Page shown = co_await std::move(asked);
  count_out();
  head_.clear();
  http::append_response_line(head_, shown.status);
  for (const auto& [name, value] : kPageHeaders) http::append_header(head_, name, value);
  if (shown.status == 405) http::append_header(head_, "Allow", "GET, HEAD, POST");
  if (!keep_alive_) http::append_header(head_, "Connection", "close");
  http::append_header(head_, "Content-Length", shown.html.size());
  http::end_head(head_);
  const std::string_view body = request.method == "HEAD" ? std::string_view() : shown.html;
  const bool written = co_await outbox_.write(head_, body);
  if (!written) keep_alive_ = false;
}

}  // namespace touchstone::face

// HttpExchange: the messages of one request over HTTP. See http_connection.hpp.
#pragma once

#include <memory>
#include <string>

#include "face/http_connection.hpp"

namespace touchstone::face {

class HttpExchange final : public Exchange {
 public:
  // `session` is none for modern requests, whose streams cannot be resumed and have no event ids.
  HttpExchange(HttpConnection& connection, std::shared_ptr<HttpSession> session)
      : connection_(connection), session_(std::move(session)) {}
  ~HttpExchange() override;

  void send(std::string message) override;
  void begin_stream();  // the response is an event stream from now on
  Task<void> finish(const Answer& answer, std::string_view session_id);

 private:
  HttpConnection& connection_;
  std::shared_ptr<HttpSession> session_;
  std::shared_ptr<EventStream> events_;  // legacy, once the response is a stream
};

}  // namespace touchstone::face

// HttpExchange: the messages of one request over HTTP. See http_connection.hpp.
#pragma once

#include <memory>
#include <string>

#include "face/http_connection.hpp"

namespace touchstone::face {

class HttpExchange final : public Exchange {
 public:
  // `session` is none for modern requests, whose streams cannot be resumed and have no event ids.
  // The client of a new one is told its id with the response, whatever form that takes.
  HttpExchange(HttpConnection& connection, std::shared_ptr<HttpSession> session,
               bool is_new = false)
      : connection_(connection), session_(std::move(session)), is_new_(is_new) {}
  ~HttpExchange() override;

  void send(std::string message) override;
  void begin_stream();  // the response is an event stream from now on
  void client_gone();   // nothing in the legacy era, a cancel in the modern one
  Task<void> finish(const Answer& answer);

 private:
  HttpConnection& connection_;
  std::shared_ptr<HttpSession> session_;
  std::shared_ptr<EventStream> events_;  // legacy, once the response is a stream
  bool is_new_;
};

}  // namespace touchstone::face

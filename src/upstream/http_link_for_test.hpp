// For tests: a link over Streamable HTTP to a server whose every byte the test decides.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "upstream/http_link.hpp"
#include "upstream/http_server_for_test.hpp"
#include "upstream/test_support.hpp"

namespace touchstone::upstream {

inline constexpr const char* kProgress = R"({"jsonrpc":"2.0","method":"notifications/progress"})";
inline constexpr const char* kRoots = R"({"jsonrpc":"2.0","id":"r","method":"roots/list"})";

class HttpLinkTest : public testing::Test {
 protected:
  void serve(HttpServer::Handler handler) {
    server = std::make_unique<HttpServer>(world.loop, std::move(handler));
    config.name = "it";
    config.transport = config::Transport::kHttp;
    config.url = server->url();
    connect();
  }
  void connect() {
    auto opened = open_http(config, world.hearing(), world.context);
    ASSERT_TRUE(opened) << base::to_string(opened.error());
    link = std::move(*opened);
  }
  void always(Reply reply) {
    serve([reply = std::move(reply)](const Seen&) { return reply; });
  }

  Task<void> ask(net::Duration timeout = std::chrono::seconds(30),
                 std::string_view method = "tools/call") {
    auto out = call(*link, method, timeout);
    auto answer = co_await link->request(std::move(out));
    got = answer ? std::string(answer->text()) : answer.error().error.what;
    error = answer ? LinkError{} : answer.error();
    failed = !answer;
    ++asked;
  }
  // The first call of a legacy session, and what open() does after it.
  Task<void> begin_session() {
    co_await ask(std::chrono::seconds(30), "initialize");
    link->begin_session("2025-11-25");
  }

  World world;
  config::Server config;
  std::unique_ptr<HttpServer> server;
  std::unique_ptr<Link> link;
  std::string got;
  LinkError error;
  bool failed = false;
  int asked = 0;
};

}  // namespace touchstone::upstream

// For tests: real HTTP before a bench's gateway.
#pragma once

#include "face/test_support.hpp"
#include "gateway/test_support.hpp"

namespace touchstone::gateway {

// A face before a bench's gateway.
class Front {
 public:
  explicit Front(Bench& bench, face::Door door = {})
      : bench_(bench),
        face(bench.loop, bench.open(), bench.random, bench.log, {}, std::move(door)) {
    auto listening = net::listen_tcp(bench.loop, "127.0.0.1", 0, [this](net::StreamPtr stream) {
      face.serve(std::move(stream));
    });
    EXPECT_TRUE(listening);
    listener_ = std::move(*listening);
  }
  ~Front() {
    listener_.reset();
    face.close();
    bench_.until([&] { return face.connection_count() == 0; });
  }
  Front(const Front&) = delete;
  [[nodiscard]] face::Client client() { return {bench_.loop, listener_->port()}; }

 private:
  Bench& bench_;
  std::unique_ptr<net::Listener> listener_;

 public:
  face::HttpFace face;
};

}  // namespace touchstone::gateway

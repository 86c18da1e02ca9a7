#include "net/listen.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "net/fault.hpp"
#include "net/peer.hpp"
#include "net/socket_stream.hpp"

namespace touchstone::net {
namespace {

using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Unix = asio::local::stream_protocol;

constexpr Duration kPause(100);  // when the system has no descriptors left

template <typename Protocol>
class SocketListener final : public Listener {
 public:
  using Acceptor = asio::basic_socket_acceptor<Protocol, Executor>;

  SocketListener(Loop& loop, Accept accept, std::string file)
      : state_(std::make_shared<State>(loop, std::move(accept))), file_(std::move(file)) {}

  ~SocketListener() override {
    error_code ignored;
    state_->closed = true;
    state_->acceptor.close(ignored);
    if (!file_.empty()) ::unlink(file_.c_str());
  }

  error_code open(const typename Protocol::endpoint& endpoint) {
    error_code failed;
    auto& acceptor = state_->acceptor;
    acceptor.open(endpoint.protocol(), failed);
    if (!failed && file_.empty())
      acceptor.set_option(asio::socket_base::reuse_address(true), failed);
    if (!failed) acceptor.bind(endpoint, failed);
    if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
    if (!failed) accept_next(state_);
    return failed;
  }

  [[nodiscard]] std::uint16_t port() const override {
    if constexpr (std::is_same_v<Protocol, Tcp>) {
      error_code ignored;
      return state_->acceptor.local_endpoint(ignored).port();
    }
    return 0;
  }

 private:
  // Shared with the pending accept, which may outlive the listener by one turn of the loop.
  struct State {
    State(Loop& loop, Accept accept)
        : loop(loop), acceptor(loop.executor()), accept(std::move(accept)) {}
    Loop& loop;
    Acceptor acceptor;
    Accept accept;
    Alarm pause;
    bool closed = false;
  };

  static void accept_next(const std::shared_ptr<State>& state) {
    using Socket = typename SocketStream<Protocol>::Socket;
    state->acceptor.async_accept([state](const error_code& failed, Socket socket) {
      if (state->closed) return;
      if (failed) {
        state->pause = state->loop.after(kPause, [state] { accept_next(state); });
        return;
      }
      hand_on(*state, std::move(socket));
      accept_next(state);
    });
  }

  template <typename Socket>
  static void hand_on(State& state, Socket socket) {
    error_code ignored;
    if constexpr (std::is_same_v<Protocol, Tcp>) {
      socket.set_option(Tcp::no_delay(true), ignored);
    } else if (!is_ours(socket.native_handle())) {
      return;
    }
    state.accept(std::make_unique<SocketStream<Protocol>>(std::move(socket)));
  }

  std::shared_ptr<State> state_;
  std::string file_;
};

// True if somebody answers on the socket file.
bool in_use(Loop& loop, const Unix::endpoint& endpoint) {
  asio::basic_stream_socket<Unix, Executor> probe(loop.executor());
  error_code failed;
  probe.connect(endpoint, failed);
  return !failed;
}

}  // namespace

base::Result<std::unique_ptr<Listener>> listen_tcp(Loop& loop, const std::string& host,
                                                   std::uint16_t port, Listener::Accept accept) {
  error_code failed;
  const auto address = asio::ip::make_address(host, failed);
  const std::string where = host + ":" + std::to_string(port);
  if (failed) return base::fail("not an address to listen on", where, "use 127.0.0.1 or ::1");
  auto listener = std::make_unique<SocketListener<Tcp>>(loop, std::move(accept), "");
  failed = listener->open({address, port});
  if (failed == asio::error::address_in_use) {
    return base::fail("the port is taken", where,
                      "stop what listens there, or choose another with --listen HOST:PORT");
  }
  if (failed) return fault(failed, where);
  return listener;
}

base::Result<std::unique_ptr<Listener>> listen_unix(Loop& loop, const std::string& path,
                                                    Listener::Accept accept) {
  if (path.size() >= sizeof(sockaddr_un::sun_path))
    return base::fail("the path is too long for a socket", path, "choose one under 100 characters");
  const Unix::endpoint endpoint(path);
  if (in_use(loop, endpoint))
    return base::fail("another gateway listens here", path, "stop it, or choose another socket");
  struct stat found = {};
  if (::lstat(path.c_str(), &found) == 0) {
    if (!S_ISSOCK(found.st_mode))
      return base::fail("there is a file here that is not a socket", path, "choose another path");
    ::unlink(path.c_str());
  }
  auto listener = std::make_unique<SocketListener<Unix>>(loop, std::move(accept), path);
  // The file must never be open to others, not even for the moment between bind and chmod.
  const mode_t before = ::umask(0177);
  const error_code failed = listener->open(endpoint);
  ::umask(before);
  if (failed) return fault(failed, path);
  return listener;
}

}  // namespace touchstone::net

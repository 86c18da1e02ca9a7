#include "net/dial.hpp"

#include <optional>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <fmt/format.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "base/seal.hpp"
#include "base/text.hpp"
#include "net/fault.hpp"
#include "net/peer.hpp"
#include "net/socket_stream.hpp"

namespace touchstone::net {
namespace {

using boost::system::error_code;
using Tcp = asio::ip::tcp;
using TcpSocket = asio::basic_stream_socket<Tcp, Executor>;
using Resolver = asio::ip::basic_resolver<Tcp, Executor>;

}  // namespace

// Made when somebody needs it: OpenSSL takes a quarter of the time the program starts in to make
// one.
struct Tls::State {
  std::optional<asio::ssl::context> context;
  error_code failed;

  asio::ssl::context& prepared() {
    if (context) return *context;
    context.emplace(asio::ssl::context::tls_client);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    context->set_verify_mode(asio::ssl::verify_peer, failed);
    context->set_default_verify_paths(failed);
    return *context;
  }
};

Tls::Tls() : state_(std::make_unique<State>()) {}
Tls::~Tls() = default;

base::Result<void> Tls::trust(const std::string& pem_file) {
  error_code failed;
  state_->prepared().load_verify_file(pem_file, failed);
  if (failed) return fault(failed, pem_file, "give a file with certificates in PEM");
  return {};
}

// A Stream over TLS; wraps a connected socket.
class TlsStream final : public Stream {
 public:
  TlsStream(TcpSocket socket, asio::ssl::context& context) : tls_(std::move(socket), context) {}

  Task<base::Result<void>> greet(std::string host) {
    error_code failed;
    if (SSL_set_tlsext_host_name(tls_.native_handle(), host.c_str()) != 1)
      co_return base::fail("not a host name", host);
    tls_.set_verify_callback(asio::ssl::host_name_verification(host), failed);
    const auto [refused] = co_await tls_.async_handshake(asio::ssl::stream_base::client, kAwait);
    if (refused)
      co_return fault(refused, "TLS with " + host, "check the server's certificate and its name");
    co_return base::Result<void>();
  }

  // After the greeting: of the key, not of the certificate, which is renewed more often.
  [[nodiscard]] std::string key_digest() {
    const std::unique_ptr<X509, decltype(&X509_free)> shown(
        SSL_get1_peer_certificate(tls_.native_handle()), &X509_free);
    unsigned char* bytes = nullptr;
    const int size = shown ? i2d_X509_PUBKEY(X509_get_X509_PUBKEY(shown.get()), &bytes) : 0;
    if (size <= 0) return {};
    const std::string key(bytes, bytes + size);
    OPENSSL_free(bytes);
    return base::hex(base::sha256(key));
  }

  Task<base::Result<std::size_t>> read_some(std::span<char> into) override {
    const auto buffer = asio::buffer(into.data(), into.size());
    const auto [failed, size] = co_await tls_.async_read_some(buffer, kAwait);
    if (failed == asio::error::eof) co_return std::size_t{0};
    if (failed) co_return fault(failed, "read");
    co_return size;
  }

  // TLS sends each buffer as a record of its own, so the two are joined.
  Task<base::Result<void>> write(std::string_view first, std::string_view second) override {
    std::string joined;
    if (!second.empty()) joined.append(first).append(second);
    const auto buffer = asio::buffer(second.empty() ? first : std::string_view(joined));
    const auto [failed, size] = co_await asio::async_write(tls_, buffer, kAwait);
    if (failed) co_return fault(failed, "write");
    co_return base::Result<void>();
  }

  void close() override {
    error_code ignored;
    tls_.lowest_layer().close(ignored);
  }
  [[nodiscard]] bool is_open() const override { return tls_.lowest_layer().is_open(); }

 private:
  asio::ssl::stream<TcpSocket> tls_;
};

Task<base::Result<StreamPtr>> Dialler::tcp(std::string host, std::uint16_t port, bool secure,
                                           Duration timeout) {
  const std::string where = host + ":" + std::to_string(port);
  Resolver resolver(loop_.executor());
  TcpSocket socket(loop_.executor());
  TlsStream* greeting = nullptr;
  bool late = false;
  // One deadline for all the steps: whatever waits when it rings is called off.
  const Alarm deadline = loop_.after(timeout, [&] {
    error_code ignored;
    late = true;
    resolver.cancel();
    socket.close(ignored);
    if (greeting != nullptr) greeting->close();
  });
  const auto explain = [&](const error_code& failed) {
    return late ? base::fail("no connection within " + std::to_string(timeout.count()) + " ms",
                             where)
                : fault(failed, where, "check the address, and that the server runs");
  };
  error_code no_address, ignored;
  std::vector<Tcp::endpoint> places = {{asio::ip::make_address(host, no_address), port}};
  if (no_address) {  // a name
    const std::string service = std::to_string(port);
    const auto [unknown, found] = co_await resolver.async_resolve(host, service, kAwait);
    if (unknown) co_return explain(unknown);
    places.assign(found.begin(), found.end());
  }
  const auto [refused, endpoint] = co_await asio::async_connect(socket, places, kAwait);
  if (refused) co_return explain(refused);
  socket.set_option(Tcp::no_delay(true), ignored);
  if (!secure) co_return std::make_unique<SocketStream<Tcp>>(std::move(socket));
  auto stream = std::make_unique<TlsStream>(std::move(socket), tls_.state_->prepared());
  greeting = stream.get();
  auto greeted = co_await stream->greet(std::move(host));
  if (!greeted) co_return tl::unexpected(std::move(greeted.error()));
  if (keys_.size() < kMaxKeys || keys_.contains(where)) keys_[where] = stream->key_digest();
  co_return std::move(stream);
}

std::string Dialler::key_of(std::string_view host, std::uint16_t port) const {
  const auto it = keys_.find(fmt::format("{}:{}", host, port));
  return it == keys_.end() ? std::string() : it->second;
}

Task<base::Result<StreamPtr>> Dialler::unix_socket(std::string path) {
  using Unix = asio::local::stream_protocol;
  if (path.size() >= sizeof(sockaddr_un::sun_path))
    co_return base::fail("the path is too long", path);
  asio::basic_stream_socket<Unix, Executor> socket(loop_.executor());
  const Unix::endpoint endpoint(path);
  const auto [failed] = co_await socket.async_connect(endpoint, kAwait);
  if (failed) co_return fault(failed, path);
  if (!is_ours(socket.native_handle())) {
    co_return base::fail("another user listens on this socket", path,
                         "remove it, or choose another place with `socket` in the config");
  }
  co_return std::make_unique<SocketStream<Unix>>(std::move(socket));
}

}  // namespace touchstone::net

// For tests: a TLS server on loopback, with a certificate made for the occasion.
//
// It runs on a thread of its own, with OpenSSL and nothing of ours, and answers what the first
// read brings with the same bytes and a '!'.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

namespace touchstone::net {

template <auto Free>
struct Frees {
  template <typename T>
  void operator()(T* it) const {
    Free(it);
  }
};

// A key, and a certificate for one name that it signed itself.
class Certificate {
 public:
  explicit Certificate(const std::string& name)
      : key(EVP_EC_gen("P-256")), certificate(X509_new()) {
    X509* const it = certificate.get();
    X509_set_version(it, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(it), 1);
    X509_gmtime_adj(X509_getm_notBefore(it), -60);
    X509_gmtime_adj(X509_getm_notAfter(it), 3'600);
    X509_set_pubkey(it, key.get());
    X509_NAME* const subject = X509_get_subject_name(it);
    const auto* const text = reinterpret_cast<const unsigned char*>(name.c_str());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, text, -1, -1, 0);
    X509_set_issuer_name(it, subject);
    const std::string names = "DNS:" + name;
    const std::unique_ptr<X509_EXTENSION, Frees<X509_EXTENSION_free>> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str()));
    X509_add_ext(it, extension.get(), -1);
    X509_sign(it, key.get(), EVP_sha256());
  }

  void write(const std::string& path) const {
    FILE* const file = ::fopen(path.c_str(), "w");
    ASSERT_NE(file, nullptr);
    PEM_write_X509(file, certificate.get());
    ::fclose(file);
  }

  std::unique_ptr<EVP_PKEY, Frees<EVP_PKEY_free>> key;
  std::unique_ptr<X509, Frees<X509_free>> certificate;
};

class TlsServer {
 public:
  explicit TlsServer(const Certificate& shown) : context_(SSL_CTX_new(TLS_server_method())) {
    SSL_CTX_use_certificate(context_.get(), shown.certificate.get());
    SSL_CTX_use_PrivateKey(context_.get(), shown.key.get());
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(fd_, plain, size), 0);
    EXPECT_EQ(::listen(fd_, 1), 0);
    ::getsockname(fd_, plain, &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve_one(); });
  }
  ~TlsServer() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }
  TlsServer(const TlsServer&) = delete;
  [[nodiscard]] std::uint16_t port() const { return port_; }

 private:
  void serve_one() {
    const int client = ::accept(fd_, nullptr, nullptr);
    if (client < 0) return;
    const std::unique_ptr<SSL, Frees<SSL_free>> tls(SSL_new(context_.get()));
    SSL_set_fd(tls.get(), client);
    char buffer[100];
    if (SSL_accept(tls.get()) == 1) {
      const int size = SSL_read(tls.get(), buffer, sizeof buffer - 1);
      if (size > 0) {
        buffer[size] = '!';
        SSL_write(tls.get(), buffer, size + 1);
      }
      SSL_shutdown(tls.get());
    }
    ::close(client);
  }

  std::unique_ptr<SSL_CTX, Frees<SSL_CTX_free>> context_;
  int fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace touchstone::net

#include "base/seal.hpp"

#include <memory>

#include <openssl/evp.h>

#include "base/base64.hpp"

namespace touchstone::base {
namespace {

constexpr std::size_t kNonce = 12;
constexpr std::size_t kTag = 16;

struct Free {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, Free>;

const unsigned char* bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());  // NOLINT: OpenSSL's idea of bytes
}
unsigned char* bytes(std::string& text) {
  return reinterpret_cast<unsigned char*>(text.data());  // NOLINT: OpenSSL's idea of bytes
}
int length(std::string_view text) { return static_cast<int>(text.size()); }

}  // namespace

Seal::Seal(Random& random) : random_(random) { random_.fill(key_); }

std::string Seal::close(std::string_view plain, std::string_view bound) {
  std::array<unsigned char, kNonce> nonce{};
  random_.fill(nonce);
  std::string out(nonce.begin(), nonce.end());
  std::string cipher(plain.size(), '\0');
  std::string tag(kTag, '\0');
  int size = 0;
  const Context context(EVP_CIPHER_CTX_new());
  EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), nonce.data());
  EVP_EncryptUpdate(context.get(), nullptr, &size, bytes(bound), length(bound));
  EVP_EncryptUpdate(context.get(), bytes(cipher), &size, bytes(plain), length(plain));
  EVP_EncryptFinal_ex(context.get(), bytes(tag), &size);
  EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTag, tag.data());
  return base64_url(out + cipher + tag);
}

std::optional<std::string> Seal::open(std::string_view sealed, std::string_view bound) const {
  const auto raw = from_base64_url(sealed);
  if (!raw || raw->size() < kNonce + kTag) return std::nullopt;
  const std::string_view all = *raw;
  const std::string_view cipher = all.substr(kNonce, all.size() - kNonce - kTag);
  std::string tag(all.substr(all.size() - kTag));
  std::string plain(cipher.size(), '\0');
  std::string rest(kTag, '\0');
  int size = 0;
  const Context context(EVP_CIPHER_CTX_new());
  EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, key_.data(), bytes(all));
  EVP_DecryptUpdate(context.get(), nullptr, &size, bytes(bound), length(bound));
  EVP_DecryptUpdate(context.get(), bytes(plain), &size, bytes(cipher), length(cipher));
  EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTag, tag.data());
  if (EVP_DecryptFinal_ex(context.get(), bytes(rest), &size) != 1) return std::nullopt;
  return plain;
}

std::string sha256(std::string_view text) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  EVP_Digest(text.data(), text.size(), bytes(digest), &size, EVP_sha256(), nullptr);
  return digest;
}

}  // namespace touchstone::base

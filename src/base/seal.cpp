#include "base/seal.hpp"

#include <algorithm>
#include <memory>

#include <openssl/evp.h>

#include "base/base64.hpp"
#include "base/hmac.hpp"

namespace touchstone::base {
namespace {

constexpr std::size_t kNonce = 12;
constexpr std::size_t kTag = 16;
static_assert(kNonce + kTag == Seal::kSealedBytes);

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
// To look an algorithm up costs more than a short text.
const EVP_CIPHER* cipher_used() {
  static EVP_CIPHER* const kCipher = EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr);
  return kCipher;
}

// So does a context of one's own: the thread's is told another key each time.
EVP_CIPHER_CTX* closing_context() {
  thread_local const Context kContext = [] {
    Context made(EVP_CIPHER_CTX_new());
    EVP_EncryptInit_ex(made.get(), cipher_used(), nullptr, nullptr, nullptr);
    return made;
  }();
  return kContext.get();
}

struct FreeDigest {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// The thread's, as above.
EVP_MD_CTX* digest_context() {
  static EVP_MD* const kAlgorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  thread_local const std::unique_ptr<EVP_MD_CTX, FreeDigest> kContext = [] {
    std::unique_ptr<EVP_MD_CTX, FreeDigest> made(EVP_MD_CTX_new());
    EVP_DigestInit_ex(made.get(), kAlgorithm, nullptr);
    return made;
  }();
  return kContext.get();
}

int length(std::string_view text) { return static_cast<int>(text.size()); }

}  // namespace

Seal::Seal(Random& random) : random_(random), key_(made_key(random)) {}

std::string Seal::close(std::string_view plain, std::string_view bound) {
  return base64_url(close_bytes(plain, bound));
}

std::optional<std::string> Seal::open(std::string_view sealed, std::string_view bound) const {
  const auto raw = from_base64_url(sealed);
  return raw ? open_bytes(*raw, bound) : std::nullopt;
}

std::string Seal::close_bytes(std::string_view plain, std::string_view bound) {
  std::string out;
  append_closed(out, plain, bound);
  return out;
}

void Seal::append_closed(std::string& out, std::string_view plain, std::string_view bound) {
  const auto before = out.size();
  out.resize(before + kSealedBytes + plain.size());
  unsigned char* nonce = bytes(out) + before;
  unsigned char* cipher = nonce + kNonce;
  unsigned char* tag = cipher + plain.size();
  random_.fill({nonce, kNonce});
  int size = 0;
  EVP_CIPHER_CTX* const context = closing_context();
  EVP_EncryptInit_ex(context, nullptr, nullptr, key_.data(), nonce);
  EVP_EncryptUpdate(context, nullptr, &size, bytes(bound), length(bound));
  EVP_EncryptUpdate(context, cipher, &size, bytes(plain), length(plain));
  EVP_EncryptFinal_ex(context, tag, &size);
  EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, kTag, tag);
}

std::optional<std::string> Seal::open_bytes(std::string_view sealed, std::string_view bound) const {
  if (sealed.size() < kSealedBytes) return std::nullopt;
  const std::string_view cipher = sealed.substr(kNonce, sealed.size() - kSealedBytes);
  std::string tag(sealed.substr(sealed.size() - kTag));
  std::string plain(cipher.size(), '\0');
  std::string rest(kTag, '\0');
  int size = 0;
  const Context context(EVP_CIPHER_CTX_new());
  EVP_DecryptInit_ex(context.get(), cipher_used(), nullptr, key_.data(), bytes(sealed));
  EVP_DecryptUpdate(context.get(), nullptr, &size, bytes(bound), length(bound));
  EVP_DecryptUpdate(context.get(), bytes(plain), &size, bytes(cipher), length(cipher));
  EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTag, tag.data());
  if (EVP_DecryptFinal_ex(context.get(), bytes(rest), &size) != 1) return std::nullopt;
  return plain;
}

SealKey made_key(Random& random) {
  SealKey key{};
  random.fill(key);
  return key;
}

SealKey derived_key(const SealKey& key, std::string_view purpose) {
  const auto made = hmac_sha256({reinterpret_cast<const char*>(key.data()), key.size()}, purpose);
  SealKey out{};
  std::ranges::copy(std::string_view(made).substr(0, out.size()), out.begin());
  return out;
}

std::string sha256(std::string_view text) {
  std::string digest(32, '\0');
  EVP_MD_CTX* const context = digest_context();
  EVP_DigestInit_ex(context, nullptr, nullptr);
  EVP_DigestUpdate(context, text.data(), text.size());
  EVP_DigestFinal_ex(context, bytes(digest), nullptr);
  return digest;
}

}  // namespace touchstone::base

#include "detect/content.hpp"

#include <array>
#include <cstdlib>

#include <fmt/format.h>
#include <hs/hs.h>

#include "base/seal.hpp"
#include "detect/content_scan.hpp"

namespace touchstone::detect {
namespace {

// Before the database: what this is, of which literals, and a digest of what follows. The library
// checks its own bytes for being of this version and machine, and no more than that.
constexpr std::string_view kContentMagic = "touchstone content 1\n";
constexpr std::size_t kDigest = 32;

constexpr std::array<std::string_view, kContentKinds> kKindNames{"secret", "personal", "financial",
                                                                 "injection", "hidden"};
constexpr std::array<std::string_view, 3> kConfidenceNames{"possible", "likely", "certain"};
constexpr std::array<model::DataClass, kContentKinds> kKindClasses{
    model::DataClass::kCredentials, model::DataClass::kPii, model::DataClass::kFinancial,
    model::DataClass::kNone, model::DataClass::kNone};

base::Error not_ours(std::string_view why) {
  return {fmt::format("not a compiled set of content patterns of this version: {}", why), "",
          "compile the patterns again"};
}

}  // namespace

bool Detections::has(ContentKind kind) const {
  return std::ranges::find(items, kind, &Detection::kind) != items.end();
}

model::DataClasses Detections::classes() const {
  model::DataClasses out;
  for (const auto& item : items) {
    if (const auto what = data_class_of(item.kind); what != model::DataClass::kNone)
      out.insert(what);
  }
  return out;
}

bool Detections::is_malicious() const {
  return has(ContentKind::kInjection) || has(ContentKind::kHidden);
}

std::string_view name_of(ContentKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }
std::string_view name_of(Confidence confidence) {
  return kConfidenceNames[static_cast<std::size_t>(confidence)];
}
model::DataClass data_class_of(ContentKind kind) {
  return kKindClasses[static_cast<std::size_t>(kind)];
}

// The tables, compiled, and Vectorscan's database of their literals.
class ContentEngine::Data {
 public:
  Data() : parts_() {}
  ~Data() { hs_free_database(database_); }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;

  base::Result<void> compile();
  base::Result<void> load(std::string_view bytes);
  [[nodiscard]] base::Result<std::string> serialise() const;
  [[nodiscard]] const ScanParts& parts() const { return parts_; }
  [[nodiscard]] const hs_database_t* database() const { return database_; }

 private:
  [[nodiscard]] std::string head() const {
    return std::string(kContentMagic) + parts_.literals.digest();
  }

  ScanParts parts_;
  hs_database_t* database_ = nullptr;
};

base::Result<void> ContentEngine::Data::compile() {
  std::vector<const char*> texts;
  std::vector<std::size_t> lengths;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  for (const auto& literal : parts_.literals.all()) {
    texts.push_back(literal.text.data());
    lengths.push_back(literal.text.size());
    flags.push_back(literal.any_case ? HS_FLAG_CASELESS : 0);
    ids.push_back(static_cast<unsigned>(ids.size()));
  }
  hs_compile_error_t* error = nullptr;
  const auto done = hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), lengths.data(),
                                         static_cast<unsigned>(texts.size()), HS_MODE_BLOCK,
                                         nullptr, &database_, &error);
  if (done == HS_SUCCESS) return {};
  auto why = error != nullptr ? std::string(error->message) : "no memory";
  hs_free_compile_error(error);
  return base::fail(fmt::format("the content patterns cannot be compiled: {}", why));
}

base::Result<std::string> ContentEngine::Data::serialise() const {
  char* bytes = nullptr;
  std::size_t size = 0;
  if (hs_serialize_database(database_, &bytes, &size) != HS_SUCCESS) {
    return base::fail("the content patterns cannot be serialised");
  }
  const std::string_view payload(bytes, size);
  auto out = head() + base::sha256(payload);
  out += payload;
  std::free(bytes);  // NOLINT(cppcoreguidelines-no-malloc): the library's own, by its contract
  return out;
}

base::Result<void> ContentEngine::Data::load(std::string_view bytes) {
  if (!bytes.starts_with(head())) return tl::unexpected(not_ours("other patterns"));
  bytes.remove_prefix(kContentMagic.size() + kDigest);
  if (bytes.size() < kDigest || base::sha256(bytes.substr(kDigest)) != bytes.substr(0, kDigest)) {
    return tl::unexpected(not_ours("damaged"));
  }
  bytes.remove_prefix(kDigest);
  const auto done = hs_deserialize_database(bytes.data(), bytes.size(), &database_);
  if (done == HS_SUCCESS) return {};
  return tl::unexpected(not_ours("made on another machine"));
}

struct ContentEngine::Scratch::Parts {
  ~Parts() { hs_free_scratch(scratch); }
  hs_scratch_t* scratch = nullptr;
  ScanBuffers buffers;
};

ContentEngine::Scratch::Scratch(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ContentEngine::Scratch::~Scratch() = default;
ContentEngine::Scratch::Scratch(Scratch&&) noexcept = default;
ContentEngine::Scratch& ContentEngine::Scratch::operator=(Scratch&&) noexcept = default;

ContentEngine::ContentEngine(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

base::Result<ContentEngine> ContentEngine::compile() {
  auto data = std::make_shared<Data>();
  if (auto done = data->compile(); !done) return tl::unexpected(done.error());
  return ContentEngine(std::move(data));
}

base::Result<ContentEngine> ContentEngine::load(std::string_view bytes) {
  auto data = std::make_shared<Data>();
  if (auto done = data->load(bytes); !done) return tl::unexpected(done.error());
  return ContentEngine(std::move(data));
}

base::Result<std::string> ContentEngine::serialise() const { return data_->serialise(); }

ContentEngine::Scratch ContentEngine::make_scratch() const {
  auto parts = std::make_unique<Scratch::Parts>();
  hs_alloc_scratch(data_->database(), &parts->scratch);
  return Scratch(std::move(parts));
}

Detections ContentEngine::scan(std::string_view text, Scratch& scratch,
                               const ScanOptions& options) const {
  auto& buffers = scratch.parts_->buffers;
  const auto find = [&](std::string_view part, std::vector<LiteralHit>& hits) {
    const auto on_match = [](unsigned id, unsigned long long, unsigned long long to, unsigned,
                             void* out) {
      static_cast<std::vector<LiteralHit>*>(out)->push_back(
          {static_cast<std::uint32_t>(to), static_cast<std::uint32_t>(id)});
      return 0;
    };
    return hs_scan(data_->database(), part.data(), static_cast<unsigned>(part.size()), 0,
                   scratch.parts_->scratch, on_match, &hits) == HS_SUCCESS;
  };
  return scan_content(text, data_->parts(), buffers, options, find);
}

}  // namespace touchstone::detect

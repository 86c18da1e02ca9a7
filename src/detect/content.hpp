// ContentEngine: what in a text is secret, personal, financial, or meant to steer the model.
//
// The patterns are tables (patterns_*.cpp), each led by literals. One pass of Vectorscan finds the
// literals of all of them, one vectorised sweep the digits, at signs and long runs that have none
// (sweep.hpp); what they point at is confirmed by small matchers, check digits, entropy and the
// words around it. Encoded parts are decoded and looked at in the same way.
//
// An engine is immutable and shared by all threads; a Scratch belongs to one thread at a time.
// Pure: no files, no clock. serialise() and load() are for whoever keeps it between runs. Time is
// linear in the text; what is kept is bounded by the constants below. No bound hides anything: of
// what is too many to tell each kind and each rule is told, and what is too much to look at is told
// as hidden text (kUnread), where it stands. So a label is right however much there is, and who
// redacts all kinds redacts that, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "model/data_class.hpp"

namespace touchstone::detect {

enum class ContentKind : std::uint8_t { kSecret, kPersonal, kFinancial, kInjection, kHidden };
inline constexpr std::size_t kContentKinds = 5;

// kPossible: the form fits, and so do many harmless things (a number of nine digits with one check
// digit). kLikely: enough to label by. kCertain: a checksum, or a form that nothing else has.
enum class Confidence : std::uint8_t { kPossible, kLikely, kCertain };

struct Detection {
  ContentKind kind;
  Confidence confidence;
  bool is_encoded;        // the span is an encoded text, and what was found is in it
  std::string_view rule;  // "github-token"; stable, for reports and policies; lives for ever
  std::size_t begin;
  std::size_t end;

  friend bool operator==(const Detection&, const Detection&) = default;
};

struct Detections {
  std::vector<Detection> items;  // in the order of the text; those of one kind do not overlap
  bool is_partial = false;       // there was more of a kind and rule that is told

  [[nodiscard]] bool has(ContentKind kind) const;
  // credentials, pii, financial: what the kinds found are as data.
  [[nodiscard]] model::DataClasses classes() const;
  // Injection or hidden text.
  [[nodiscard]] bool is_malicious() const;

  friend bool operator==(const Detections&, const Detections&) = default;
};

// "secret", "personal", "financial", "injection", "hidden".
[[nodiscard]] std::string_view name_of(ContentKind kind);
[[nodiscard]] std::string_view name_of(Confidence confidence);
[[nodiscard]] model::DataClass data_class_of(ContentKind kind);  // none for the last two

inline constexpr std::size_t kMaxDetections = 1'000;  // told of one text, of each kind
// Bytes decoded inside one text, and read again as they look: all that a JSON text may have.
inline constexpr std::size_t kMaxUnfolded = std::size_t{16} << 20;
// Texts decoded inside one text that are looked at one by one; the others are looked at as one.
inline constexpr std::size_t kMaxUnfoldedParts = 64;
inline constexpr int kMaxUnfolding = 2;                // encodings inside encodings
inline constexpr std::string_view kUnread = "unread";  // the rule of what was not looked at

struct ScanOptions {
  Confidence at_least = Confidence::kLikely;
  bool instructions = true;  // look for injection, too
};

class ContentEngine {
 public:
  class Scratch {
   public:
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

   private:
    friend class ContentEngine;
    struct Parts;
    explicit Scratch(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
  };

  // From the tables; tens of milliseconds.
  [[nodiscard]] static base::Result<ContentEngine> compile();
  // What serialise() gave, by the same version of the program on a like machine; anything else is
  // an error, after which compile() is the way.
  [[nodiscard]] static base::Result<ContentEngine> load(std::string_view bytes);
  [[nodiscard]] base::Result<std::string> serialise() const;

  [[nodiscard]] Scratch make_scratch() const;
  // Any bytes.
  [[nodiscard]] Detections scan(std::string_view text, Scratch& scratch,
                                const ScanOptions& options = {}) const;

 private:
  class Data;
  explicit ContentEngine(std::shared_ptr<const Data> data);
  std::shared_ptr<const Data> data_;
};

}  // namespace touchstone::detect

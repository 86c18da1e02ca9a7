#include "cli/declassify.hpp"

#include <utility>

#include "cli/approvals_report.hpp"
#include "cli/content_cache.hpp"
#include "guard/scanner.hpp"

namespace touchstone::cli {
namespace {

// A flag to take away, and whether it is there.
struct Taken {
  bool asked;
  bool present;
  std::string_view word;
};

// "regulated:GDPR", as labels are printed, is the scope GDPR.
std::string_view scope_in(std::string_view word) {
  constexpr std::string_view kPrefix = "regulated:";
  return word.starts_with(kPrefix) ? word.substr(kPrefix.size()) : word;
}

base::Result<void> check_present(const model::Label& label, const DeclassifyOptions& options,
                                 const LabelOwner& owner) {
  const auto absent = [&](std::string_view word) {
    return base::fail(std::string(owner.lacks).append(" ").append(word), owner.name,
                      std::string(owner.has).append(": ").append(label_in_words(label)));
  };
  for (const auto& [asked, present, word] :
       {Taken{options.untrusted, label.untrusted, "untrusted"},
        Taken{options.is_private, label.is_private, "private"},
        Taken{options.malicious, label.malicious, "malicious"}}) {
    if (asked && !present) return absent(word);
  }
  for (const auto& word : options.classes) {
    if (!label.classes.has_word(scope_in(word))) return absent(word);
  }
  return {};
}

}  // namespace

LabelOwner of_session(std::string key) {
  return {std::move(key), "the session has not seen anything", "it has seen"};
}

LabelOwner of_place(std::string place) {
  return {std::move(place), "nothing there is labelled", "its label is"};
}

base::Result<model::Relief> relief_from(const model::Label& label, const DeclassifyOptions& options,
                                        const LabelOwner& owner) {
  if (options.all) return model::Relief();
  model::Relief out{.untrusted = options.untrusted,
                    .is_private = options.is_private,
                    .malicious = options.malicious,
                    .classes = options.classes};
  if (out.empty()) {
    return base::fail("nothing was named that shall go", owner.name,
                      "--class C, --untrusted, --private, --malicious or --all");
  }
  if (const auto present = check_present(label, options, owner); !present) {
    return tl::unexpected(present.error());
  }
  return out;
}

base::Result<model::Label> label_without(const model::Label& label,
                                         const DeclassifyOptions& options,
                                         const LabelOwner& owner) {
  const auto relief = relief_from(label, options, owner);
  if (!relief) return tl::unexpected(relief.error());
  return options.all ? model::Label() : model::relieved(label, *relief);
}

std::string without_secrets(const std::string& text) {
  if (text.empty()) return text;
  auto engine = cached_content_engine(content_cache_path());
  guard::Scanner scanner;
  if (engine) scanner.set(std::move(*engine));
  return scanner.clean(text);
}

}  // namespace touchstone::cli

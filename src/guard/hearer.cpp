#include "guard/hearer.hpp"

#include "guard/decided.hpp"
#include "guard/result_label.hpp"

namespace touchstone::guard {

Hearer hearer_of(const Subject& subject) {
  Hearer out{.session = subject.session,
             .server = std::string(subject.server),
             .source = subject.source,
             .tool = subject.name,
             .trust = subject.trust,
             .label = label_of_result(subject, {}, {}, {}),
             .lapses = subject.lapses,
             .opening = subject.opening};
  if (subject.profile != nullptr) out.legs = model::legs_of(*subject.profile);
  out.label.join(label_of(subject.brought));
  std::size_t bytes = 0;
  for (const Brought& content : subject.brought) bytes += content.text.size();
  out.repeats = bytes > Decided::kMaxBroughtKept;
  if (!out.repeats) out.brought.assign(subject.brought.begin(), subject.brought.end());
  return out;
}

model::Label label_heard(const Hearer& hearer, const detect::ResultDetections& found,
                         const model::DataClaims& claims) {
  model::Label label = hearer.label;
  label.join(model::label_of(claims));
  label.classes.join(found.classes());
  if (!label.classes.empty()) label.is_private = true;
  if (found.is_malicious()) label.malicious = label.untrusted = true;
  return label;
}

bool is_news(model::Label heard, const model::Label& session) {
  heard.attribution = {};
  return heard != model::Label() && !session.covers(heard);
}

}  // namespace touchstone::guard

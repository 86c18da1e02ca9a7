#include "model/evidence.hpp"

namespace touchstone::model {

std::string_view name_of(Source source) {
  switch (source) {
    case Source::kDefault: return "default";
    case Source::kInferred: return "inferred";
    case Source::kDeclared: return "declared";
    case Source::kResolved: return "resolved";
    case Source::kObserved: return "observed";
    case Source::kOperator: return "operator";
  }
  return "default";
}

std::string_view name_of(Trust trust) {
  switch (trust) {
    case Trust::kUntrusted: return "untrusted";
    case Trust::kStandard: return "standard";
    case Trust::kTrusted: return "trusted";
  }
  return "untrusted";
}

}  // namespace touchstone::model

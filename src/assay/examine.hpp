// examine(): all that can be known of a tool before it is called: its profile, folded from what it
// declares, what its words say and what the operator says, and what is wrong with it.
//
// The one place where the parts come together, for the gateway and for the commands that read
// files. Pure; any thread.
#pragma once

#include <cstddef>
#include <vector>

#include "detect/known_tools.hpp"
#include "infer/siblings.hpp"
#include "model/finding.hpp"
#include "model/fold.hpp"
#include "model/profile.hpp"
#include "model/tool.hpp"

namespace touchstone::assay {

// What is known around a tool.
struct Surroundings {
  const infer::Siblings* siblings = nullptr;      // the other tools of its server
  const detect::KnownTools* everybody = nullptr;  // the tools of all servers
};

// What an examination asked of the surroundings, and heard: little, and mostly the same in others.
struct Asked {
  infer::SiblingsAsked siblings;
  detect::NamesAsked names;

  // Would an examination of this very definition hear the same here? Then it would end the same.
  [[nodiscard]] bool holds(const model::Tool& tool, const Surroundings& around) const;
};

struct Examined {
  model::Profile profile;
  std::vector<model::Finding> findings;  // the worst first, poison before what is merely untidy
  Asked asked;
};

// `more` is evidence from elsewhere: the operator's word, observations.
[[nodiscard]] Examined examine(const model::Tool& tool, const Surroundings& around,
                               const model::FoldOptions& options,
                               std::vector<model::Evidence> more = {});

}  // namespace touchstone::assay

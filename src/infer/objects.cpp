#include "infer/objects.hpp"

#include <algorithm>
#include <array>

namespace touchstone::infer {
namespace {

template <std::size_t N>
bool has(const std::array<std::string_view, N>& words, std::string_view word) {
  if (std::ranges::find(words, word) != words.end()) return true;
  return word.size() > 3 && word.ends_with('s') && has(words, word.substr(0, word.size() - 1));
}

}  // namespace

bool is_question(std::string_view word) {
  constexpr std::array<std::string_view, 27> kQuestions{
      "query",      "querie",        "search",     "searche",       "lookup", "select",
      "analysi",    "diagnostic",    "report",     "aggregation",   "scan",   "check",
      "inspection", "validation",    "comparison", "calculation",   "audit",  "assessment",
      "evaluation", "healthcheck",   "diff",       "introspection", "review", "verification",
      "research",   "investigation", "reasoning"};
  return has(kQuestions, word) || word == "analysis";
}

bool is_answer(std::string_view word) {
  constexpr std::array<std::string_view, 42> kAnswers{
      "answer",        "chart",       "checksum",      "completion",    "diagram",
      "embedding",     "estimate",    "example",       "explanation",   "forecast",
      "graph",         "guidance",    "guide",         "hash",          "histogram",
      "infographic",   "instruction", "map",           "overview",      "plan",
      "plot",          "prediction",  "preview",       "prompt",        "recommendation",
      "roadmap",       "sankey",      "snippet",       "suggestion",    "summary",
      "summarie",      "thumbnail",   "timeline",      "transcript",    "translation",
      "transcription", "uuid",        "visualization", "visualisation", "response",
      "command",       "code"};
  return has(kAnswers, word);
}

bool is_computed(std::string_view word) {
  constexpr std::array<std::string_view, 10> kComputed{
      "checksum",   "completion",  "embedding",     "forecast", "hash",
      "prediction", "translation", "transcription", "summary",  "visualization"};
  return has(kComputed, word);
}

bool is_guidance(std::string_view word) {
  constexpr std::array<std::string_view, 11> kGuidance{
      "advice",      "checklist",   "documentation", "explanation", "guidance",      "guide",
      "information", "instruction", "overview",      "practice",    "recommendation"};
  return has(kGuidance, word);
}

}  // namespace touchstone::infer

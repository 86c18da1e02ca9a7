#include "infer/objects.hpp"

namespace touchstone::infer {

bool has_noun(const base::WordList& words, std::string_view word) {
  if (words.has(word)) return true;
  return word.size() > 3 && word.ends_with('s') && has_noun(words, word.substr(0, word.size() - 1));
}

bool is_question(std::string_view word) {
  static constexpr base::WordList kQuestions(
      "query querie search searche lookup select analysi diagnostic report aggregation scan check "
      "inspection validation comparison calculation audit assessment evaluation healthcheck diff "
      "introspection review verification research investigation reasoning");
  return has_noun(kQuestions, word) || word == "analysis";
}

bool is_answer(std::string_view word) {
  static constexpr base::WordList kAnswers(
      "answer chart checksum completion diagram embedding estimate example explanation forecast "
      "graph guidance guide hash histogram instruction map overview plan plot prediction preview "
      "prompt recommendation roadmap snippet suggestion summary summarie thumbnail timeline "
      "transcript translation transcription uuid visualization visualisation command code");
  return has_noun(kAnswers, word);
}

bool is_draft(std::string_view word) {
  static constexpr base::WordList kDrafts(
      "boilerplate expression locator regex selector spreadsheet sql stub test");
  return has_noun(kDrafts, word);
}

bool is_computed(std::string_view word) {
  static constexpr base::WordList kComputed(
      "checksum completion embedding forecast hash prediction translation transcription summary "
      "visualization");
  return has_noun(kComputed, word);
}

bool is_guidance(std::string_view word) {
  static constexpr base::WordList kGuidance(
      "advice checklist documentation explanation guidance guide information instruction overview "
      "practice recommendation");
  return has_noun(kGuidance, word);
}

bool is_manual(std::string_view word) {
  static constexpr base::WordList kManuals(
      "checklist guidance guide guideline instruction playbook runbook tutorial walkthrough");
  return has_noun(kManuals, word);
}

bool is_picture(std::string_view word) {
  return word == "screenshot" || word == "snapshot" || word == "picture";
}

bool is_trial(std::string_view word) {
  static constexpr base::WordList kTrials(
      "audit benchmark check demo drill evaluation experiment lint preview scan session simulation "
      "smoke spec suite test trial validation");
  return has_noun(kTrials, word);
}

bool is_job(std::string_view word) {
  static constexpr base::WordList kJobs(
      "analysi build crawl deployment execution investigation job pipeline run scan task training "
      "workflow");
  return has_noun(kJobs, word) || word == "analysis";
}

bool is_running_system(std::string_view word) {
  static constexpr base::WordList kSystems(
      "bucket cluster compute container database db disk dns firewall helm hypervisor instance "
      "k8s kubernetes machine nodepool pod replica storage subnet vm volume vpc webapp");
  return has_noun(kSystems, word);
}

bool is_database(std::string_view word) {
  static constexpr base::WordList kDatabases(
      "athena bigquery clickhouse cockroachdb cypher database databricks datasource db duckdb "
      "influxdb mariadb mongodb mssql mysql neo4j oracle postgres postgresql redshift snowflake "
      "sql "
      "sqlite table trino warehouse");
  return has_noun(kDatabases, word);
}

bool is_setting(std::string_view word) {
  static constexpr base::WordList kSettings("config configuration preference setting");
  return has_noun(kSettings, word);
}

bool is_document(std::string_view word) {
  static constexpr base::WordList kDocuments("document file note");
  return has_noun(kDocuments, word);
}

bool is_case(std::string_view word) {
  static constexpr base::WordList kCases(
      "alert comment conversation discussion error incident issue thread ticket todo");
  return has_noun(kCases, word);
}

bool is_deal(std::string_view word) {
  static constexpr base::WordList kDeals(
      "authorization booking charge deposit donation intent invoice loan order payment payout "
      "purchase refund reservation subscription transaction transfer withdrawal");
  return has_noun(kDeals, word);
}

bool is_record(std::string_view word) {
  static constexpr base::WordList kRecords(
      "deal draft epic estimate incident issue lead opportunity prospect quote story task ticket");
  return has_noun(kRecords, word);
}

bool is_medium(std::string_view word) {
  static constexpr base::WordList kMedia("cell disk drive partition range volume");
  return has_noun(kMedia, word);
}

bool is_misconduct(std::string_view word) {
  static constexpr base::WordList kMisconduct(
      "abuse harassment phishing scam spam spammer violation");
  return has_noun(kMisconduct, word);
}

bool is_right(std::string_view word) {
  static constexpr base::WordList kRights(
      "access acl entitlement owner ownership permission policie policy privilege role");
  return has_noun(kRights, word);
}

bool is_destruction(std::string_view word) {
  static constexpr base::WordList kDestructions(
      "decommission decommissioning deletion destruction erasure eviction overwrite purge removal "
      "revocation teardown termination uninstallation wipe");
  return has_noun(kDestructions, word);
}

bool is_view(std::string_view word) {
  static constexpr base::WordList kViews(
      "focus highlight highlighting selection sort viewport zoom");
  return has_noun(kViews, word);
}

bool is_sweeping(std::string_view word) {
  return word == "across" || word == "all" || word == "every" || word == "everywhere";
}

}  // namespace touchstone::infer

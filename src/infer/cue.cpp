#include "infer/cue.hpp"

#include <algorithm>

#include "base/word_list.hpp"
#include "infer/word_index.hpp"

namespace touchstone::infer {
namespace {

struct CueGroup {
  Cue cue;
  std::string_view phrases;  // separated by commas; words by single spaces
};

// A word stands for its plural too. Hyphens count as spaces.
// clang-format off
constexpr auto kCueGroups = std::to_array<CueGroup>({
    {Cue::kSaysReadOnly,
     "read only,readonly,no side effects,side effect free,not modify,not change,not alter,"
     "not mutate,not write,not affect,not make any changes,not make changes,never modifies,"
     "never changes,never writes,without modifying,without changing,without altering,"
     "without executing,without applying,without making changes,without making any changes,"
     "without writing,without persisting,without saving,nothing is written,nothing is changed,"
     "nothing is saved,only reads,only select,select only,select query,select querie,"
     "select statement,select operation,non mutating,makes no changes,no changes are made"},
    {Cue::kSaysHarmless,
     "non destructive,nondestructive,not destructive,additive,not overwrite,never overwrites,"
     "without overwriting,not delete,never deletes,without deleting,not remove,without removing,"
     "not replace,not destroy,fails if it already exists,fails if it exists"},
    {Cue::kDestructive,
     "destructive,overwrite,overwrites,overwritten,overwriting,data loss,lose data,wipes,erases,"
     "replaces the entire,replaces all,replaces existing,replace existing,full replacement,"
     "will be replaced,will be lost,will be deleted,will be removed,deletes all,removes all,"
     "discards,cascade"},
    {Cue::kIrreversible,
     "cannot be undone,can't be undone,can not be undone,not be undone,irreversible,irreversibly,"
     "permanently,permanent deletion,not reversible,not recoverable,unrecoverable,irrecoverable,"
     "cannot be reversed,cannot be recovered,cannot be restored,not be recovered,no undo,"
     "not be reversed,hard delete,final and cannot"},
    {Cue::kReversible,
     "can be undone,can be reversed,can be restored,can be recovered,is reversible,soft delete,"
     "soft deletes,moves to trash,move to trash,moved to trash,to the trash,recycle bin,"
     "recoverable,restorable,can later be restored"},
    {Cue::kIdempotent,
     "idempotent,idempotency,safe to retry,safely retried,safe to call multiple times,"
     "succeeds silently,succeed silently,does nothing if,nothing happens if,"
     "no effect if already,no op if,if not exists,if it does not exist,if it doesn't exist,"
     "if missing,repeated calls"},
    {Cue::kCreatesOnDemand,
     "created automatically,automatically created,automatically creates,auto creates,creates one if,"
     "create one if,is created if,will be created if,created on demand,creates it if,"
     "created if it does not exist,created if missing"},
    {Cue::kStartsJob,
     "waits for the job,waits for completion,waits for it to complete,waits for it to finish,"
     "starts an analysis,starts a job,starts a new job,starts a run,starts a scan,starts a task,"
     "starts a build,triggers an analysis,triggers a job,triggers a run,triggers a scan,"
     "triggers a build,kicks off,queues a job,queues a task"},
    {Cue::kReturnsNew,
     "returns the created,returns the newly created,returns the new,returns the updated,"
     "returns the modified,returns created,return the created,return the newly created,"
     "return the updated,id of the created,id of the new,id of the newly created,"
     "details of the created,details of the newly created,details of the updated,"
     "newly created resource,newly created object,deletion confirmation,confirmation of deletion,"
     "whether the deletion,whether the update"},
    {Cue::kGuidance,
     "guidance,guideline,step by step instruction,best practice,returns instruction,"
     "instructions for,how to guide,runbook,instructs the agent,set of instruction,core instruction"},
    {Cue::kDetermines,
     "determine whether,determine if,determines whether,determines if,check whether,check if,"
     "checks whether,checks if,verify whether,verify that,verifies that,find out"},
    {Cue::kPartial,
     "partial update,partially update,partially updates,only fields,only provided,only the provided,"
     "only specified,only the specified,only the fields,specified fields,provided fields,"
     "left unchanged,remain unchanged,unchanged,preserving,preserves,preserved,"
     "at least one field,at least one other field,at least one property,fields to change,"
     "fields to update,fields you want to,incrementally,omitted fields,omit to keep,leave unset,"
     "unspecified fields,untouched,without affecting"},
    {Cue::kSaves,
     "saved to disk,saves to disk,written to disk,saves the,saves it,is saved to,are saved to,"
     "save to disk,writes to disk,stored locally,to a local file,saves to"},
    {Cue::kWeb,
     "web,website,webpage,web page,web search,internet,url,uri,http,https,online,browser,crawl,"
     "crawler,scrape,search engine,news,rss,webhook,hyperlink,web site,remote url,public url,"
     "google search,search results from the web,sitemap,domain name"},
    {Cue::kMessaging,
     "email,e mail,mail,inbox,sms,text message,chat,chat message,direct message,notification,"
     "recipient,mailbox,newsletter,voice call,phone call,push message,channel message,attendee,"
     "invitation,invitee"},
    {Cue::kPublicContent,
     "forum,review,comment,tweet,reddit,wikipedia,blog,social media,discussion,feedback,reply,"
     "bug report,issue body,third party,user generated,public repository,public repo,"
     "hacker news,stack overflow,youtube,podcast,customer message,support ticket"},
    {Cue::kPublicPlace,
     "publicly,public network,social media,tweet,publish publicly,make public,public link,"
     "publicly accessible,share link,shareable,the public"},
    {Cue::kLocal,
     "file,filesystem,file system,directory,folder,disk,local,locally,clipboard,workspace file,"
     "localhost,working directory,local machine,stdin,process,desktop"},
    {Cue::kOrganisation,
     "workspace,team,organization,organisation,project,tenant,subscription,account,company,"
     "repository,board,ticket,incident,cluster,dashboard,database,knowledge base,wiki,"
     "knowledge graph,internal"},
    {Cue::kSystem,
     "health,health check,uptime,version,cpu,memory usage,disk usage,system information,"
     "system info,environment variable,setting,configuration,config,capability,quota"},
    {Cue::kReference,
     "official documentation,official docs,official reference,api reference,"
     "product documentation,language reference"},
    {Cue::kHook, "webhook,web hook,callback,callback url,redirect url,redirect uri"},
    {Cue::kCredentials,
     "password,passphrase,secret,credential,api key,access key,private key,secret key,ssh key,"
     "access token,auth token,api token,bearer token,refresh token,client secret,"
     "connection string,passcode,otp,session cookie,cookie,keychain,key vault,keyvault,"
     "environment variable,env var,env variable"},
    {Cue::kFinancial,
     "payment,invoice,billing,bank,iban,credit card,debit card,card number,salary,payroll,refund,"
     "payout,bank account,account balance,financial,tax,ledger,transaction history,"
     "money,wallet,purchase,checkout session,accounting,bank transfer,trading,portfolio"},
    {Cue::kPersonal,
     "email address,phone,phone number,home address,postal address,street address,ssn,"
     "social security,passport,birthday,date of birth,birthdate,personal data,personal information,"
     "personally identifiable,pii,customer,employee,patient,contact,attendee,first name,last name,"
     "full name,user profile,user details,gdpr,location history,candidate,applicant,"
     "people,person,guest"},
    {Cue::kHealth,
     "patient,medical,health record,diagnosis,hipaa,prescription,clinical,medication,symptom,phi"},
    {Cue::kUserData,
     "note,document,message,conversation,calendar,photo,bookmark,preference,history,transcript,"
     "mailbox,inbox,clipboard,my,user's,personal"},
    {Cue::kAi,
     "llm,ai,gpt,prompt,openai,anthropic,claude,gemini,chatgpt,copilot,sampling"},
    {Cue::kAiWork,
     "language model,machine learning,ml model,embedding,generative,neural,text to speech,"
     "speech to text,image generation,natural language question,semantic search,vector search,"
     "ai powered,ai generated,ai based,ai driven,using ai"},
    {Cue::kAgent, "agent,agentic,subagent,sub agent,multi agent,copilot,autopilot"},
    {Cue::kAutonomous,
     "autonomous,autonomously,agentic,subagent,sub agent,multi agent,orchestrates,"
     "self directed,plans and executes,agent decides,decides which,multi step task,delegates,"
     "multi step reasoning,ai agent that"},
    {Cue::kPrivileged,
     "admin,administrator,administrative,root,privileged,privilege,iam,rbac,role assignment,"
     "role binding,permission,access control,access policy,service account,firewall,kernel,"
     "owner role,security policy,acl,cluster role"},
    {Cue::kElevated,
     "sudo,superuser,as root,root access,root user,elevated,elevated privileges,"
     "administrator privileges,admin privileges,impersonate,impersonates,grant access,"
     "grants access,grant permission,grants permission,change permission,changes permission"},
    {Cue::kSlow,
     "long running,may take,might take,can take,takes several,takes a few,several minutes,"
     "few minutes,up to minutes,asynchronous,asynchronously,async,in the background,"
     "background job,poll,polling,deep research,slow,time consuming,wait until,waits until,"
     "waits for,queued,minutes to complete"},
    {Cue::kHeavy,
     "resource intensive,cpu intensive,memory intensive,gpu,benchmark,transcode,load test,"
     "stress test,heap snapshot,full scan,entire database,computationally,expensive,heavy,"
     "train a,training job,fine tune,fine tuning,video rendering,large scale,bulk import"},
    {Cue::kShell,
     "shell,bash,powershell,terminal,command line,shell command,arbitrary code,javascript code,"
     "python code,code execution,execute code,run code,script,javascript,javascript function"},
    {Cue::kSql,
     "sql,cypher,dml,ddl,stored procedure,raw query,database,data warehouse,clickhouse,snowflake,"
     "bigquery,athena,redshift,postgres,postgresql,mysql,mariadb,sqlite,duckdb,influxdb,"
     "databricks,cockroachdb,mssql"},
});
// clang-format on

struct Entry {
  std::string_view phrase;
  std::string_view first;  // word of the phrase
  Cue cue = Cue::kSaysReadOnly;
};

constexpr std::size_t count_phrases() {
  std::size_t count = 0;
  for (const auto& group : kCueGroups) {
    count += 1 + static_cast<std::size_t>(std::ranges::count(group.phrases, ','));
  }
  return count;
}

// Sorted by first word, so that all phrases beginning with it are found at once.
consteval auto sorted_entries() {
  std::array<Entry, count_phrases()> entries{};
  std::size_t next = 0;
  for (const auto& group : kCueGroups) {
    for (auto rest = group.phrases; !rest.empty();) {
      const auto phrase = rest.substr(0, rest.find(','));
      entries[next++] = {phrase, phrase.substr(0, phrase.find(' ')), group.cue};
      rest.remove_prefix(std::min(phrase.size() + 1, rest.size()));
    }
  }
  std::ranges::sort(entries, {}, &Entry::first);
  return entries;
}
constexpr auto kEntries = sorted_entries();
constexpr WordIndex<Entry> kFirstWords(kEntries, &Entry::first);

// "To avoid data loss" threatens none.
constexpr base::WordList kDenials(
    "avoid avoiding avoids never no non nor not prevent preventing prevents without won't");

bool is_denied(const Words& words, std::size_t at) {
  const auto denies = [&](std::size_t back) {
    return at >= back && words.gap(at - back + 1) < Gap::kComma && kDenials.has(words[at - back]);
  };
  return denies(1) || (words.gap(at) < Gap::kComma && denies(2));
}

bool is_promise(Cue cue) { return cue == Cue::kSaysReadOnly || cue == Cue::kSaysHarmless; }

// Do the words from `at` on spell the rest of the phrase?
bool matches(const Words& words, std::size_t at, std::string_view rest) {
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the space
    const auto word = rest.substr(0, rest.find(' '));
    const auto found = words[++at];
    const bool plural = found.size() == word.size() + 1 && found.ends_with('s');
    if (words.gap(at) >= Gap::kComma || (plural ? found.substr(0, word.size()) : found) != word) {
      return false;
    }
    rest.remove_prefix(word.size());
  }
  return true;
}

}  // namespace

void CueSheet::note(const Words& words, Spot spot, std::uint16_t parameter) {
  bool conditional = false;  // what holds only if something else does is no promise
  bool in_section = false;   // what an option or an example overwrites says little of the tool
  const auto note_from = [&](std::size_t i, std::string_view first) {
    const auto range = kFirstWords.find(first);
    for (const auto& entry : range) {
      auto& hit = hits_[static_cast<std::size_t>(entry.cue)][static_cast<std::size_t>(spot)];
      if (conditional && is_promise(entry.cue)) continue;
      if (in_section && entry.cue == Cue::kDestructive) continue;
      if (entry.phrase == "read only" && !words.claim_to_read_only(i)) continue;
      if (hit || !matches(words, i, entry.phrase.substr(first.size())) || is_denied(words, i)) {
        continue;
      }
      hit = {entry.phrase, parameter};
    }
    return !range.empty();
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto word = words[i];
    if (words.gap(i) == Gap::kSentence) {
      conditional = word == "if" || word == "unless";
      in_section = in_section || (spot == Spot::kText && opens_section(words, i));
    }
    if (note_from(i, word) || word.size() < 4 || !word.ends_with('s')) continue;
    note_from(i, word.substr(0, word.size() - 1));
  }
}

bool CueSheet::has(Cue cue) const {
  return std::ranges::any_of(hits_[static_cast<std::size_t>(cue)],
                             [](const Hit& hit) { return static_cast<bool>(hit); });
}

}  // namespace touchstone::infer

#include "model/data_class.hpp"

#include "model/test_support.hpp"

namespace touchstone::model {
namespace {

DataClasses with_scope(std::string scope) {
  DataClasses out;
  out.insert_scope(std::move(scope));
  return out;
}

DataClasses with_label(std::string label) {
  DataClasses out;
  out.insert_label(std::move(label));
  return out;
}

TEST(OrganisationLabel, is_a_reverse_dns_name) {
  for (const auto* good : {"com.acme.project-x", "com.acme", "org.example.a_b.c", "xn--p1ai.x"}) {
    EXPECT_TRUE(is_organisation_label(good)) << good;
  }
  for (const auto* bad : {"", "pii", "com.", ".com", "com..acme", "com.-acme", "com.acme-",
                          "com.ac me", "com.acme/x", "1.0", "3.14.15", "com.größe"}) {
    EXPECT_FALSE(is_organisation_label(bad)) << bad;
  }
}

TEST(DataClasses, take_the_five_words_and_organisation_labels_only) {
  DataClasses classes;
  for (const auto* word : {"none", "user", "pii", "financial", "credentials", "com.acme.x"}) {
    EXPECT_TRUE(classes.insert_word(word)) << word;
    EXPECT_TRUE(classes.has_word(word)) << word;
  }
  EXPECT_FALSE(classes.insert_word("regulated")) << "an object on the wire, never a word";
  EXPECT_FALSE(classes.insert_word("PII"));
  EXPECT_FALSE(classes.insert_word("secret"));
  EXPECT_FALSE(classes.has(DataClass::kRegulated));
}

TEST(DataClasses, a_scope_makes_data_regulated) {
  const auto classes = with_scope("GDPR");
  EXPECT_TRUE(classes.has(DataClass::kRegulated));
  EXPECT_TRUE(classes.has_word("GDPR"));
  EXPECT_TRUE(classes.has_word("regulated"));
  EXPECT_FALSE(classes.has_word("gdpr"));
}

TEST(DataClasses, none_is_a_statement_but_nothing_sensitive) {
  const DataClasses none(DataClass::kNone);
  EXPECT_NE(none, DataClasses());
  EXPECT_FALSE(none.empty());
  EXPECT_FALSE(none.sensitive());
  EXPECT_EQ(none.without_none(), DataClasses());
}

TEST(DataClasses, user_data_is_sensitive_but_not_confidential) {
  EXPECT_TRUE(DataClasses(DataClass::kUser).sensitive());
  EXPECT_FALSE(DataClasses(DataClass::kUser).confidential());
  EXPECT_TRUE(with_label("com.acme.x").sensitive());
  EXPECT_TRUE(with_label("com.acme.x").confidential());
  for (const auto member :
       {DataClass::kPii, DataClass::kFinancial, DataClass::kCredentials, DataClass::kRegulated}) {
    EXPECT_TRUE(DataClasses(member).confidential()) << name_of(member);
  }
}

TEST(DataClasses, include_by_class_scope_and_label) {
  DataClasses bound(DataClass::kPii);
  bound.insert_scope("GDPR");
  EXPECT_TRUE(bound.includes(DataClass::kPii));
  EXPECT_TRUE(bound.includes(with_scope("GDPR")));
  EXPECT_TRUE(bound.includes(DataClass::kNone)) << "nothing sensitive is always within";
  EXPECT_FALSE(bound.includes(with_scope("HIPAA")));
  EXPECT_FALSE(bound.includes(with_label("com.acme.x")));
  EXPECT_FALSE(DataClasses(DataClass::kNone).includes(DataClass::kUser));
}

TEST(DataClasses, join_is_a_semilattice_and_never_loses_anything) {
  EXPECT_TRUE(holds([] {
    const auto a = any_classes();
    const auto b = any_classes();
    const auto c = any_classes();
    const auto joined = [](DataClasses x, const DataClasses& y) {
      x.join(y);
      return x;
    };
    RC_ASSERT(joined(a, b) == joined(b, a));
    RC_ASSERT(joined(joined(a, b), c) == joined(a, joined(b, c)));
    RC_ASSERT(joined(a, a) == a);
    RC_ASSERT(joined(a, b).includes(a));
    RC_ASSERT(joined(a, b).includes(b));
    RC_ASSERT(!a.sensitive() || joined(a, b).sensitive());
  }));
}

}  // namespace
}  // namespace touchstone::model

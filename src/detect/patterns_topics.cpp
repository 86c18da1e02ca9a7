// Words that say what a number nearby is, and phrases around names and streets.
#include "detect/content_tables.hpp"

namespace touchstone::detect {
namespace {

// clang-format off
constexpr TopicRule kTopicRules[] = {
    {Topic::kPhone, "phone|mobile|telephone|tel:|tel.|tel |fax:|cell:|whatsapp|call me|contact number|telefon|telepono|teléfono|téléphone|celular|gsm|handynummer|cep no|전화|電話|电话|手机|телефон"},
    {Topic::kSocial, "ssn|social security|social insurance|national id|identity number|id number|identity card|identification number|citizen|aadhaar|aadhar|pesel|personnummer|pnr|nino|national insurance|kimlik|voter|nric|id card|ausweis|svnr|rentenversicherung|sozialversicherung|resident|passport|hetu|id code|nin:|nin |rrn|rsa id|bsn|burgerservice|curp|cnp|egn|codice fiscale|frn:|frn |alien registration|foreigner registration|thai id|주민등록|외국인등록|บัตรประชาชน|身份证|マイナンバー"},
    {Topic::kTax, "tax id|tax number|taxpayer|tax file|tin:|tin |tin-|itin|steuer|tfn|sin:|social insurance|pan card|pan number|pan:|nif|nie|fiscal|cpf|cuit|rut:|st.-nr|st-nr|gstin|ein:|employer identification|employer id"},
    {Topic::kTax, "EIN |EIN# |SIN |SIN# ", false},
    {Topic::kPassport, "passport|pasaporte|reisepass|travel document|passeport|ausweis|pass-nr|passaporto|여권|护照|パスポート"},
    {Topic::kLicence, "driver's licen|driver licen|drivers licen|driving licen|driver_licen|dl number|licence number|license number|fuehrerschein|führerschein|fahrerlaubnis|my license is|permis de conduire|patente di guida|licencia de conducir|carnet de conducir|운전면허"},
    {Topic::kHealth, "medicare|nhs|npi|medical record|health card|health insurance|krankenkasse|kvnr|krankenversicherung|mbi|patient|provider identif|dea number|certificate number|lanr|arztnummer"},
    {Topic::kBank, "account number|account no|acct|bank account|routing|sort code|aba |kontonummer|kontonr|konto-nr|konto nr|iban|bank number|account:|account #"},
    {Topic::kCard, "credit card|debit card|card number|card no|cvv|visa|mastercard|amex|kreditkarte"},
    {Topic::kVehicle, "licence plate|license plate|plate number|vehicle registration|number plate|kennzeichen|plaka|registration number"},
};

constexpr ContentPhrase kContentPhrases[] = {
    {PhraseKind::kName, "my name is |his name is |her name is |their name is |name: |name\": \"|name\":\"|first_name|last_name|firstname|lastname|fullname|full_name|full name|patient: |employee: |contact: |signed by |sincerely,|best regards,|kind regards,|i am called "},
    {PhraseKind::kHonorific, "Mr. |Mrs. |Ms. |Dr. |Prof. |Mr |Mrs |Ms |Herr |Frau |Señor |Monsieur |Madame ", false},
    {PhraseKind::kStreet, " Street| Avenue| Road| Boulevard| Blvd| Lane,| Drive,| Ave,| Ave.| St,| St.| Rd,| Rd.| Court,| Terrace| Highway| Parkway|straße |strasse |str. ", false},
    {PhraseKind::kStreetAfter, " rue | avenue | boulevard | quai | chemin | allée | impasse ", false},
    {PhraseKind::kStreetBefore, "Calle |Avenida |Avda. |Paseo |Plaza |Via |Viale |Piazza |Corso |Largo ", false},
    {PhraseKind::kCardCode, "cvv|cvc|csc code|card verification value|card verification code|card security code|kartenprüfnummer|prüfziffer der karte|安全码|セキュリティコード"},
    {PhraseKind::kBirth, "date of birth|birth date|birthdate|date_of_birth|dateofbirth|born on|dob:|d.o.b|geburtsdatum"},
};
// clang-format on

}  // namespace

std::span<const TopicRule> topics() { return kTopicRules; }
std::span<const ContentPhrase> content_phrases() { return kContentPhrases; }

}  // namespace touchstone::detect

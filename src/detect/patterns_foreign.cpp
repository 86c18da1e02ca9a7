// The classic phrases of two families in the languages that most people write, besides English:
// other instructions are to be ignored; the user is not to know.
//
// A verb is listed in the forms that bid, since manuals say of programs what they do ("the user is
// not told") and bid their readers other things. Case is one thing in Latin letters and another in
// the bytes of other scripts, so those literals stand here in both.
#include "detect/foreign.hpp"

namespace touchstone::detect {
namespace {

constexpr std::string_view kIgnore = "override";
constexpr std::string_view kHush = "secrecy";
constexpr std::size_t kFar = 96;  // of letters with two bytes or three

// clang-format off
constexpr ForeignRule kForeignRules[] = {
    // German, Dutch, Polish
    {kIgnore, "anweisung|vorgaben|befehle|instruktion", "ignorier|missacht|vergiss|vergessen|verwirf|verwerfen", "vorherig|bisherig|obig|vorangegangen|vorig|früher|frueher|alle |deine|sämtlich|ursprünglich", "nicht|kein"},
    {kHush, "nutzer|anwender", "sag dem|sag ihm|sage dem|sagen sie dem|informiere den|informieren sie den|erzähl dem|erzähle dem|verrate dem|verraten sie dem|teile dem|teilen sie dem|sag den|erwähne gegenüber", "nicht|kein|niemals|nie ", ""},
    {kIgnore, "instructies|aanwijzingen|opdrachten", "negeer|vergeet|negeren", "vorige|eerdere|voorgaande|bovenstaande|alle ", "niet"},
    {kHush, "gebruiker", "vertel |zeg |informeer |vermeld ", "niet|nooit", ""},
    {kIgnore, "instrukcj|polece|wytyczn", "zignoruj|ignoruj|zapomnij|zlekceważ", "poprzedni|wcześniejsz|powyższ|wszystkie", "nie "},
    {kHush, "użytkownik", "mów |informuj|wspominaj|ujawniaj", "nie |nic ", ""},
    // French, Italian, Spanish, Portuguese, Romanian
    {kIgnore, "instruction|consigne|directive", "ignore |ignorez|oublie|ne tenez pas compte|ne tiens pas compte|abstraction", "précédent|precedent|antérieur|anterieur|ci-dessus|toutes les|toutes tes|toutes vos| tes | vos ", "n'|n\u2019"},
    {kHush, "utilisateur", " dis |dites |informe |informez|préviens|prévenez|mentionne |mentionnez|révèle |révélez|parle |parlez|avertis |avertissez", "ne le |ne dis|ne dites|ne lui|ne révè|ne men|ne par|ne pré|n'inf|n'aver|n\u2019inf|n\u2019aver", ""},
    {kIgnore, "istruzion|direttive", "ignora|ignorate|ignori |dimentica|trascura", "precedent|sopra|tutte le| tue |anteriori", "non "},
    {kHush, "utente|utenti", "dire |dirlo|informare|menzionare|rivelare|avvisare", "non ", ""},
    {kIgnore, "instruccion|indicaciones|órdenes|ordenes|directrices", "ignora |ignore |ignorad|ignoren|olvida |olvide |olviden|olvídate|olvidate|descarta |descarte |caso omiso|no hagas caso", "anterior|previa|previo|de arriba|todas las|todas tus| tus |precedentes", " no |no "},
    {kHush, "usuario", "digas|diga al|diga nada|se lo diga|informes al|informe al|menciones|mencione |reveles|revele |avises|cuentes", "no |nunca|nada", ""},
    {kIgnore, "instruções|INSTRUÇÕES|instrucoes|instrução|diretrizes|orientações", "ignore |ignora |ignorem|esqueça|esqueca|esquece |desconsider", "anterior|prévia|previa|acima|todas as| suas ", "não |nao "},
    {kHush, "usuário|usuario|utilizador|USUÁRIO", "diga |digas|conte |informe |mencione |revele |avise ", "não |nao |nunca|nada", ""},
    {kIgnore, "instrucțiuni|instructiuni|instrucţiuni", "ignoră|ignora|uită|ignorați", "anterioar|precedent|de mai sus|toate", "nu "},
    // Russian, Ukrainian
    {kIgnore, "инструкци|Инструкци|ИНСТРУКЦИ|указани|Указани|УКАЗАНИ|распоряжени|предписани", "игнориру|забудь|не обращай внимания|не обращайте внимания|отбрось|пренебреги", "предыдущ|прежн|вышеуказанн|выше|все |ранее|твои|ваши|прошл", "не ", kFar},
    {kHush, "пользовател|Пользовател|ПОЛЬЗОВАТЕЛ", "говори|сообщай|рассказывай|упоминай|показывай|информируй|уведомляй|раскрывай|предупреждай", "не |ничего|никогда", "", kFar},
    {kIgnore, "інструкці|вказівк|Інструкці", "ігноруй|проігноруй|забудь", "попередн|вище|усі|всі", "не ", kFar},
    // Arabic, Urdu, Persian
    {kIgnore, "تعليمات|أوامر|اوامر|إرشادات|توجيهات", "تجاهل|انسَ|انس |أهمل", "السابق|أعلاه|جميع|كل |كافة", "لا ", kFar},
    {kHush, "المستخدم", "تخبر|تُخبر|تقل |تذكر|تكشف|تبلغ", "لا ", "", kFar},
    {kIgnore, "ہدایات|احکامات", "نظر انداز|نظرانداز|بھول جا", "پچھل|سابقہ|تمام|پہلے", "نہ |مت ", kFar},
    {kHush, "صارف", "بتائیں|بتاؤ|بتانا", "نہ |مت ", "", kFar},
    {kIgnore, "دستورالعمل|دستورات", "نادیده بگیر|فراموش کن", "قبلی|پیشین|همه|تمام", "نکن|نگیر", kFar},
    // Hindi, Bengali
    {kIgnore, "निर्देश|आदेश|अनुदेश", "अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल जा|उपेक्षा", "पिछले|पिछली|पहले|पूर्व|सभी|उपरोक्त", "मत |नहीं", kFar},
    {kHush, "उपयोगकर्ता|यूज़र|यूजर", "बताए|बताओ|बताना|बताएं|सूचित", "मत |नहीं| न ", "", kFar},
    {kIgnore, "নির্দেশ|আদেশ", "উপেক্ষা|ভুলে যা|অগ্রাহ্য", "আগের|পূর্ব|সব |সমস্ত|উপরের", " না", kFar},
    {kHush, "ব্যবহারকারী", "বলবেন|বলো|বলবে|জানাবেন|জানাবে", " না", "", kFar},
    // Indonesian and Malay, Turkish, Vietnamese
    {kIgnore, "instruksi|perintah|petunjuk|arahan", "abaikan|lupakan", "sebelum|di atas|semua|terdahulu", "jangan"},
    {kHush, "pengguna", "beri tahu|beritahu|katakan|sebutkan|informasikan|ungkapkan", "jangan", ""},
    {kIgnore, "talimat|yönerge", "yok say|görmezden gel|dikkate alma|unut", "önceki|yukarıdaki|tüm |bütün", "unutma|alman"},
    {kIgnore, "hướng dẫn|chỉ dẫn|chỉ thị|mệnh lệnh", "bỏ qua|phớt lờ|quên", "trước|ở trên|tất cả|mọi ", "đừng|không", kFar},
    // Chinese, Japanese, Korean
    {kIgnore, "指令|指示|命令", "忽略|忽视|忽視|无视|無視|忘记|忘記|忘掉|不要理会|不用理会|不必理会|抛开", "之前|以前|先前|前面|上面|以上|上述|此前|所有|一切|全部|原有|原来", "不要|别|別|勿|不能|不得|不可|不应", 60},
    {kHush, "用户|用戶|使用者", "告诉|告訴|告知|透露|提及", "不要|别|別|勿|不得|禁止|不许", "", 40},
    {kIgnore, "指示|命令|指令|プロンプト|インストラクション", "無視|忘れ|破棄", "以前|これまで|前の|先の|上記|すべて|全て|今まで|元の", "ない|せず|ず|しては", 60},
    {kHush, "ユーザー|ユーザ|利用者", "伝え|知らせ|言わ|教え|話さ|明かさ", "ないで|いけません|てはならない|ないこと", "", 60},
    {kIgnore, "지시|명령|지침|프롬프트", "무시|잊어|잊으", "이전|앞의|앞선|위의|모든|기존|지금까지", "하지 마|하지 말|시하지", 60},
    {kHush, "사용자", "알리|말하|알려|언급|밝히", "지 마|지 말|말 것|말라", "", 60},
};
// clang-format on

}  // namespace

std::span<const ForeignRule> foreign_rules() { return kForeignRules; }

}  // namespace touchstone::detect

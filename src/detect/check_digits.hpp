// Check digits: whether a number is one that its issuer could have given out.
//
// Pure functions over digits without separators; what is not digits, or of another length than the
// scheme has, is false. No tables of real numbers, nothing kept; any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace touchstone::detect {

[[nodiscard]] bool has_luhn(std::string_view digits);           // ISO/IEC 7812: cards, SIN, NPI…
[[nodiscard]] bool has_verhoeff(std::string_view digits);       // Aadhaar
[[nodiscard]] bool has_iso7064_11_10(std::string_view digits);  // German and Croatian tax ids

// Letters count 10 to 35, as in IBANs. True if the number is 1 modulo 97 with the first four
// characters moved to the end.
[[nodiscard]] bool has_iban_check(std::string_view iban);

// The sum of digits times weights, modulo `modulus`; digits beyond the weights do not count.
[[nodiscard]] unsigned weighted_sum(std::string_view digits, std::span<const int> weights,
                                    unsigned modulus);

// The number modulo `modulus`, of any length.
[[nodiscard]] unsigned remainder_of(std::string_view digits, unsigned modulus);

[[nodiscard]] bool is_date(unsigned month, unsigned day);
[[nodiscard]] bool is_yymmdd(std::string_view six);
[[nodiscard]] bool is_ddmmyy(std::string_view six);

// Bits for each character, by how often each occurs: 0 for "aaaa", about 4 for random hexadecimal
// digits, up to 6 for long base64.
[[nodiscard]] double entropy(std::string_view text);

// CRC-32 of the text (ISO 3309), and what it is in base 62 with six digits, as GitHub and npm end
// their tokens.
[[nodiscard]] unsigned crc32(std::string_view text);
[[nodiscard]] bool ends_with_base62_crc(std::string_view body);

// A Bitcoin address in base 58 with its four bytes of double SHA-256.
[[nodiscard]] bool is_base58_address(std::string_view text);
// A segwit address (BIP 173, 350) in small or capital letters.
[[nodiscard]] bool is_bech32_address(std::string_view text);

}  // namespace touchstone::detect

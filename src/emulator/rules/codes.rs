//! Codes of countries and currencies.

use crate::emulator::prelude::*;

/// ISO 3166-1 alpha-2.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV \
    BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM \
    FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM \
    JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR \
    MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS \
    RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ \
    UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/// ISO 4217.
const CURRENCIES: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD \
    CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL \
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA \
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB \
    RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU \
    UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG";

/// Currencies whose smallest unit is not a hundredth: their codes and decimal digits.
const DIGITS: [(&str, usize); 2] =
    [("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF", 0), ("BHD IQD JOD KWD LYD OMR TND", 3)];

fn has(codes: &str, code: &str) -> bool {
    codes.split_ascii_whitespace().any(|known| known == code)
}

/// Refuses what is no ISO 3166-1 alpha-2 code of a country.
pub(crate) fn check_country(code: &str) -> Result<()> {
    refuse_if(!has(COUNTRIES, code), "country_code must be an ISO 3166-1 alpha-2 code")
}

/// Refuses what is no ISO 4217 code of a currency.
pub(crate) fn check_currency(code: &str) -> Result<()> {
    refuse_if(!has(CURRENCIES, code), "currency must be an ISO 4217 code")
}

/// An amount in the smallest units of a currency as users read it, such as `1.50 EUR`.
pub(crate) fn price(amount: i64, currency: &str) -> String {
    let digits = DIGITS.iter().find(|(codes, _)| has(codes, currency)).map_or(2, |(_, digits)| *digits);
    let padded = format!("{amount:0>width$}", width = digits + 1);
    let (units, rest) = padded.split_at(padded.len() - digits);
    [units, if digits == 0 { "" } else { "." }, rest, " ", currency].concat()
}

#[cfg(test)]
mod tests;

//! Codes of countries and currencies.

use crate::emulator::prelude::*;

/// Country codes of ISO 3166-1 alpha-2.
const COUNTRIES: &str = include_str!("codes/countries.txt");
/// Currency codes of ISO 4217.
const CURRENCIES: &str = include_str!("codes/currencies.txt");
/// Currencies whose smallest unit is not a hundredth: their codes and decimal digits.
const DIGITS: [(&str, usize); 2] =
    [("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF", 0), ("BHD IQD JOD KWD LYD OMR TND", 3)];

fn has(codes: &str, code: &str) -> bool {
    codes.split_ascii_whitespace().any(|known| known == code)
}

pub(crate) fn check_country(code: &str) -> Result<()> {
    refuse_if(!has(COUNTRIES, code), "country_code must be an ISO 3166-1 alpha-2 code")
}

pub(crate) fn check_currency(code: &str) -> Result<()> {
    refuse_if(!has(CURRENCIES, code), "currency must be an ISO 4217 code")
}

/// Formats an amount in the smallest units of a currency, such as `1.50 EUR`.
pub(crate) fn price(amount: i64, currency: &str) -> String {
    let digits = DIGITS.iter().find(|(codes, _)| has(codes, currency)).map_or(2, |(_, digits)| *digits);
    let padded = format!("{amount:0>width$}", width = digits + 1);
    let (units, rest) = padded.split_at(padded.len() - digits);
    [units, if digits == 0 { "" } else { "." }, rest, " ", currency].concat()
}

#[cfg(test)]
mod tests;

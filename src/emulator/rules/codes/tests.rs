//! Tests of formatted prices.

use super::*;

#[test]
fn prices_have_the_digits_of_their_currency() {
    for (amount, currency, shown) in [
        (150, "EUR", "1.50 EUR"),
        (5, "USD", "0.05 USD"),
        (0, "USD", "0.00 USD"),
        (150, "JPY", "150 JPY"),
        (1234, "KWD", "1.234 KWD"),
    ] {
        assert_eq!(price(amount, currency), shown);
    }
}

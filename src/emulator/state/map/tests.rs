//! What is kept ends.

use super::*;

#[test]
fn values_end_and_go() {
    let mut kept = TtlMap::default();
    let at = Time::from_millis;
    for number in 0..1000 {
        let key = (number % 100).to_string();
        kept.keep(key, number.to_string(), at(number), at(number + 50));
        assert!(kept.ends.len() <= 50 && !kept.values.contains_key("x"));
    }
    assert_eq!(kept.get("99", at(1048)).map(String::as_str), Some("999"));
    assert_eq!(kept.get("99", at(1049)), None);
    for number in 0..10 {
        kept.keep("same".into(), number.to_string(), at(2000), at(9000));
    }
    assert_eq!((kept.ends.len(), kept.get("same", at(8999))), (1, Some(&"9".to_owned())));
}

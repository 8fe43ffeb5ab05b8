//! Tests of values that expire.

use super::*;

#[test]
fn values_end_and_go() {
    let mut map = TtlMap::default();
    let at = Time::from_millis;
    for number in 0..1000 {
        let key = (number % 100).to_string();
        map.insert_until(key, number.to_string(), at(number), at(number + 50));
        assert!(map.ends.len() <= 50 && !map.values.contains_key("x"));
    }
    assert_eq!(map.get("99", at(1048)).map(String::as_str), Some("999"));
    assert_eq!(map.get("99", at(1049)), None);
    for number in 0..10 {
        map.insert_until("same".into(), number.to_string(), at(2000), at(9000));
    }
    assert_eq!((map.ends.len(), map.get("same", at(8999))), (1, Some(&"9".to_owned())));
}

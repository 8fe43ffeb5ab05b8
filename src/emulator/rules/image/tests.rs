//! Tests of generated pictures.

use super::*;
use crate::emulator::rules::Image;

#[test]
fn checksums_are_those_of_the_formats() {
    assert_eq!(crc(b"IEND"), 0xae42_6082);
}

#[test]
fn a_picture_has_the_size_that_was_asked_for() {
    for (width, height, shown) in
        [(160, 160, (160, 160)), (1, 90, (1, 90)), (0, i64::MAX, (1, 1280)), (800, 600, (800, 600))]
    {
        let picture = plain(width, height);
        assert_eq!(Image::read(&picture).map(|image| (image.width, image.height)), Some(shown));
    }
}

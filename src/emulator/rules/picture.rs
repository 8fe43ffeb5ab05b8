//! Pictures that the emulator makes where a smaller one is due, since nothing here decodes or scales images.

// Not the crate png, whose compression would be most of the wasm that is left in the budget: these pixels are stored.

/// The longest side.
const LONGEST: i64 = 320;

/// A png of one colour; a side of more than 320 pixels is cut to that.
pub(crate) fn plain(width: i64, height: i64) -> Vec<u8> {
    let side = |length: i64| u16::try_from(length.clamp(1, LONGEST)).unwrap_or(1);
    let (width, height) = (side(width), side(height));
    // A row is its filter, which is none, and a bit for each pixel.
    let row = 1 + usize::from(width).div_ceil(8);
    let pixels = vec![0; row * usize::from(height)];
    let length = u16::try_from(pixels.len()).unwrap_or(u16::MAX);
    let header = [&u32::from(width).to_be_bytes()[..], &u32::from(height).to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    // One block of deflate that is stored as it is.
    let data = [
        &[0x78, 0x01, 0x01][..],
        &length.to_le_bytes(),
        &(!length).to_le_bytes(),
        &pixels,
        &adler(&pixels).to_be_bytes(),
    ];
    [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", &header)[..], &chunk(b"IDAT", &data.concat()), &chunk(b"IEND", &[])].concat()
}

fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(0).to_be_bytes();
    let named = [name, data].concat();
    [&length[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// CRC-32 as in png.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |sum: u32, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), bit))
}

/// Adler-32 as in zlib.
fn adler(bytes: &[u8]) -> u32 {
    let (low, high) = bytes.iter().fold((1, 0), |(low, high), byte| {
        let low = (low + u32::from(*byte)) % 65_521;
        (low, (high + low) % 65_521)
    });
    high << 16 | low
}

#[cfg(test)]
mod tests;

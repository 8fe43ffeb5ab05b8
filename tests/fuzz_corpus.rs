//! Runs the properties of the fuzz targets on their corpora: the seeds, and inputs that once broke a property.
#![cfg(all(feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::missing_panics_doc)]

use std::fs;
use std::path::Path;

#[path = "../fuzz/src/properties.rs"]
mod properties;

#[test]
fn each_input_of_each_corpus_has_the_property() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, holds) in properties::ALL {
        let files = fs::read_dir(corpora.join(name)).expect("a corpus").flatten();
        let inputs: Vec<Vec<u8>> = files.map(|file| fs::read(file.path()).expect("an input")).collect();
        assert!(inputs.len() >= 3, "{name} has {} inputs", inputs.len());
        for input in inputs {
            holds(&input);
            // Cuts the input at each byte, as a careless proxy may do.
            for end in 0..input.len().min(300) {
                holds(&input[..end]);
            }
        }
    }
}

//! One line of TEI: reading it has no effects, and never fails but with a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::time::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Command, parse};

fuzz_target!(|text: &str| {
    match parse(text, Instant::now()) {
        Ok(Command::SetOption { name, value }) => {
            let mut options = Options::default();
            match options.apply(&name, value.as_deref()) {
                // What is set can be read, and set again to the same.
                Ok(_) => {
                    let _ = options.rules(6);
                    let mut again = options.clone();
                    let _ = again.apply(&name, value.as_deref());
                    assert_eq!(again, options);
                }
                Err(error) => {
                    assert_eq!(options, Options::default());
                    assert!(error.to_string().len() < 1000);
                }
            }
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

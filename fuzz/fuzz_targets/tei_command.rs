//! One line of TEI: parsing has no effects, and an error has a message.
#![cfg_attr(feature = "run", no_main)]

use std::time::Instant;
use stonefall_engine::options::Options;
use stonefall_engine::tei::{Command, parse};
use stonefall_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    match parse(text, Instant::now()) {
        Ok(Command::SetOption { name, value }) => {
            let mut options = Options::default();
            match options.apply(&name, value.as_deref()) {
                // Setting the same value again changes nothing.
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

//! The WebAssembly features a module declares, as options for wasm-opt.

use anyhow::{Context, Result, bail};
use wasmparser::{BinaryReader, Parser, Payload};

/// Options that allow exactly what the module declares: a feature beyond that may be one some browser lacks.
pub(crate) fn options(module: &[u8]) -> Result<Vec<String>> {
    for payload in Parser::new(0).parse_all(module) {
        if let Payload::CustomSection(section) = payload?
            && section.name() == "target_features"
        {
            return Ok(declared(section.data())?.into_iter().map(option).collect());
        }
    }
    bail!("the module does not declare its features (was it stripped of all custom sections?)")
}

/// The section's content: a count, then for each feature `+` or `-` and its name.
fn declared(section: &[u8]) -> Result<Vec<&str>> {
    let mut reader = BinaryReader::new(section, 0);
    let mut features = Vec::new();
    for _ in 0..reader.read_var_u32()? {
        let prefix = reader.read_u8()?;
        let feature = reader.read_string().context("target_features is malformed")?;
        if prefix == b'+' {
            features.push(feature);
        }
    }
    Ok(features)
}

/// LLVM's name of a feature as wasm-opt's option.
fn option(feature: &str) -> String {
    let name = match feature {
        "nontrapping-fptoint" => "nontrapping-float-to-int",
        "simd128" => "simd",
        "atomics" => "threads",
        same => same,
    };
    format!("--enable-{name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_features_become_options_and_disallowed_ones_do_not() {
        let section = b"\x0ftarget_features\x03+\x08sign-ext-\x07simd128+\x13nontrapping-fptoint";
        let mut module = b"\0asm\x01\0\0\0\0".to_vec();
        module.push(u8::try_from(section.len()).expect("a short section"));
        module.extend_from_slice(section);
        assert_eq!(
            options(&module).expect("a module with its features"),
            ["--enable-sign-ext", "--enable-nontrapping-float-to-int"]
        );
    }

    #[test]
    fn a_module_without_the_section_is_an_error() {
        assert!(options(b"\0asm\x01\0\0\0").is_err());
    }
}

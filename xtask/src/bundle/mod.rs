//! The browser bundle and every other file that the server embeds.

mod bindgen;
mod compile;
mod compress;
mod features;
mod files;
mod make;
mod minify;
mod program;
#[cfg(test)]
mod scratch;
mod shrink;
mod site;
mod squeeze;
mod stamp;
mod styles;

pub(crate) use make::{STEPS, make};

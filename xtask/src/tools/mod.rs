//! The tools that a build or a test needs, installed where they are missing.

mod apt;
mod bench;
mod c_compiler;
mod chromium;
mod delivery;
mod node;
mod office;
mod wasm_target;

pub(crate) use bench::require_bench_tools;
pub(crate) use c_compiler::require_c_compiler;
pub(crate) use chromium::require_chromium;
pub(crate) use delivery::require_delivery_tools;
pub(crate) use node::{has_node, install_packages, require_node};
pub(crate) use office::require_office;
pub(crate) use wasm_target::{WASM_TARGET, require_wasm_target};

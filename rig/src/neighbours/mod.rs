//! One tenant misbehaves while another one works: the effect on the other must stay bounded.

mod attacks;
mod connection;
mod insiders;
mod load;
mod noisy;
mod quiet;
mod routes;
mod run;

pub(crate) use connection::{Connection, Request};
pub(crate) use run::{check, figures};

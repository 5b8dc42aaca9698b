//! The certificate of a server without a proxy: got from an authority by ACME (RFC 8555), proved on the port that it serves
//! (RFC 8737), kept in the data directory, and renewed.

mod authority;
mod certificate;
mod https_client;
mod kept;
mod renewal;
mod served;

pub(crate) use authority::Authority;
pub(crate) use renewal::Renewal;

//! The largest body of each route, in expensive shapes: deep, wide, repeated, one huge text. No response, refusals
//! included, occupies the thread that serves requests for long.

mod api;
mod attacks;
mod dashboard;
mod effort;
mod pages;
mod shapes;

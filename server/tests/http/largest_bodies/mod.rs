//! The largest body that each route takes, in the shapes that hurt: deep, wide, repeated, one huge text. No reply to one,
//! refusals included, holds the thread that serves requests for long.

mod api;
mod attacks;
mod dashboard;
mod effort;
mod pages;
mod shapes;

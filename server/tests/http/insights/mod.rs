//! Figures: over the API, on the dashboard's page, and as files.

mod api;
mod by_hand;
mod files;
mod links;
mod recount;
mod segments;
mod texts;

//! A table of shares with bars.

use leptos::prelude::*;

use super::numbers::{percent, share, thousands};
use crate::components::Meter;

#[derive(Clone, Debug)]
pub(in crate::admin) struct Share {
    pub(in crate::admin) label: String,
    /// Shown after the label.
    pub(in crate::admin) remark: Option<&'static str>,
    pub(in crate::admin) count: u64,
}

/// `what` is the heading of the labels. Shares are relative to `whole`.
#[component]
pub(in crate::admin) fn SharesTable(
    caption: String,
    what: &'static str,
    shares: Vec<Share>,
    whole: u64,
) -> impl IntoView {
    let rows: Vec<_> = shares
        .into_iter()
        .map(|Share { label, remark, count }| {
            let filled = usize::try_from(share(count, whole, 100)).unwrap_or_default();
            view! {
                <tr>
                    <th scope="row">
                        {label} {remark.map(|remark| view! { <span class="hint">{format!(" {remark}")}</span> })}
                        <Meter percent=filled />
                    </th>
                    <td class="number">{thousands(count)}</td>
                    <td class="number">{percent(count, whole)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="shares">
            <caption class="visually-hidden">{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{what}</th>
                    <th scope="col" class="number">"People"</th>
                    <th scope="col" class="number">"Share"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

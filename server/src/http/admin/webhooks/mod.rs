//! The webhooks of a namespace. A new secret is shown in one response only.

mod deliveries;
mod fields;
mod form;
mod list;
mod outgoing;
mod show;

use domain::Permission::Manage;

use super::route_table::{
    Access::{Everywhere, Namespace},
    RouteTable,
};

pub(super) fn add(table: RouteTable) -> RouteTable {
    table
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks", list::show)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks", form::create)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/new", form::show_new)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/held", outgoing::show)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}", show::show)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/change", form::show_change)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/change", form::change)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/secret", show::ask_secret)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/secret", show::renew_secret)
        .get(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/delete", show::ask_delete)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/delete", show::delete)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/test", show::test)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/send", deliveries::send_left)
        .post(Namespace(Manage), "/admin/ns/{namespace}/webhooks/{id}/deliveries/{event}/send", deliveries::send)
        .post(Everywhere, "/admin/outgoing/release", outgoing::release)
        .post(Everywhere, "/admin/outgoing/drop", outgoing::give_up)
}

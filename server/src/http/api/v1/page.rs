//! A page of a list.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema, Type, schema::SchemaType},
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageBody<T> {
    pub(super) items: Vec<T>,
    pub(super) next_cursor: Option<String>,
}

/// By hand, since the derived schema would repeat the item's in every list.
impl<T: ToSchema> PartialSchema for PageBody<T> {
    fn schema() -> RefOr<Schema> {
        let cursor = ObjectBuilder::new()
            .schema_type(SchemaType::from_iter([Type::String, Type::Null]))
            .description(Some("To be sent as `cursor` for the next page; null on the last."));
        ObjectBuilder::new()
            .property("items", ArrayBuilder::new().items(Ref::from_schema_name(T::name())))
            .required("items")
            .property("nextCursor", cursor)
            .required("nextCursor")
            .into()
    }
}

impl<T: ToSchema> ToSchema for PageBody<T> {
    fn name() -> Cow<'static, str> {
        format!("PageBody_{}", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

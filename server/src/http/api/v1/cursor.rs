//! Paginated lists: `limit`, an opaque `cursor`, and the page.

use std::borrow::Cow;

use domain::{FieldCode, Name, QuizId, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::{
    IntoParams, PartialSchema, ToSchema,
    openapi::{ArrayBuilder, ObjectBuilder, Ref, RefOr, Schema, Type, schema::SchemaType},
};

use super::{ApiError, RequestError, names};
use crate::store::{RecordFilter, RecordOrder, RecordPlace};

const DEFAULT: u32 = 50;
const MAX: u32 = 200;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ListParams {
    /// Items on a page, 1 to 200.
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<u32>,
    /// The `nextCursor` of the page before.
    #[param(value_type = Option<names::Cursor>, inline)]
    cursor: Option<String>,
}

impl ListParams {
    pub(super) fn limit(&self) -> Result<u32, ApiError> {
        let limit = self.limit.unwrap_or(DEFAULT);
        if (1..=MAX).contains(&limit) {
            Ok(limit)
        } else {
            Err(ApiError::parameter("limit", FieldCode::OutOfRange { min: 1, max: MAX.into() }))
        }
    }

    pub(super) fn after<T>(&self, parse: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>, ApiError> {
        let Some(cursor) = &self.cursor else { return Ok(None) };
        let text = decode(cursor);
        let after = text.as_deref().and_then(parse);
        after.map(Some).ok_or(RequestError::Cursor.into())
    }
}

/// Splits rows, queried with one more than `limit`, into a page and the cursor of the next one, if there is another
/// row.
pub(in crate::http) fn cut<T>(
    mut found: Vec<T>,
    limit: u32,
    cursor: impl FnOnce(&T) -> String,
) -> (Vec<T>, Option<String>) {
    let is_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next_cursor = found.last().filter(|_| is_more).map(cursor);
    (found, next_cursor)
}

/// A page of a list in memory. Its cursor is the id of the last item.
pub(super) fn page_of<T>(
    items: Vec<T>,
    params: &ListParams,
    id: impl Fn(&T) -> &str,
) -> Result<(Vec<T>, Option<String>), ApiError> {
    let limit = params.limit()?;
    let last = params.after(|after| items.iter().position(|item| id(item) == after))?;
    let rest = items.into_iter().skip(last.map_or(0, |last| last + 1)).take(limit as usize + 1);
    Ok(cut(rest.collect(), limit, |item| encode(id(item))))
}

/// A cursor for a row with a moment and an id.
pub(in crate::http) fn at(moment: Timestamp, id: &str) -> String {
    encode(&format!("{}:{id}", moment.nanoseconds()))
}

pub(super) fn parse_at(text: &str) -> Option<(Timestamp, String)> {
    let (moment, id) = text.split_once(':')?;
    Some((Timestamp::from_nanoseconds(moment.parse().ok()?), id.to_owned()))
}

pub(super) fn parse_quiz(text: &str) -> Option<(Timestamp, QuizId)> {
    let (moment, id) = parse_at(text)?;
    Some((moment, QuizId::parse(&id).ok()?))
}

pub(in crate::http) fn read_quiz(cursor: &str) -> Option<(Timestamp, QuizId)> {
    parse_quiz(&decode(cursor)?)
}

pub(super) fn parse_number(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// A cursor for a change in a quiz, in an epoch of the database.
pub(super) fn at_change(number: u64, quiz: &QuizId, epoch: &str) -> String {
    encode(&format!("{quiz}:{number}:{epoch}"))
}

/// Decodes a cursor of [`at_change`] for this quiz and epoch.
pub(super) fn read_change(cursor: &str, quiz: &QuizId, epoch: &str) -> Result<u64, RequestError> {
    let text = decode(cursor).ok_or(RequestError::Since)?;
    let mut parts = text.splitn(3, ':');
    let is_of_quiz = parts.next() == Some(quiz.as_str());
    let number = parts.next().and_then(|number| number.parse().ok()).filter(|_| is_of_quiz);
    let number = number.ok_or(RequestError::Since)?;
    if parts.next().unwrap_or_default() == epoch { Ok(number) } else { Err(RequestError::Restored) }
}

/// A cursor for a record in a filtered list. It names the list, so that it is invalid in any other.
pub(crate) fn at_place(place: &RecordPlace, filter: &RecordFilter, order: RecordOrder) -> String {
    let RecordPlace { rank, at, user } = place;
    encode(&format!("{}:{rank}:{}:{user}", list_name(filter, order), at.nanoseconds()))
}

pub(crate) fn parse_place(text: &str, filter: &RecordFilter, order: RecordOrder) -> Option<RecordPlace> {
    let (list, rest) = text.split_once(':')?;
    let (rank, rest) = rest.split_once(':')?;
    let (at, user) = parse_at(rest)?;
    (list == list_name(filter, order)).then_some(RecordPlace { rank: rank.parse().ok()?, at, user })
}

pub(in crate::http) fn read_place(cursor: &str, filter: &RecordFilter, order: RecordOrder) -> Option<RecordPlace> {
    parse_place(&decode(cursor)?, filter, order)
}

/// Identifies the filter and the order in few bytes.
fn list_name(filter: &RecordFilter, order: RecordOrder) -> String {
    let RecordFilter { state, from, before, category, scores, .. } = filter;
    let [from, before] = [from, before].map(|moment| moment.map(Timestamp::nanoseconds));
    let scores = scores.map(|(low, high)| (low.tenths(), high.tenths()));
    let category = category.as_ref().map_or("", Name::as_str);
    let mut text = format!("tenths {} {from:?} {before:?} {category}{scores:?} {}", state.as_str(), order.as_str());
    if !filter.is_plain() {
        text.push_str(&serde_json::to_string(filter).unwrap_or_default());
    }
    hex::encode(&Sha256::digest(text)[..6])
}

/// Hexadecimal: opaque enough, and safe in a URL whatever the id contains.
pub(super) fn encode(text: &str) -> String {
    hex::encode(text)
}

fn decode(cursor: &str) -> Option<String> {
    String::from_utf8(hex::decode(cursor).ok()?).ok().filter(|text| !text.contains('\0'))
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageBody<T> {
    pub(super) items: Vec<T>,
    pub(super) next_cursor: Option<String>,
}

/// Written by hand, because the derived schema would repeat the item's in every list.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_cursor_leads_back_to_its_row(moment: i64, id: String) {
            let moment = Timestamp::from_nanoseconds(moment);
            let text = decode(&at(moment, &id));
            prop_assert_eq!(text.as_deref().and_then(parse_at), Some((moment, id)));
        }

        #[test]
        fn a_cursor_of_a_filtered_list_leads_back_to_its_row(rank: i64, moment: i64, user: String) {
            let place = RecordPlace { rank, at: Timestamp::from_nanoseconds(moment), user };
            let (filter, order) = (RecordFilter::default(), RecordOrder::Newest);
            let text = decode(&at_place(&place, &filter, order)).expect("hexadecimal");
            prop_assert_eq!(parse_place(&text, &filter, order), Some(place));
            prop_assert_eq!(parse_place(&text, &filter, RecordOrder::Oldest), None);
            let other = RecordFilter { before: Some(Timestamp::default()), ..filter };
            prop_assert_eq!(parse_place(&text, &other, order), None);
        }

        #[test]
        fn no_cursor_breaks_the_reader(cursor: String) {
            let text = decode(&cursor);
            let _ = text.as_deref().and_then(parse_quiz);
            let _ = text.as_deref().and_then(|text| parse_place(text, &RecordFilter::default(), RecordOrder::Oldest));
        }
    }
}

//! The written form of a definition, and of the facts about a quiz, as the API document describes them. The types here
//! have no values: requests are read into the domain's own, and replies written from them.
#![expect(dead_code, reason = "fields are for the schema alone")]

use std::{borrow::Cow, collections::BTreeMap};

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ObjectBuilder, RefOr, Schema, Type,
        schema::{AdditionalProperties, AnyOfBuilder},
    },
};

use super::names;

/// A question as it is written: a built-in one, or one of a kind, which decides about its fields.
pub(super) struct Question;

/// The fields of each kind besides `kind`, `id` and `text`: those that must be there, and those that may.
const KINDS: [(&str, &[&str], &[&str]); 10] = [
    ("choice", &["options"], &["required", "category", "weight", "display"]),
    ("multiple", &["options"], &["required", "category", "weight", "min", "max"]),
    ("scale", &["from", "to"], &["required", "category", "weight", "labels", "points"]),
    ("number", &["min", "max"], &["required", "category", "weight", "decimals", "unit", "ranges"]),
    ("text", &[], &["required", "maxLength", "long", "format"]),
    ("date", &[], &["required", "min", "max"]),
    ("ranking", &["options"], &["required"]),
    ("matrix", &["rows"], &["required", "category", "weight", "options", "from", "to", "labels", "points"]),
    ("statement", &[], &["ends"]),
    ("consent", &[], &["required", "link"]),
];

impl PartialSchema for Question {
    fn schema() -> RefOr<Schema> {
        let built_in = ObjectBuilder::new()
            .title(Some("BuiltInQuestion"))
            .property("id", names::BuiltInId::schema())
            .required("id")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)));
        let built_in = with(built_in, &["required", "showIf"]);
        let of_kinds = KINDS.into_iter().map(|(kind, required, optional)| of_kind(kind, required, optional));
        let all =
            AnyOfBuilder::new().description(Some("A built-in question, or one of a kind; `choice` when it is absent."));
        of_kinds.fold(all.item(built_in), AnyOfBuilder::item).into()
    }
}

impl ToSchema for Question {
    fn name() -> Cow<'static, str> {
        "Question".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Fields::schemas(schemas);
    }
}

fn of_kind(kind: &str, required: &[&str], optional: &[&str]) -> ObjectBuilder {
    let name = format!("{}{}Question", kind[..1].to_uppercase(), &kind[1..]);
    let word = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([kind]));
    let mut object = ObjectBuilder::new()
        .title(Some(name))
        .property("kind", word)
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    if kind != "choice" {
        object = object.required("kind");
    }
    object = with(object, &["id", "text", "help", "showIf"]);
    object = with(with(object, required), optional);
    required.iter().chain(&["id", "text"]).fold(object, |object, name| object.required(*name))
}

/// Adds these of [`Fields`].
fn with(object: ObjectBuilder, names: &[&str]) -> ObjectBuilder {
    let RefOr::T(Schema::Object(all)) = Fields::schema() else { return object };
    let found = names.iter().filter_map(|name| Some((*name, all.properties.get(*name)?.clone())));
    found.fold(object, |object, (name, schema)| object.property(name, schema))
}

/// The fields of all kinds.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
struct Fields {
    #[schema(value_type = names::QuestionId, example = "energy")]
    id: String,
    /// True when absent.
    required: bool,
    text: LocalizedText,
    help: LocalizedText,
    show_if: Condition,
    /// The category that the points count in.
    category: String,
    #[schema(minimum = 1, maximum = 1000)]
    weight: u16,
    /// Of a `choice`, `multiple`, `ranking` or `matrix`
    #[schema(min_items = 2, max_items = 300)]
    options: Vec<QuestionOption>,
    #[schema(value_type = names::Display)]
    display: String,
    /// Of a `matrix`; each is answered as the question `<id>_<row>`.
    #[schema(min_items = 1, max_items = 50)]
    rows: Vec<Row>,
    /// The first number of a `scale`
    from: i32,
    /// The last number of a `scale`, at most 20 more than the first
    to: i32,
    labels: ScaleLabels,
    /// Of a scale: `linear` (0 to 100), `reversed`, or a list
    #[schema(value_type = serde_json::Value)]
    points: (),
    /// Of a `number` or, as `YYYY-MM-DD`, a `date`; of a `multiple` the fewest options to choose
    #[schema(value_type = serde_json::Value)]
    min: (),
    #[schema(value_type = serde_json::Value)]
    max: (),
    /// Places of a `number`
    #[schema(maximum = 3)]
    decimals: u8,
    unit: LocalizedText,
    /// Points of a `number`: the first range that fits counts.
    ranges: Vec<Range>,
    #[schema(minimum = 1, maximum = 4000)]
    max_length: usize,
    long: bool,
    #[schema(value_type = names::TextFormat)]
    format: String,
    /// A `statement` after which the quiz is over
    ends: bool,
    /// Of a `consent`
    link: LocalizedText,
}

/// Words by number of the scale
#[derive(ToSchema)]
pub(super) struct ScaleLabels(BTreeMap<String, LocalizedText>);

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct QuestionOption {
    /// Made by the server when absent.
    #[schema(value_type = Option<names::OptionId>)]
    id: Option<String>,
    label: LocalizedText,
    points: Option<f64>,
    /// Of a `multiple`: not to be chosen with others
    exclusive: Option<bool>,
    /// Opens a text field, answered as the question `<id>_other`.
    other: Option<bool>,
    show_if: Option<Condition>,
}

#[derive(ToSchema)]
pub(super) struct Row {
    id: String,
    text: LocalizedText,
}

#[derive(ToSchema)]
pub(super) struct Range {
    /// None in the last range
    below: Option<f64>,
    points: f64,
}

/// One of: `question` with `is`, `includes`, or `atLeast` and `atMost`; `answered`; `language`; `all`; `any`; `not`.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase", no_recursion)]
pub(super) struct Condition {
    question: Option<String>,
    /// Ids or codes of options
    #[schema(value_type = Option<Vec<serde_json::Value>>)]
    is: Option<()>,
    #[schema(value_type = Option<Vec<serde_json::Value>>)]
    includes: Option<()>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    answered: Option<String>,
    language: Option<Vec<String>>,
    all: Option<Vec<Condition>>,
    any: Option<Vec<Condition>>,
    not: Option<Box<Condition>>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Scoring {
    /// `average` when absent.
    #[schema(value_type = Option<names::ScoringMethod>)]
    method: Option<String>,
    /// Places of what is published
    #[schema(maximum = 1)]
    decimals: Option<u8>,
    /// Unanswered questions that a sum bears: the mean of the others stands in for them.
    allow_missing: Option<usize>,
    #[schema(max_items = 100)]
    tables: Option<Vec<Table>>,
    #[schema(max_items = 20)]
    categories: Option<Vec<ScoreCategory>>,
    #[schema(max_items = 10)]
    bands: Option<Vec<ScoreBand>>,
    #[schema(max_items = 100)]
    cards: Option<Vec<Card>>,
}

/// A conversion table: one value for each sum from the least to the greatest
#[derive(ToSchema)]
pub(super) struct Table {
    when: Option<Condition>,
    values: Vec<f64>,
}

#[derive(ToSchema)]
pub(super) struct ScoreCategory {
    id: String,
    name: LocalizedText,
    #[schema(max_items = 10)]
    bands: Option<Vec<ScoreBand>>,
}

#[derive(ToSchema)]
pub(super) struct ScoreBand {
    id: String,
    /// The lowest score
    from: f64,
    name: LocalizedText,
    text: Option<LocalizedText>,
    #[schema(value_type = names::Hue)]
    hue: String,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct Card {
    id: String,
    /// `score`, `{"question": id}` or `{"category": id}`
    #[schema(value_type = serde_json::Value)]
    about: (),
    /// The card marks a focus area below this score.
    focus_below: Option<f64>,
    title: LocalizedText,
    /// By band; a band without an entry shows no card.
    bands: BTreeMap<String, CardText>,
}

#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(super) struct CardText {
    sub_title: Option<LocalizedText>,
    steps_title: Option<LocalizedText>,
    #[schema(max_items = 6)]
    steps: Option<Vec<LocalizedText>>,
    boost: Option<LocalizedText>,
    #[schema(max_items = 5)]
    links: Option<Vec<HelpBody>>,
}

#[derive(ToSchema)]
pub(super) struct Opening {
    text: LocalizedText,
}

#[derive(ToSchema)]
pub(super) struct Ending {
    text: LocalizedText,
    next: Option<NextLink>,
}

/// Without `url`, it leads back to the page that embeds the quiz.
#[derive(ToSchema)]
pub(super) struct NextLink {
    label: LocalizedText,
    url: Option<LocalizedText>,
}

/// One text for all languages, or one by language, such as `en` or `pt-BR`.
#[derive(ToSchema)]
#[serde(untagged)]
pub(super) enum LocalizedText {
    Same(String),
    ByLanguage(BTreeMap<names::Language, String>),
}

/// The owner's notes to respondents. Each is optional and has up to 200 characters.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AboutBody {
    /// The person or organisation that runs the quiz
    run_by: Option<LocalizedText>,
    /// The people who see the answers
    seen_by: Option<LocalizedText>,
    /// The time answers are kept, such as `two years`
    kept: Option<LocalizedText>,
    /// The contact for questions: a link that begins with `https://`, `tel:` or `mailto:`
    contact: Option<LocalizedText>,
    /// The privacy notice: a link that begins with `https://`
    privacy: Option<LocalizedText>,
    /// Services that help respondents, shown with the result
    #[schema(max_items = 5, required = false)]
    help: Vec<HelpBody>,
}

#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HelpBody {
    /// Up to 100 characters
    label: LocalizedText,
    /// A link that begins with `https://`, `tel:` or `mailto:`
    url: LocalizedText,
}

/// The same facts in one language.
#[derive(ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublicAbout {
    run_by: Option<String>,
    seen_by: Option<String>,
    kept: Option<String>,
    contact: Option<String>,
    privacy: Option<String>,
    help: Vec<PublicHelp>,
}

#[derive(ToSchema)]
pub(super) struct PublicHelp {
    label: String,
    url: String,
}

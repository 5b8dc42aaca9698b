//! Schemas of the API document that cannot be derived: texts of a fixed form, and values whose fields depend on their
//! kind.

use std::borrow::Cow;

use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        KnownFormat, ObjectBuilder, Ref, RefOr, Schema, SchemaFormat, Type,
        schema::{AdditionalProperties, AnyOfBuilder, ArrayBuilder, OneOfBuilder, SchemaType},
    },
};

use crate::{
    AnswerInput, Colour, Condition, Decimal, ImageId, KindName, Language, Name, NamespaceId, OptionId, OptionInput,
    OptionRef, Period, Picture, QuestionId, QuestionInput, QuizId, TimeZoneName, Timestamp,
};

type Schemas = Vec<(String, RefOr<Schema>)>;

macro_rules! described {
    ($($type:ident $name:literal: $description:expr, $schema:expr $(, of $($part:ident)+)? $(, with $parts:expr)?;)+) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                $schema.description(Some($description)).into()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                $name.into()
            }

            fn schemas(_schemas: &mut Schemas) {
                $($(_schemas.push(($part::name().into(), $part::schema()));)+)?
                $(_schemas.extend($parts);)?
            }
        }
    )+};
}

described! {
    NamespaceId "NamespaceId": "A namespace, named by the operator.", form("^[a-z0-9][a-z0-9-]{1,62}$");
    QuizId "QuizId": "A quiz.", form("^[0-9A-Za-z]{16}$");
    QuestionId "QuestionId": "A question within its quiz; `fhn1` to `fhn8` are the built-in ones.", form(NAME);
    Name "Name": "A category, a band, a card or a row.", form(NAME);
    OptionId "OptionId": "An option of a question.",
        form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$");
    ImageId "ImageId": "A picture of a quiz, named by its contents.", form("^[0-9A-Za-z]{22}$");
    Colour "Colour": "An sRGB colour.", form("^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$");
    TimeZoneName "TimeZone": "A name of the IANA time zone database, such as `Europe/Madrid`.",
        form("^[A-Za-z][A-Za-z0-9/_+-]{0,63}$");
    Period "Period": "Whole days, weeks or months, up to ten years, such as `P14D`, `P2W` or `P1M`.",
        form("^P[1-9][0-9]{0,3}[DWM]$");
    Language "Language": "A language: a tag of BCP 47, without extensions.",
        form("^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))?$");
    Timestamp "Moment": "RFC 3339, with an offset.",
        text().format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)));
    Decimal "Decimal": "A number with at most three decimal places.", ObjectBuilder::new().schema_type(Type::Number);
    Condition "Condition": "A rule about the language or earlier answers: `is` for choices, `includes` for `multiple`, \
        `atLeast` and `atMost` for numbers.", conditions(), of QuestionId OptionId Decimal Language, with condition_forms();
    AnswerInput "AnswerValue": "By the question's kind: an option's id or code, a list of them, a number, a text, a \
        date, or true. `null` withdraws the answer to an optional question.", answers(), of OptionId;
}

const NAME: &str = "^[a-z][a-z0-9_]{0,31}$";

/// A question as it is written: a built-in one, or one of a kind, which is `choice` where none is named.
pub struct Question;

pub struct QuestionRecord;

/// A question as respondents may see it, in one language.
pub struct PublicQuestion;

/// A picture with its text in one language.
pub struct PublicPicture;

impl PartialSchema for PublicPicture {
    fn schema() -> RefOr<Schema> {
        let object = closed("PublicPicture").property("id", refer::<ImageId>()).property("alt", text());
        let object = ["decorative", "width", "height"]
            .iter()
            .fold(object, |object, name| object.property(*name, without_null(property::<Picture>(name))));
        object.required("id").into()
    }
}

impl ToSchema for PublicPicture {
    fn name() -> Cow<'static, str> {
        "PublicPicture".into()
    }

    fn schemas(schemas: &mut Schemas) {
        schemas.push((ImageId::name().into(), ImageId::schema()));
    }
}

macro_rules! questions {
    ($($type:ident: $form:expr;)+) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                // Generators take the first match, and a written choice may omit its kind.
                let kinds = KindName::ALL.into_iter().rev().map(|kind| of_kind(kind, $form));
                kinds.fold(AnyOfBuilder::new(), AnyOfBuilder::item).item(built_in($form)).into()
            }
        }

        impl ToSchema for $type {
            fn name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn schemas(schemas: &mut Schemas) {
                QuestionInput::schemas(schemas);
                schemas.extend(parts($form));
            }
        }
    )+};
}

questions! {
    Question: Form::Written;
    QuestionRecord: Form::Recorded;
    PublicQuestion: Form::Public;
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    Written,
    Recorded,
    Public,
}

impl Form {
    fn of(self, name: &str) -> String {
        if self == Self::Written { name.to_owned() } else { format!("{self:?}{name}") }
    }
}

/// Respondents must not learn how answers are scored.
const OF_SCORING: [&str; 5] = ["category", "weight", "points", "ranges", "explanation"];

fn of_kind(kind: KindName, form: Form) -> ObjectBuilder {
    let (required, optional) = kind.fields();
    let word = text().enum_values(Some([kind.as_str()]));
    let title = kind.as_str()[..1].to_uppercase() + &kind.as_str()[1..];
    let object = closed(form.of(&format!("{title}Question"))).property("kind", word);
    // Only a written choice may omit its kind.
    let may_lack_kind = kind == KindName::Choice && form == Form::Written;
    let object = if may_lack_kind { object } else { object.required("kind") };
    // Records and public info have these for every kind.
    let is_new = |field: &&&str| form == Form::Written || !["text", "options"].contains(*field);
    let object = ["text"].iter().chain(required).filter(is_new).fold(object, |object, field| object.required(*field));
    let names = ["id", "text"].iter().chain(required).chain(optional);
    of_all(names.fold(object, |object, name| with(object, name, kind, form)), form)
}

fn built_in(form: Form) -> ObjectBuilder {
    let object = closed(form.of("BuiltInQuestion")).property("id", self::form("^fhn[1-8]$"));
    of_all(["text", "options"].iter().fold(object, |object, name| with(object, name, KindName::Choice, form)), form)
}

fn of_all(object: ObjectBuilder, form: Form) -> ObjectBuilder {
    let object = ["required", "help", "showIf", "part", "image"]
        .iter()
        .fold(object.required("id"), |object, name| with(object, name, KindName::Choice, form));
    let object = if form == Form::Public { object } else { with(object, "builtIn", KindName::Choice, form) };
    let always: &[&str] = match form {
        Form::Written => return object,
        Form::Recorded => &["builtIn", "required", "text", "help", "options"],
        Form::Public => &["required", "text", "help", "options"],
    };
    let object = with(object, "options", KindName::Choice, form);
    always.iter().fold(object, |object, name| object.required(*name))
}

fn with(object: ObjectBuilder, name: &str, kind: KindName, form: Form) -> ObjectBuilder {
    if form == Form::Public && OF_SCORING.contains(&name) {
        object
    } else {
        object.property(name, field(name, kind, form))
    }
}

fn field(name: &str, kind: KindName, form: Form) -> RefOr<Schema> {
    match (name, kind, form) {
        ("min" | "max", KindName::Multiple, _) => ObjectBuilder::new().schema_type(Type::Integer).into(),
        ("min" | "max", KindName::Date, _) => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into(),
        ("options", _, Form::Recorded | Form::Public) => list(Ref::from_schema_name(form.of("Option")).into()),
        ("text" | "unit" | "link" | "part", _, Form::Public) => text().into(),
        ("help", _, Form::Public) => {
            ObjectBuilder::new().schema_type([Type::String, Type::Null].into_iter().collect::<SchemaType>()).into()
        }
        ("image", _, Form::Public) => refer::<PublicPicture>(),
        ("labels", ..) => Ref::from_schema_name(form.of("Labels")).into(),
        ("rows", _, Form::Public) => list(Ref::from_schema_name(form.of("Row")).into()),
        ("help", ..) => property::<QuestionInput>(name),
        _ => without_null(property::<QuestionInput>(name)),
    }
}

fn parts(form: Form) -> Schemas {
    let row = || closed(form.of("Row")).property("id", refer::<Name>()).property("text", text());
    let rows = (form == Form::Public).then(|| (form.of("Row"), row().required("id").required("text").into()));
    let options = (form != Form::Written).then(|| (form.of("Option"), option(form)));
    let labels = (form.of("Labels"), labels(form));
    let picture = (form == Form::Public).then(|| (PublicPicture::name().into(), PublicPicture::schema()));
    rows.into_iter().chain(options).chain(picture).chain([labels]).collect()
}

/// A component of its own, since client generators would give the labels of a scale and of a matrix the same name.
fn labels(form: Form) -> RefOr<Schema> {
    if form == Form::Public {
        ObjectBuilder::new().additional_properties(Some(AdditionalProperties::RefOr(text().into()))).into()
    } else {
        without_null(property::<QuestionInput>("labels"))
    }
}

fn option(form: Form) -> RefOr<Schema> {
    let object = closed(form.of("Option")).property("id", refer::<OptionId>());
    let label = if form == Form::Public { text().into() } else { property::<OptionInput>("label") };
    let object = ["code", "missing", "exclusive", "other", "last", "showIf"]
        .iter()
        .fold(object.property("label", label), |object, name| {
            object.property(*name, without_null(property::<OptionInput>(name)))
        });
    let image =
        if form == Form::Public { refer::<PublicPicture>() } else { without_null(property::<OptionInput>("image")) };
    let object = object.property("image", image);
    let object = match form {
        Form::Recorded => object
            .property("points", property::<OptionInput>("points"))
            .property("places", without_null(property::<OptionInput>("places"))),
        _ => object,
    };
    ["id", "code", "label"].iter().fold(object, |object, name| object.required(*name)).into()
}

fn property<T: PartialSchema>(name: &str) -> RefOr<Schema> {
    let found =
        if let RefOr::T(Schema::Object(object)) = T::schema() { object.properties.get(name).cloned() } else { None };
    found.unwrap_or_default()
}

/// The schema of an optional value that is never null, as in responses and headers.
pub fn without_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    let is_null = |schema: &RefOr<Schema>| matches!(schema, RefOr::T(Schema::Object(object)) if object.schema_type == SchemaType::Type(Type::Null));
    let one = |schema: &mut SchemaType| {
        if let SchemaType::Array(types) = schema
            && let Some(found) = types.iter().find(|one| **one != Type::Null)
        {
            *schema = SchemaType::Type(found.clone());
        }
    };
    match schema {
        RefOr::T(Schema::OneOf(mut choices)) => {
            choices.items.retain(|choice| !is_null(choice));
            if choices.items.len() == 1 { choices.items.remove(0) } else { RefOr::T(Schema::OneOf(choices)) }
        }
        RefOr::T(Schema::Object(mut object)) => {
            one(&mut object.schema_type);
            object.into()
        }
        RefOr::T(Schema::Array(mut array)) => {
            one(&mut array.schema_type);
            RefOr::T(Schema::Array(array))
        }
        other => other,
    }
}

/// A condition of an alert: one of questions, or a test of a score.
pub struct AlertCondition;

impl PartialSchema for AlertCondition {
    fn schema() -> RefOr<Schema> {
        let names = alert_forms().into_iter().map(|(name, _)| Ref::from_schema_name(name));
        let forms = names.fold(OneOfBuilder::new(), OneOfBuilder::item);
        forms
            .description(Some(
                "A rule about the language, answers, or a score: `band` for the ids of its bands, `change` for its \
                 verdicts since the attempt before (`better` includes `recovered`). `of` is `overall` or a category.",
            ))
            .into()
    }
}

impl ToSchema for AlertCondition {
    fn name() -> Cow<'static, str> {
        "AlertCondition".into()
    }

    fn schemas(schemas: &mut Schemas) {
        Condition::schemas(schemas);
        schemas.extend(alert_forms());
    }
}

fn alert_forms() -> Schemas {
    let score = |field: &str, values: RefOr<Schema>| {
        let name = format!("{}{}Condition", field[..1].to_uppercase(), &field[1..]);
        let test = closed(format!("{}{}Test", field[..1].to_uppercase(), &field[1..]));
        let test = test.property("of", refer::<Name>()).required("of").property("is", list(values)).required("is");
        let object = closed(&name).property(field, test).required(field);
        (name, RefOr::from(object))
    };
    let verdicts = text().enum_values(Some(["worse", "better", "same", "recovered"]));
    let alerts = || Ref::from_schema_name("AlertCondition");
    let nested = |field: &str, inner: RefOr<Schema>| {
        let name = format!("Alert{}{}Condition", field[..1].to_uppercase(), &field[1..]);
        let object = closed(&name).property(field, inner).required(field);
        (name, RefOr::from(object))
    };
    let of_answers = condition_forms().into_iter();
    let of_answers =
        of_answers.filter(|(name, _)| !["AllCondition", "AnyCondition", "NotCondition"].contains(&&**name));
    of_answers
        .chain([
            score("band", refer::<Name>()),
            score("change", verdicts.into()),
            nested("all", list(alerts().into())),
            nested("any", list(alerts().into())),
            nested("not", alerts().into()),
        ])
        .collect()
}

fn conditions() -> OneOfBuilder {
    let names = condition_forms().into_iter().map(|(name, _)| Ref::from_schema_name(name));
    names.fold(OneOfBuilder::new(), OneOfBuilder::item)
}

/// Named components: client generators cannot handle a recursive choice, but can handle one of names.
fn condition_forms() -> Schemas {
    let options = || list(OptionRef::schema());
    let conditions = || list(refer::<Condition>());
    let form = |name: &str, fields: &[(&str, RefOr<Schema>)]| {
        let name = format!("{name}Condition");
        let object = fields
            .iter()
            .fold(closed(&name), |object, (field, schema)| object.property(*field, schema.clone()).required(*field));
        (name, object)
    };
    let question = ("question", refer::<QuestionId>());
    let (range, bounded) = form("Range", std::slice::from_ref(&question));
    let bounded = bounded.property("atLeast", refer::<Decimal>()).property("atMost", refer::<Decimal>());
    [
        form("Is", &[question.clone(), ("is", options())]),
        form("Includes", &[question, ("includes", options())]),
        // At least one of the bounds is required.
        (range, bounded.min_properties(Some(2))),
        form("Answered", &[("answered", refer::<QuestionId>())]),
        form("Language", &[("language", list(refer::<Language>()))]),
        form("All", &[("all", conditions())]),
        form("Any", &[("any", conditions())]),
        form("Not", &[("not", refer::<Condition>())]),
    ]
    .map(|(name, object)| (name, object.into()))
    .into()
}

fn answers() -> OneOfBuilder {
    let of = |kind: Type| ObjectBuilder::new().schema_type(kind);
    let simple = [Type::Number, Type::String, Type::Boolean, Type::Null].map(of);
    simple.into_iter().fold(OneOfBuilder::new(), OneOfBuilder::item).item(list(OptionRef::schema()))
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn form(pattern: &str) -> ObjectBuilder {
    text().pattern(Some(pattern))
}

fn list(item: RefOr<Schema>) -> RefOr<Schema> {
    RefOr::T(Schema::Array(ArrayBuilder::new().items(item).build()))
}

fn refer<T: ToSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::name()).into()
}

/// A titled object without additional properties.
fn closed(name: impl Into<String>) -> ObjectBuilder {
    ObjectBuilder::new().title(Some(name)).additional_properties(Some(AdditionalProperties::FreeForm(false)))
}

//! Trees of values, and decoding them into types.
//!
//! Deserializing directly from bytes would be shorter, but its errors are English sentences.

use std::{fmt, vec};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor,
        value::{I64Deserializer, MapAccessDeserializer, StringDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::{Number, Value};

use super::{DEEPEST, DecodeError, moment};
use crate::{FieldCode, Segment};

/// A value. The fields of an object keep their order and may repeat.
pub enum Input {
    Null,
    Bool(bool),
    Number(Number),
    Text(String),
    List(Vec<Input>),
    Object(Vec<(String, Input)>),
    /// A query parameter: a text that may also be read as a number; an empty one is absent.
    Parameter(String),
    /// An object or list below [`DEEPEST`] others. Its content is dropped, and no type accepts it.
    TooDeep,
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Grower { room: DEEPEST }.deserialize(deserializer)
    }
}

impl From<&Value> for Input {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(number.clone()),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Object(fields) => {
                Self::Object(fields.iter().map(|(name, value)| (name.clone(), value.into())).collect())
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Grower {
    /// The remaining nesting of objects and lists.
    room: usize,
}

impl Grower {
    fn inside(self) -> Option<Self> {
        Some(Self { room: self.room.checked_sub(1)? })
    }
}

impl<'de> DeserializeSeed<'de> for Grower {
    type Value = Input;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Input, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Grower {
    type Value = Input;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Input, E> {
        Ok(Input::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Input, E> {
        Ok(Input::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Input, E> {
        Ok(Input::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Input, E> {
        Ok(Input::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Input, E> {
        Ok(Number::from_f64(value).map_or(Input::Null, Input::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Input, E> {
        Ok(Input::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Input, E> {
        Ok(Input::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Input, A::Error> {
        let Some(inside) = self.inside() else {
            // Skips the rest without recursion.
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(Input::TooDeep);
        };
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inside)? {
            list.push(item);
        }
        Ok(Input::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Input, A::Error> {
        let Some(inside) = self.inside() else {
            while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(Input::TooDeep);
        };
        let mut object = Vec::new();
        while let Some(name) = fields.next_key()? {
            object.push((name, fields.next_value_seed(inside)?));
        }
        Ok(Input::Object(object))
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ty;)+) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
            let number = match &self {
                Self::Number(number) => number.as_i64().ok_or(number.is_u64()),
                Self::Parameter(text) => text.trim().parse::<i64>().map_err(|_| false),
                _ => Err(false),
            };
            let out_of_range = || {
                let (min, max) = (i64::try_from(<$type>::MIN), i64::try_from(<$type>::MAX));
                DecodeError::here(FieldCode::OutOfRange { min: min.unwrap_or(i64::MIN), max: max.unwrap_or(i64::MAX) })
            };
            match number {
                Ok(number) => visitor.$visit(<$type>::try_from(number).map_err(|_| out_of_range())?),
                Err(true) => Err(out_of_range()),
                Err(false) => Err(DecodeError::wrong_type("a whole number")),
            }
        }
    )+};
}

impl<'de> Deserializer<'de> for Input {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Self::Text(text) | Self::Parameter(text) => visitor.visit_string(text),
            Self::List(list) => visitor.visit_seq(Items { items: list.into_iter(), index: 0 }),
            Self::Object(fields) => visitor.visit_map(Fields { fields: fields.into_iter(), value: None }),
            Self::TooDeep => Err(DecodeError::here(FieldCode::TooDeep { max: DEEPEST })),
        }
    }

    whole_numbers! {
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
    }

    /// A timestamp is RFC 3339 here, but a number in storage.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        if name != "Timestamp" {
            return visitor.visit_newtype_struct(self);
        }
        let at = if let Self::Text(text) = &self { moment::parse(text) } else { None };
        let at = at.ok_or_else(|| DecodeError::wrong_type("an RFC 3339 time"))?;
        visitor.visit_newtype_struct(I64Deserializer::<DecodeError>::new(at.nanoseconds()))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Bool(value) => visitor.visit_bool(value),
            _ => Err(DecodeError::wrong_type("true or false")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Text(text) | Self::Parameter(text) => visitor.visit_string(text),
            _ => Err(DecodeError::wrong_type("a string")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self {
            Self::Text(text) | Self::Parameter(text) => {
                let variant: StringDeserializer<DecodeError> = text.into_deserializer();
                visitor.visit_enum(variant)
            }
            // A variant with data.
            Self::Object(fields) if fields.len() == 1 => {
                let fields = Fields { fields: fields.into_iter(), value: None };
                visitor.visit_enum(MapAccessDeserializer::new(fields))
            }
            _ => Err(DecodeError::wrong_type("a string")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::Null => visitor.visit_none(),
            Self::Parameter(text) if text.trim().is_empty() => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            Self::List(list) => visitor.visit_seq(Items { items: list.into_iter(), index: 0 }),
            Self::TooDeep => Err(DecodeError::here(FieldCode::TooDeep { max: DEEPEST })),
            _ => Err(DecodeError::wrong_type("a list")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self {
            // Not by `deserialize_any`, which brings a second reader along for each type, from lists.
            Self::Object(fields) => visitor.visit_map(Fields { fields: fields.into_iter(), value: None }),
            Self::TooDeep => Err(DecodeError::here(FieldCode::TooDeep { max: DEEPEST })),
            _ => Err(DecodeError::wrong_type("an object")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        self.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

struct Items {
    items: vec::IntoIter<Input>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let place = Segment::Item(self.index);
        self.index += 1;
        seed.deserialize(item).map(Some).map_err(|mistake| mistake.inside(place))
    }
}

struct Fields {
    fields: vec::IntoIter<(String, Input)>,
    /// The value of the name that was read last.
    value: Option<(String, Input)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some((name.clone(), value));
        let name: StringDeserializer<DecodeError> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DecodeError> {
        let (name, value) = self.value.take().ok_or_else(|| DecodeError::wrong_type("a value"))?;
        seed.deserialize(value).map_err(|mistake| mistake.inside(Segment::Field(name.into())))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{super::DecodeErrorKind, *};

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Sample {
        name: String,
        #[serde(alias = "otherNumber")]
        number: Option<u32>,
        #[serde(default)]
        is_new: bool,
        language: Option<crate::Language>,
        either: Option<Either>,
        list: Option<Vec<Inner>>,
        map: Option<BTreeMap<String, u32>>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        id: String,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged, expecting = "a text or a number")]
    enum Either {
        Text(String),
        Number(u32),
    }

    fn read(json: &str) -> Result<Sample, DecodeError> {
        let tree: Input = serde_json::from_str(json).expect("JSON");
        Sample::deserialize(tree)
    }

    #[test]
    fn values_of_the_right_form_are_read() {
        let json =
            r#"{"name":"n","number":7,"isNew":true,"language":"es","either":5,"list":[{"id":"i"}],"map":{"a":1}}"#;
        let sample = read(json).expect("all is right");
        let expected = Sample {
            name: "n".to_owned(),
            number: Some(7),
            is_new: true,
            language: Some(crate::Language::ES),
            either: Some(Either::Number(5)),
            list: Some(vec![Inner { id: "i".to_owned() }]),
            map: Some([("a".to_owned(), 1)].into()),
        };
        assert_eq!(sample, expected);
    }

    #[test]
    fn each_mistake_has_its_place_and_its_code() {
        let wrong = |expected: &str| FieldCode::WrongType(expected.to_owned());
        let out_of_range = FieldCode::OutOfRange { min: 0, max: u32::MAX.into() };
        for (json, path, code) in [
            ("{}", "name", FieldCode::Required),
            ("[]", "", wrong("an object")),
            (r#"{"name":5}"#, "name", wrong("a string")),
            (r#"{"name":"n","number":"7"}"#, "number", wrong("a whole number")),
            (r#"{"name":"n","number":1.5}"#, "number", wrong("a whole number")),
            (r#"{"name":"n","number":-1}"#, "number", out_of_range.clone()),
            (r#"{"name":"n","number":99999999999999999999}"#, "number", wrong("a whole number")),
            (r#"{"name":"n","number":18446744073709551615}"#, "number", out_of_range.clone()),
            (r#"{"name":"n","isNew":1}"#, "isNew", wrong("true or false")),
            (r#"{"name":"n","language":"en_US"}"#, "language", wrong("a language tag such as en or pt-BR")),
            (r#"{"name":"n","language":1}"#, "language", wrong("a string")),
            (r#"{"name":"n","either":[]}"#, "either", wrong("a text or a number")),
            (r#"{"name":"n","list":{}}"#, "list", wrong("a list")),
            (r#"{"name":"n","list":[{"id":"a"},{}]}"#, "list[1].id", FieldCode::Required),
            (r#"{"name":"n","map":{"a":1,"b":null}}"#, "map.b", wrong("a whole number")),
            (r#"{"name":"n","name":"m"}"#, "name", FieldCode::Repeated),
            (r#"{"name":"n","number":1,"otherNumber":1}"#, "number", FieldCode::Repeated),
        ] {
            let mistake = read(json).expect_err(json);
            assert_eq!(
                (mistake.path.to_string().as_str(), &mistake.kind),
                (path, &DecodeErrorKind::Field(code)),
                "{json}"
            );
        }
    }

    #[test]
    fn unknown_fields_are_named_with_their_place() {
        let mistake = read(r#"{"name":"n","list":[{"id":"a","idd":1}]}"#).expect_err("idd");
        let kind = DecodeErrorKind::UnknownField { name: "idd".to_owned(), expected: &["id"] };
        assert_eq!((mistake.path.to_string().as_str(), &mistake.kind), ("list[0]", &kind));
    }

    #[test]
    fn parameters_are_numbers_where_numbers_are_wanted_and_absent_when_empty() {
        let pairs = |number: &str| {
            let parameter = |text: &str| Input::Parameter(text.to_owned());
            Input::Object(vec![("name".to_owned(), parameter("5")), ("number".to_owned(), parameter(number))])
        };
        assert_eq!(Sample::deserialize(pairs("7")).expect("7").number, Some(7));
        assert_eq!(Sample::deserialize(pairs("")).expect("empty").number, None);
        let mistake = Sample::deserialize(pairs("x")).expect_err("x");
        assert_eq!(mistake.path, "number");
    }
}

//! Options that count as answered but are not scored, and options that decline to answer.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Answer, Decimal, Item, OptionId, named};

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum OptionPoints {
    /// Not written. Counts as 0 in a `multiple` if other options have points.
    #[default]
    Absent,
    /// Written as `null`: the question is answered but counts in no score.
    NotScored,
    Given(Decimal),
}

named! {
    /// The kind of not answering that an option stands for.
    #[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MissingKind))]
    #[serde(rename_all = "snake_case")]
    pub enum Missing {
        /// The respondent does not want to say.
        Declined => "declined",
        /// The respondent does not know.
        Unknown => "unknown",
        /// The question does not apply to the respondent.
        NotApplicable => "not_applicable",
    }
}

impl OptionPoints {
    pub fn given(self) -> Option<Decimal> {
        if let Self::Given(points) = self { Some(points) } else { None }
    }

    pub(super) fn is_absent(&self) -> bool {
        *self == Self::Absent
    }
}

impl From<Option<Decimal>> for OptionPoints {
    fn from(points: Option<Decimal>) -> Self {
        points.map_or(Self::Absent, Self::Given)
    }
}

impl Serialize for OptionPoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.given().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for OptionPoints {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Decimal>::deserialize(deserializer)?.map_or(Self::NotScored, Self::Given))
    }
}

impl Item<'_> {
    /// True if all chosen options have `null` points. The question then counts as hidden.
    pub fn is_unscored(&self, answer: &Answer) -> bool {
        let options = self.kind.options();
        let is_unscored =
            |id: &OptionId| options.iter().any(|option| option.points == OptionPoints::NotScored && option.id == *id);
        let chosen = chosen(answer);
        !chosen.is_empty() && chosen.iter().all(is_unscored)
    }

    /// The kind of not answering that an answer stands for: that of its first option, if all its options have one.
    pub fn missing(&self, answer: &Answer) -> Option<Missing> {
        let options = self.kind.options();
        let kind = |id: &OptionId| options.iter().find(|option| option.id == *id)?.missing;
        let kinds: Option<Vec<Missing>> = chosen(answer).iter().map(kind).collect();
        kinds?.first().copied()
    }
}

fn chosen(answer: &Answer) -> &[OptionId] {
    if let Answer::Option(option) = answer { std::slice::from_ref(option) } else { answer.options() }
}

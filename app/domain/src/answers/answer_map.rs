//! Answers by question, in a sorted list. A `BTreeMap` would add more code to the browser bundle than its pages have.

use std::{fmt, iter::Map, ops::Index, slice, vec};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};

use crate::{Answer, QuestionId};

/// One respondent's answers. A matrix row and the text field beside an option have question ids of their own.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Answers(Vec<(QuestionId, Answer)>);

impl Answers {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The index of the answer, or the index at which to insert it.
    fn place(&self, id: &QuestionId) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.cmp(id))
    }

    pub fn get(&self, id: &QuestionId) -> Option<&Answer> {
        self.place(id).ok().map(|place| &self.0[place].1)
    }

    pub fn contains_key(&self, id: &QuestionId) -> bool {
        self.place(id).is_ok()
    }

    /// Replaces and returns any earlier answer to the question.
    pub fn insert(&mut self, id: QuestionId, answer: Answer) -> Option<Answer> {
        match self.place(&id) {
            Ok(place) => Some(std::mem::replace(&mut self.0[place].1, answer)),
            Err(place) => {
                self.0.insert(place, (id, answer));
                None
            }
        }
    }

    pub fn remove(&mut self, id: &QuestionId) -> Option<Answer> {
        self.place(id).ok().map(|place| self.0.remove(place).1)
    }

    pub fn retain(&mut self, mut is_kept: impl FnMut(&QuestionId, &Answer) -> bool) {
        self.0.retain(|(id, answer)| is_kept(id, answer));
    }

    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }

    pub fn keys(&self) -> impl Iterator<Item = &QuestionId> {
        self.0.iter().map(|(id, _)| id)
    }

    pub fn values(&self) -> impl Iterator<Item = &Answer> {
        self.0.iter().map(|(_, answer)| answer)
    }
}

/// Panics if the question has no answer, as indexing a map does.
impl Index<&QuestionId> for Answers {
    type Output = Answer;

    fn index(&self, id: &QuestionId) -> &Answer {
        self.get(id).expect("the question is answered")
    }
}

type Pair = (QuestionId, Answer);

impl<'a> IntoIterator for &'a Answers {
    type Item = (&'a QuestionId, &'a Answer);
    type IntoIter = Map<slice::Iter<'a, Pair>, fn(&'a Pair) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(id, answer)| (id, answer))
    }
}

impl IntoIterator for Answers {
    type Item = Pair;
    type IntoIter = vec::IntoIter<Pair>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Extend<Pair> for Answers {
    fn extend<I: IntoIterator<Item = Pair>>(&mut self, pairs: I) {
        for (id, answer) in pairs {
            self.insert(id, answer);
        }
    }
}

impl FromIterator<Pair> for Answers {
    fn from_iter<I: IntoIterator<Item = Pair>>(pairs: I) -> Self {
        let mut answers = Self::new();
        answers.extend(pairs);
        answers
    }
}

impl<const N: usize> From<[Pair; N]> for Answers {
    fn from(pairs: [Pair; N]) -> Self {
        pairs.into_iter().collect()
    }
}

impl Serialize for Answers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Stored;

        impl<'de> Visitor<'de> for Stored {
            type Value = Answers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("answers by question")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Answers, A::Error> {
                let mut answers = Answers::new();
                while let Some((id, answer)) = map.next_entry()? {
                    answers.insert(id, answer);
                }
                Ok(answers)
            }
        }

        deserializer.deserialize_map(Stored)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::Decimal;

    fn id(number: u8) -> QuestionId {
        QuestionId::parse(&format!("q{number}")).expect("an id")
    }

    proptest! {
        #[test]
        fn a_list_holds_what_a_tree_would(changes in prop::collection::vec((0..20_u8, any::<Option<i32>>()), 0..60)) {
            let (mut list, mut tree) = (Answers::new(), BTreeMap::new());
            for (number, answer) in changes {
                if let Some(answer) = answer.map(|answer| Answer::Number(Decimal::whole(answer))) {
                    prop_assert_eq!(list.insert(id(number), answer.clone()), tree.insert(id(number), answer));
                } else {
                    prop_assert_eq!(list.remove(&id(number)), tree.remove(&id(number)));
                }
                prop_assert_eq!(list.get(&id(number)), tree.get(&id(number)));
            }
            prop_assert!(list.iter().eq(tree.iter()) && list.len() == tree.len());
            let [of_list, of_tree] = [serde_json::to_string(&list), serde_json::to_string(&tree)];
            prop_assert_eq!(of_list.as_ref().ok(), of_tree.as_ref().ok());
            prop_assert_eq!(of_list.ok().and_then(|json| serde_json::from_str(&json).ok()), Some(list));
        }
    }
}

//! Public quiz info as bytes: asked for by everybody, changed rarely.

use std::{
    collections::HashMap,
    sync::{Arc, RwLock},
};

use axum::{body::Bytes, http::HeaderValue};
use domain::{Language, Quiz, QuizId, QuizStatus, Timestamp};
use sha2::{Digest, Sha256};

use super::super::schema::PublicQuiz;
use crate::{clock, service::ServiceError};

/// Entries before the map is emptied and filled anew.
const BOUND: usize = 1000;

#[derive(Default)]
pub struct PublicCache(RwLock<HashMap<(QuizId, Language), (State, Shown)>>);

/// What the bytes depend on beside quiz and language.
type State = (Timestamp, QuizStatus);

#[derive(Clone)]
pub(super) struct Shown {
    pub(super) body: Bytes,
    pub(super) etag: HeaderValue,
}

impl PublicCache {
    pub(super) fn render(&self, quiz: &Arc<Quiz>, language: Language) -> Result<Shown, ServiceError> {
        let state = (quiz.updated_at, quiz.status(clock::now()));
        let key = (quiz.id.clone(), language);
        if let Ok(map) = self.0.read()
            && let Some((_, shown)) = map.get(&key).filter(|(known, _)| *known == state)
        {
            return Ok(shown.clone());
        }
        let shown = Shown::new(&PublicQuiz::new(quiz, state.1, language))?;
        if let Ok(mut map) = self.0.write() {
            if map.len() >= BOUND {
                map.clear();
            }
            map.insert(key, (state, shown.clone()));
        }
        Ok(shown)
    }
}

impl Shown {
    fn new(quiz: &PublicQuiz) -> Result<Self, ServiceError> {
        let internal = |error: &dyn std::error::Error| ServiceError::Internal(error.to_string());
        let body = serde_json::to_vec(quiz).map_err(|error| internal(&error))?;
        let hash = hex::encode(&Sha256::digest(&body)[..12]);
        let etag = HeaderValue::try_from(format!("\"{hash}\"")).map_err(|error| internal(&error))?;
        Ok(Self { body: body.into(), etag })
    }
}

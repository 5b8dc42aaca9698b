//! Pictures of a quiz. They are named by their content, so that a picture that is sent twice is stored once.

use std::collections::HashSet;

use bytes::Bytes;
use domain::{FieldCode, FieldError, Image, ImageId, ImageType, Measure, Permission, read_image};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{
    Caller, Conflict, Missing, QuizPath, Service, ServiceError,
    audit::{AuditDraft, record_audit},
    quotas::require_room,
};
use crate::{
    clock,
    low_priority::{SMALL, offload},
    store::{AuditAction, Draft, ImageFile, QuizImage},
};

/// Maximum total size of a quiz's pictures in bytes, and their maximum number.
const OF_QUIZ: u64 = 8 * 1024 * 1024;
const MOST: usize = 500;

impl Service {
    /// Maximum size of one picture in bytes.
    pub const IMAGE_BYTES: usize = 512 * 1024;

    /// Adds a picture, sent as a certain type or as any. Returns `false` beside a picture that the quiz already had.
    pub async fn add_image(
        &self,
        caller: &Caller,
        path: &QuizPath,
        bytes: Bytes,
        sent_as: Option<ImageType>,
    ) -> Result<(QuizImage, bool), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        if bytes.len() > Self::IMAGE_BYTES {
            return Err(FieldError::new("image", FieldCode::LargeImage { max: Self::IMAGE_BYTES }).into());
        }
        let (Image { kind, size, bytes }, digest) = offload(bytes.len() > SMALL, move || read(&bytes)).await?;
        if sent_as.is_some_and(|sent_as| sent_as != kind) {
            return Err(FieldError::new("image", FieldCode::NotAnImage).into());
        }
        let image = QuizImage {
            id: ImageId::of_digest(&digest),
            kind,
            size,
            length: bytes.len() as u64,
            is_shown: false,
            created_at: clock::now(),
        };
        let quota = self.quota;
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let known = tx.images(&quiz.id).await?;
                if let Some(known) = known.iter().find(|known| known.id == image.id) {
                    return Ok((known.clone(), false));
                }
                let held: u64 = known.iter().map(|image| image.length).sum();
                if held + image.length > OF_QUIZ || known.len() >= MOST {
                    return Err(Conflict::ImagesFull.into());
                }
                tx.add_image(&quiz.id, &image, &bytes).await?;
                require_room(tx, &caller, quota, &quiz.namespace_id, &[Measure::Bytes]).await?;
                let draft = AuditDraft::of_quiz(AuditAction::AddImage, &target.path);
                record_audit(tx, &caller, draft.with(image.id.to_string())).await?;
                Ok((image, true))
            })
        })
        .await
    }

    /// Oldest first. A picture in the draft counts as shown.
    pub async fn images(&self, caller: &Caller, path: &QuizPath) -> Result<Vec<QuizImage>, ServiceError> {
        caller.require(Permission::Read, &path.namespace)?;
        let quiz = self.read_quiz(path).await?;
        let mut images = self.store.images(&quiz.id).await?;
        if images.iter().any(|image| !image.is_shown) {
            let drafted = drafted(self.store.draft(&quiz.id).await?);
            images.iter_mut().for_each(|image| image.is_shown |= drafted.contains(&image.id));
        }
        Ok(images)
    }

    pub async fn delete_image(&self, caller: &Caller, path: &QuizPath, id: &ImageId) -> Result<(), ServiceError> {
        let target = self.target(caller, Permission::Edit, path).await?;
        let id = id.clone();
        self.transact(caller, target.right(), path.scope(), move |tx, caller| {
            Box::pin(async move {
                let quiz = target.quiz(tx).await?;
                let images = tx.images(&quiz.id).await?;
                let image = images.iter().find(|image| image.id == id).ok_or(Missing::Image)?;
                if image.is_shown || drafted(tx.draft(&quiz.id).await?).contains(&id) {
                    return Err(Conflict::ImageInUse.into());
                }
                tx.delete_image(&quiz.id, image).await?;
                let draft = AuditDraft::of_quiz(AuditAction::DeleteImage, &target.path);
                record_audit(tx, &caller, draft.with(id.to_string())).await
            })
        })
        .await
    }

    /// Returns a picture to anyone who knows its URL.
    pub async fn image_file(&self, path: &QuizPath, id: &ImageId) -> Result<Option<ImageFile>, ServiceError> {
        Ok(self.store.image(&path.namespace, &path.quiz, id).await?)
    }
}

/// The present state of a draft, without its previous ones.
#[derive(Deserialize)]
struct Drafted {
    tree: serde_json::Value,
}

/// All words in a draft that could be the id of a picture.
fn drafted(draft: Option<Draft>) -> HashSet<ImageId> {
    let fields = draft.map(|draft| draft.fields).unwrap_or_default();
    let tree = serde_json::from_str::<Drafted>(&fields).map_or(fields, |drafted| drafted.tree.to_string());
    tree.split(|letter: char| !letter.is_ascii_alphanumeric()).filter_map(|word| ImageId::parse(word).ok()).collect()
}

fn read(bytes: &[u8]) -> Result<(Image, [u8; 32]), ServiceError> {
    let image = read_image(bytes).map_err(|error| FieldError::new("image", error.into()))?;
    let digest = Sha256::digest(&image.bytes).into();
    Ok((image, digest))
}

//! Pictures of quizzes.

use domain::{ImageId, ImageType, NamespaceId, QuizId, Size};
use macro_rules_attribute::derive;

use super::{
    Reads,
    rows::{Stored, columns, count, damaged, moment},
    sql,
    usage::ROW,
};
use crate::store::{ImageFile, QuizImage, Result, Transaction};

#[derive(columns!)]
pub(in crate::store) struct ImageRow {
    id: String,
    kind: String,
    width: i64,
    height: i64,
    length: i64,
    shown: i64,
    created_at: i64,
}

impl Stored for QuizImage {
    type Row = ImageRow;

    fn read(row: ImageRow) -> Result<Self> {
        let damaged = || damaged("picture");
        Ok(Self {
            id: ImageId::parse(&row.id).map_err(|_| damaged())?,
            kind: ImageType::parse(&row.kind).ok_or_else(damaged)?,
            size: Size { width: count(row.width, "picture")?, height: count(row.height, "picture")? },
            length: count(row.length, "picture")?,
            is_shown: row.shown != 0,
            created_at: moment(row.created_at),
        })
    }
}

impl Stored for ImageFile {
    type Row = (String, Vec<u8>);

    fn bytes(row: &(String, Vec<u8>)) -> usize {
        row.1.len()
    }

    fn read((kind, bytes): (String, Vec<u8>)) -> Result<Self> {
        Ok(Self { kind: ImageType::parse(&kind).ok_or_else(|| damaged("picture"))?, bytes })
    }
}

impl Reads<'_> {
    /// Oldest first.
    pub async fn images(&self, quiz: &QuizId) -> Result<Vec<QuizImage>> {
        let select = sql!(
            "SELECT id, type AS kind, width, height, CAST(octet_length(bytes) AS BIGINT) AS length, shown, created_at
             FROM quiz_images WHERE quiz_id = $1 ORDER BY created_at, id"
        );
        self.list(select.bind(quiz)).await
    }

    /// Returns a picture of a quiz of this namespace that is not deleted.
    pub async fn image(&self, namespace: &NamespaceId, quiz: &QuizId, id: &ImageId) -> Result<Option<ImageFile>> {
        let select = sql!(
            "SELECT i.type, i.bytes FROM quiz_images i
             JOIN quizzes q ON q.id = i.quiz_id AND q.namespace_id = $1 AND q.deleted_at IS NULL
             WHERE i.quiz_id = $2 AND i.id = $3"
        );
        self.find(select.bind(namespace).bind(quiz).bind(id.as_str())).await
    }
}

impl Transaction<'_> {
    /// Returns `false` if the quiz already has the picture.
    pub async fn add_image(&mut self, quiz: &QuizId, image: &QuizImage, bytes: &[u8]) -> Result<bool> {
        let insert = sql!(
            "INSERT INTO quiz_images (quiz_id, id, type, width, height, shown, created_at, bytes)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (quiz_id, id) DO NOTHING"
        );
        let insert = insert
            .bind(quiz)
            .bind(image.id.as_str())
            .bind(image.kind.as_str())
            .bind(i64::from(image.size.width))
            .bind(i64::from(image.size.height))
            .bind(i64::from(image.is_shown))
            .bind(image.created_at)
            .bind(bytes);
        let is_new = self.execute(insert).await? > 0;
        if is_new {
            self.count_bytes(quiz, ROW + image.length.cast_signed()).await?;
        }
        Ok(is_new)
    }

    pub async fn delete_image(&mut self, quiz: &QuizId, image: &QuizImage) -> Result<bool> {
        let delete = sql!("DELETE FROM quiz_images WHERE quiz_id = $1 AND id = $2");
        let is_gone = self.execute(delete.bind(quiz).bind(image.id.as_str())).await? > 0;
        if is_gone {
            self.count_bytes(quiz, -ROW - image.length.cast_signed()).await?;
        }
        Ok(is_gone)
    }

    pub async fn show_image(&mut self, quiz: &QuizId, id: &ImageId) -> Result<()> {
        let update = sql!("UPDATE quiz_images SET shown = 1 WHERE quiz_id = $1 AND id = $2");
        self.execute(update.bind(quiz).bind(id.as_str())).await.map(drop)
    }

    /// Copies a picture to another quiz, whose first version shows it.
    pub async fn copy_image(&mut self, from: &QuizId, to: &QuizId, image: &QuizImage) -> Result<()> {
        let copy = sql!(
            "INSERT INTO quiz_images (quiz_id, id, type, width, height, shown, created_at, bytes)
             SELECT $2, id, type, width, height, 1, created_at, bytes
             FROM quiz_images WHERE quiz_id = $1 AND id = $3"
        );
        self.execute(copy.bind(from).bind(to).bind(image.id.as_str())).await?;
        self.count_bytes(to, ROW + image.length.cast_signed()).await
    }
}

//! Administrators' settings of the table of answers: named views, their columns, and their time zone.

use domain::{QuizId, Timestamp};

use super::{Reads, sql};
use crate::store::{Result, SavedView, Transaction};

impl Reads<'_> {
    /// Ordered by name.
    pub async fn answer_views(&self, quiz: &QuizId) -> Result<Vec<SavedView>> {
        let select = sql!("SELECT name, query FROM answer_views WHERE quiz_id = $1 ORDER BY name").bind(quiz);
        let rows: Vec<(String, String)> = self.rows(select).await?;
        Ok(rows.into_iter().map(|(name, query)| SavedView { name, query }).collect())
    }

    /// Returns the columns that the administrator chose for the quiz, as JSON.
    pub async fn answer_columns(&self, quiz: &QuizId, admin: &str) -> Result<Option<String>> {
        let select = sql!("SELECT columns FROM answer_columns WHERE quiz_id = $1 AND admin_id = $2");
        let rows: Vec<(String,)> = self.rows(select.bind(quiz).bind(admin)).await?;
        Ok(rows.into_iter().next().map(|(columns,)| columns))
    }

    pub async fn time_zone(&self, admin: &str) -> Result<Option<String>> {
        let select = sql!("SELECT time_zone FROM administrators WHERE id = $1 AND time_zone IS NOT NULL").bind(admin);
        let rows: Vec<(String,)> = self.rows(select).await?;
        Ok(rows.into_iter().next().map(|(zone,)| zone))
    }
}

impl Transaction<'_> {
    /// Replaces a view of the same name.
    pub async fn put_answer_view(&mut self, quiz: &QuizId, view: &SavedView, now: Timestamp) -> Result<()> {
        let put = sql!(
            "INSERT INTO answer_views (quiz_id, name, query, created_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (quiz_id, name) DO UPDATE SET query = excluded.query"
        );
        self.execute(put.bind(quiz).bind(&view.name).bind(&view.query).bind(now)).await.map(drop)
    }

    pub async fn delete_answer_view(&mut self, quiz: &QuizId, name: &str) -> Result<bool> {
        let delete = sql!("DELETE FROM answer_views WHERE quiz_id = $1 AND name = $2");
        Ok(self.execute(delete.bind(quiz).bind(name)).await? > 0)
    }

    pub async fn put_answer_columns(&mut self, quiz: &QuizId, admin: &str, columns: &str) -> Result<()> {
        let put = sql!(
            "INSERT INTO answer_columns (quiz_id, admin_id, columns) VALUES ($1, $2, $3)
             ON CONFLICT (quiz_id, admin_id) DO UPDATE SET columns = excluded.columns"
        );
        self.execute(put.bind(quiz).bind(admin).bind(columns)).await.map(drop)
    }

    pub async fn set_time_zone(&mut self, admin: &str, zone: &str) -> Result<()> {
        let set = sql!("UPDATE administrators SET time_zone = $2 WHERE id = $1");
        self.execute(set.bind(admin).bind(zone)).await.map(drop)
    }
}

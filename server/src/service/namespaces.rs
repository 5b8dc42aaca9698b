//! Namespaces.

use domain::{Invalid, NamespaceId};

use super::{Caller, Service, ServiceError};
use crate::{
    clock,
    store::{KeyScope, Namespace, Page, StoreError},
};

impl Service {
    /// # Errors
    /// Conflict when the id is taken; invalid when the name is empty or longer than 200 characters.
    pub async fn create_namespace(
        &self,
        caller: &Caller,
        id: NamespaceId,
        name: String,
    ) -> Result<Namespace, ServiceError> {
        caller.require_everywhere(KeyScope::Admin)?;
        if name.trim().is_empty() || name.chars().count() > 200 || name.contains('\0') {
            return Err(Invalid::one("name", "must be 1 to 200 characters").into());
        }
        let namespace = Namespace { id, name, created_at: clock::now() };
        self.store.add_namespace(namespace.clone()).await.map_err(|error| match error {
            StoreError::Conflict => ServiceError::Conflict("namespace exists already".to_owned()),
            other => other.into(),
        })?;
        Ok(namespace)
    }

    /// # Errors
    /// When the caller may not read all namespaces.
    pub async fn list_namespaces(
        &self,
        caller: &Caller,
        page: Page<NamespaceId>,
    ) -> Result<Vec<Namespace>, ServiceError> {
        caller.require_everywhere(KeyScope::Read)?;
        Ok(self.store.namespaces(page).await?)
    }
}

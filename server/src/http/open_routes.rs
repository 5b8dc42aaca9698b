//! Routes that are open to anyone and wait for no turn of their own, listed for tests: they must be cheap.

use axum::{Router, routing::MethodRouter};

use super::state::Http;

#[derive(Default)]
pub(in crate::http) struct OpenRoutes {
    router: Router<Http>,
    pub(in crate::http) paths: Vec<&'static str>,
}

impl OpenRoutes {
    pub(in crate::http) fn route(mut self, path: &'static str, methods: MethodRouter<Http>) -> Self {
        self.paths.push(path);
        Self { router: self.router.route(path, methods), ..self }
    }

    pub(in crate::http) fn into_router(self) -> Router<Http> {
        self.router
    }
}

//! What administrators may do, how much a namespace may hold, and for how long.

pub(crate) mod quota;
pub(crate) mod retention;
pub(crate) mod role;

pub use quota::{Measure, OwnQuota, Quota, Usage};
pub use retention::{Kept, Retention};
pub use role::{Permission, Role};

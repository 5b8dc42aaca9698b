//! Administrators, their roles and sessions, and the links that lead to them.

use domain::{Email, NamespaceId, Role};

use super::{Stored, count, damaged, moment, row};
use crate::store::{Actor, ActorKind, Administrator, Member, Offer, Session, SignInLink, StoreError, Totp};

row!(AdminRow, admin_columns {
    id: String,
    email: String,
    name: String,
    password_hash: Option<String>,
    totp_secret: Option<Vec<u8>>,
    totp_step: i64,
    is_everywhere: bool,
    created_at: i64,
});

impl Stored for Administrator {
    type Row = AdminRow;

    fn read(row: AdminRow) -> Result<Self, StoreError> {
        let what = format!("administrator {}", row.id);
        let last_step = count(row.totp_step, &what)?;
        Ok(Self {
            id: row.id,
            email: Email::parse(&row.email).map_err(|_| damaged(&what))?,
            name: row.name,
            password_hash: row.password_hash,
            totp: row.totp_secret.map(|secret| Totp { secret, last_step }),
            is_everywhere: row.is_everywhere,
            created_at: moment(row.created_at),
        })
    }
}

#[derive(sqlx::FromRow)]
pub(in crate::store) struct MemberRow {
    role: String,
    #[sqlx(flatten)]
    administrator: AdminRow,
}

impl Stored for Member {
    type Row = MemberRow;

    fn read(MemberRow { role, administrator }: MemberRow) -> Result<Self, StoreError> {
        let role = Role::parse(&role).ok_or_else(|| damaged(format!("role of {}", administrator.id)))?;
        Ok(Self { administrator: Administrator::read(administrator)?, role })
    }
}

row!(MembershipRow, membership_columns { namespace_id: String, role: String });

impl Stored for (NamespaceId, Role) {
    type Row = MembershipRow;

    fn read(row: MembershipRow) -> Result<Self, StoreError> {
        let namespace = NamespaceId::parse(&row.namespace_id).ok();
        namespace.zip(Role::parse(&row.role)).ok_or_else(|| damaged("role"))
    }
}

row!(SessionRow, session_columns {
    token_hash: Vec<u8>,
    id: String,
    admin_id: String,
    client: String,
    created_at: i64,
    seen_at: i64,
    expires_at: i64,
});

impl Stored for Session {
    type Row = SessionRow;

    fn read(row: SessionRow) -> Result<Self, StoreError> {
        Ok(Self {
            token_hash: row.token_hash.try_into().map_err(|_| damaged(format!("session {}", row.id)))?,
            id: row.id,
            admin_id: row.admin_id,
            client: row.client,
            created_at: moment(row.created_at),
            seen_at: moment(row.seen_at),
            expires_at: moment(row.expires_at),
        })
    }
}

row!(LinkRow, link_columns {
    token_hash: Vec<u8>,
    admin_id: Option<String>,
    expires_at: i64,
});

impl Stored for SignInLink {
    type Row = LinkRow;

    fn read(row: LinkRow) -> Result<Self, StoreError> {
        Ok(Self {
            token_hash: row.token_hash.try_into().map_err(|_| damaged("link"))?,
            admin_id: row.admin_id,
            expires_at: moment(row.expires_at),
        })
    }
}

row!(OfferRow, offer_columns {
    id: String,
    namespace_id: String,
    email: String,
    role: String,
    token_hash: Vec<u8>,
    actor_kind: String,
    actor_id: String,
    actor_name: String,
    created_at: i64,
    expires_at: i64,
});

impl Stored for Offer {
    type Row = OfferRow;

    fn read(row: OfferRow) -> Result<Self, StoreError> {
        let what = format!("offer {}", row.id);
        let damaged = || damaged(&what);
        Ok(Self {
            id: row.id,
            namespace: NamespaceId::parse(&row.namespace_id).map_err(|_| damaged())?,
            email: Email::parse(&row.email).map_err(|_| damaged())?,
            role: Role::parse(&row.role).ok_or_else(damaged)?,
            token_hash: row.token_hash.try_into().map_err(|_| damaged())?,
            by: Actor {
                kind: ActorKind::parse(&row.actor_kind).ok_or_else(damaged)?,
                id: row.actor_id,
                name: row.actor_name,
            },
            created_at: moment(row.created_at),
            expires_at: moment(row.expires_at),
        })
    }
}

//! `/namespaces/{namespaceId}/offers`

use axum::extract::State;
use domain::NamespaceId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    AdminErrors, ApiError, Http, Keyed, ListParams, NamespaceParams, PageBody, Path, Query, ReadingErrors, names,
    page_of,
};
use crate::{clock, http::reply::json::Json, store::Offer};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Path)]
pub(super) struct OfferParams {
    #[param(inline, example = "demo")]
    namespace_id: NamespaceId,
    offer_id: String,
}

/// List open offers
///
/// Lists the roles that are offered and not accepted yet, by e-mail address.
#[utoipa::path(
    get, operation_id = "listOffers",
    path = "/namespaces/{namespaceId}/offers", tag = "administration", security(("api_key" = [])),
    params(NamespaceParams, ListParams),
    responses((status = 200, description = "A page of offers", body = OfferPage), ReadingErrors),
)]
pub(super) async fn list(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<NamespaceParams>,
    Query(params): Query<ListParams>,
) -> Result<Json<OfferPage>, ApiError> {
    let offers = http.service.offers(&caller, &path.namespace_id).await?;
    let (offers, next_cursor) = page_of(offers, &params, |offer| &offer.id)?;
    Ok(Json(PageBody { items: offers.into_iter().map(Into::into).collect(), next_cursor }))
}

/// Withdraw an offer
///
/// Its link no longer works.
#[utoipa::path(
    delete, operation_id = "withdrawOffer",
    path = "/namespaces/{namespaceId}/offers/{offerId}", tag = "administration", security(("api_key" = [])),
    params(OfferParams),
    responses((status = 200, description = "The offer is withdrawn", body = Withdrawn), AdminErrors),
)]
pub(super) async fn withdraw(
    State(http): State<Http>,
    Keyed(caller): Keyed,
    Path(path): Path<OfferParams>,
) -> Result<Json<Withdrawn>, ApiError> {
    http.service.withdraw_offer(&caller, &path.namespace_id, &path.offer_id).await?;
    Ok(Json(Withdrawn { withdrawn: true }))
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfferBody {
    #[schema(format = "uuid")]
    id: String,
    email: String,
    #[schema(value_type = names::MemberRole)]
    role: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

impl From<Offer> for OfferBody {
    fn from(offer: Offer) -> Self {
        Self {
            role: offer.role.as_str(),
            created_at: clock::to_rfc3339(offer.created_at),
            expires_at: clock::to_rfc3339(offer.expires_at),
            email: offer.email.to_string(),
            id: offer.id,
        }
    }
}

type OfferPage = PageBody<OfferBody>;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Withdrawn {
    withdrawn: bool,
}

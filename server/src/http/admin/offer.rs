//! The link of an offer. Opening it shows the offer to the person whose address it names; only a form spends it.

use app::admin::{AdminNotice, Area, Confirmation, Flash, OfferPage, OfferReader, Problem, Section, admin_notice};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::Deserialize;

use super::{Admin, AdminResult, Form, Http, Path, access, problems, reply, sign_in};
use crate::{
    http::request::client::Client,
    service::{Missing, OpenOffer, ServiceError},
    store::ActorKind,
};

#[derive(Deserialize)]
pub(super) struct AcceptForm {
    /// Of a person who has no account yet.
    #[serde(default)]
    password: String,
}

pub(super) async fn show(State(http): State<Http>, Path(token): Path<String>, headers: HeaderMap) -> AdminResult {
    page(&http, &headers, &token, Vec::new()).await
}

pub(super) async fn accept(
    State(http): State<Http>,
    Path(token): Path<String>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<AcceptForm>,
) -> AdminResult {
    if let Some(visitor) = access::signed_in(&http, &headers).await? {
        let namespace = http.service.accept_offer(&visitor.rights, &token, &client.origin()).await?;
        return Ok(reply::see(&Area::Quizzes.href(&namespace), Flash::Joined));
    }
    match http.service.accept_offer_as_newcomer(&token, &form.password, &client.origin()).await {
        Ok((namespace, entrance)) => {
            let redirect = sign_in::begin(&entrance, &reply::saying(&Area::Quizzes.href(&namespace), Flash::Joined));
            Ok(reply::said(redirect, Flash::Joined))
        }
        Err(ServiceError::Invalid(invalid)) => page(&http, &headers, &token, problems(invalid)).await,
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn ask_decline(admin: Admin, Path(token): Path<String>) -> AdminResult {
    let OpenOffer { offer, namespace, .. } = admin.service().look_at_offer(&token).await?;
    if offer.email != admin.rights().email {
        return Err(ServiceError::from(Missing::Link).into());
    }
    let back = format!("/admin/offer/{token}");
    let page = Confirmation {
        section: Section::General,
        title: format!("Decline the offer of {}?", namespace.name),
        text: "Its link no longer works. To become a member later, you need a new offer.".to_owned(),
        action: format!("{back}/decline"),
        fields: Vec::new(),
        button: "Decline offer",
        back,
    };
    Ok(admin.page(app::admin::confirmation, page))
}

pub(super) async fn decline(admin: Admin, Path(token): Path<String>, client: Client) -> AdminResult {
    admin.service().decline_offer(admin.rights(), &token, &client.origin()).await?;
    Ok(reply::see("/admin", Flash::Declined))
}

async fn page(http: &Http, headers: &HeaderMap, token: &str, problems: Vec<Problem>) -> AdminResult {
    let OpenOffer { offer, namespace, has_account } = http.service.look_at_offer(token).await?;
    let visitor = access::signed_in(http, headers).await?;
    let cx = reply::context(http, visitor.as_ref());
    let href = format!("/admin/offer/{token}");
    let reader = match visitor {
        Some(visitor) if visitor.rights.email != offer.email => {
            let notice = AdminNotice {
                title: "Another account",
                text: "This link is not for the account that you are signed in with. Sign out, and open it again."
                    .to_owned(),
                way_out: ("To the dashboard", "/admin".to_owned()),
            };
            return Ok(reply::page(StatusCode::OK, cx, admin_notice, notice));
        }
        Some(visitor) if visitor.rights.is_everywhere => OfferReader::OwnerOfAll,
        Some(_) => OfferReader::SignedIn,
        None if has_account => {
            let next = serde_urlencoded::to_string([("next", &href)]).unwrap_or_default();
            OfferReader::SignedOut { sign_in: format!("/admin/sign-in?{next}") }
        }
        None => OfferReader::Newcomer,
    };
    let status = if problems.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let page = OfferPage {
        by: match offer.by.kind {
            ActorKind::Administrator => offer.by.name,
            ActorKind::Key => format!("The API key “{}”", offer.by.name),
            ActorKind::Operator | ActorKind::System => "The operator".to_owned(),
        },
        namespace: namespace.name,
        email: offer.email.to_string(),
        role: offer.role,
        href,
        reader,
        problems,
    };
    Ok(reply::page(status, cx, app::admin::offer, page))
}

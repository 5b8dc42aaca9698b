//! The link of an offer. Opening it shows the offer to the administrator whose address it names; only a form spends it.
//! To visitors who are not signed in, all offers look alike, even if their addresses have accounts.

use app::admin::{AdminNotice, Area, Confirmation, Flash, OfferPage, OfferReader, Problem, Section, admin_notice};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::Deserialize;

use super::{Admin, AdminResult, Form, Http, Path, access, problem, problems, reply, sign_in};
use crate::{
    http::request::client::Client,
    service::{Acceptance, Missing, OpenOffer, ServiceError},
    store::ActorKind,
};

/// From a visitor who is not signed in: a password, or the second step after it.
#[derive(Deserialize)]
pub(super) struct AcceptForm {
    #[serde(default)]
    password: String,
    #[serde(default)]
    proof: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    zone: String,
}

#[derive(Default)]
struct Step {
    proof: Option<String>,
    problems: Vec<Problem>,
}

pub(super) async fn show(State(http): State<Http>, Path(token): Path<String>, headers: HeaderMap) -> AdminResult {
    page(&http, &headers, &token, StatusCode::OK, Step::default()).await
}

pub(super) async fn accept(
    State(http): State<Http>,
    Path(token): Path<String>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<AcceptForm>,
) -> AdminResult {
    let (service, origin) = (&http.service, client.origin());
    if let Some(visitor) = access::signed_in(&http, &headers).await? {
        let namespace = service.accept_offer(&visitor.rights, &token, &origin).await?;
        return Ok(reply::see(&Area::Quizzes.href(&namespace), Flash::Joined));
    }
    let AcceptForm { password, proof, code, zone } = form;
    let proof = Some(proof).filter(|proof| !proof.is_empty());
    let accepted = match &proof {
        Some(proof) => service.accept_offer_with_code(&token, proof, &code, &origin).await,
        None => service.accept_offer_with_password(&token, &password, &origin).await,
    };
    let (status, problems) = match accepted {
        Ok(Acceptance::Joined(namespace, entrance)) => {
            sign_in::offer_zone(&http, &entrance, &zone).await?;
            let redirect = sign_in::begin(&entrance, &reply::saying(&Area::Quizzes.href(&namespace), Flash::Joined));
            return Ok(reply::said(redirect, Flash::Joined));
        }
        Ok(Acceptance::OwnsAll(entrance)) => return Ok(sign_in::begin(&entrance, &href(&token))),
        Ok(Acceptance::CodeNext { proof }) => {
            let step = Step { proof: Some(proof), problems: Vec::new() };
            return page(&http, &headers, &token, StatusCode::OK, step).await;
        }
        Err(ServiceError::Invalid(invalid)) => (StatusCode::UNPROCESSABLE_ENTITY, problems(invalid)),
        Err(ServiceError::Unauthorized(_)) if proof.is_some() => {
            let text = "The code is not right, or too much time has passed since the password.";
            (StatusCode::UNAUTHORIZED, vec![problem("code", text)])
        }
        Err(ServiceError::Unauthorized(_)) => {
            (StatusCode::UNAUTHORIZED, vec![problem("password", "The password is not right.")])
        }
        Err(ServiceError::Throttled(seconds)) => {
            let field = if proof.is_some() { "code" } else { "password" };
            let text = format!("Too many tries. Wait {seconds} seconds.");
            (StatusCode::TOO_MANY_REQUESTS, vec![problem(field, text)])
        }
        Err(error) => return Err(error.into()),
    };
    page(&http, &headers, &token, status, Step { proof, problems }).await
}

pub(super) async fn ask_decline(admin: Admin, Path(token): Path<String>) -> AdminResult {
    let OpenOffer { offer, namespace, .. } = admin.service().look_at_offer(&token).await?;
    if offer.email != admin.rights().email {
        return Err(ServiceError::from(Missing::Link).into());
    }
    let back = href(&token);
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

fn href(token: &str) -> String {
    format!("/admin/offer/{token}")
}

async fn page(http: &Http, headers: &HeaderMap, token: &str, status: StatusCode, step: Step) -> AdminResult {
    let OpenOffer { offer, namespace } = http.service.look_at_offer(token).await?;
    let visitor = access::signed_in(http, headers).await?;
    let cx = reply::context(http, visitor.as_ref());
    let href = href(token);
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
        None => match step.proof {
            Some(proof) => OfferReader::CodeNext { proof },
            None => {
                let next = serde_urlencoded::to_string([("next", &href)]).unwrap_or_default();
                OfferReader::SignedOut { sign_in: format!("/admin/sign-in?{next}") }
            }
        },
    };
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
        problems: step.problems,
    };
    Ok(reply::page(status, cx, app::admin::offer, page))
}

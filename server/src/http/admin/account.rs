//! An administrator's own account.

use app::admin::{AccountEvent, AccountPage, Confirmation, Flash, MailView, Problem, Section, SessionLine};
use axum::{http::header, response::Response};
use serde::Deserialize;

use super::{Admin, AdminResult, ById, Form, Path, answers_view::Zone, browsers, cookie, problem, qr, reply};
use crate::{
    service::{NewFactor, ServiceError},
    store::{AlertMail, AuditEntry, DigestInterval, MailChoices},
};

const PATH: &str = "/admin/account";

#[derive(Deserialize)]
pub(super) struct PasswordForm {
    present: String,
    password: String,
}

#[derive(Deserialize)]
pub(super) struct FactorForm {
    secret: String,
    code: String,
    #[serde(rename = "factor-password")]
    password: String,
}

#[derive(Deserialize)]
pub(super) struct ConfirmForm {
    code: String,
    #[serde(rename = "factor-password")]
    password: String,
}

#[derive(Deserialize)]
pub(super) struct ZoneForm {
    zone: String,
}

#[derive(Deserialize)]
pub(super) struct MailForm {
    failures: Option<String>,
    responses: String,
    /// Missing in a page from before there was a choice.
    alerts: Option<String>,
}

pub(super) async fn show(admin: Admin) -> AdminResult {
    page(&admin, Shown::default()).await
}

pub(super) async fn change_password(admin: Admin, Form(form): Form<PasswordForm>) -> AdminResult {
    let here = &admin.signed_in.session.id;
    match admin.service().change_password(admin.rights(), &form.present, &form.password, here).await {
        Ok(browser) => {
            let mut response = reply::see(PATH, Flash::Password);
            response.headers_mut().append(header::SET_COOKIE, cookie::set_browser(&browser));
            Ok(response)
        }
        Err(error) => after(&admin, Err(error), Flash::Password, None, "present").await,
    }
}

pub(super) async fn set_time_zone(admin: Admin, Form(form): Form<ZoneForm>) -> AdminResult {
    let Some(zone) = Zone::parse(form.zone.trim()) else {
        let text = "Time zone must be UTC or a name such as Europe/Madrid.";
        let shown = Shown { zone: Some(form.zone), problems: vec![problem("zone", text)], ..Shown::default() };
        return page(&admin, shown).await;
    };
    admin.service().set_time_zone(admin.rights(), zone.name).await?;
    Ok(reply::see(PATH, Flash::TimeZone))
}

pub(super) async fn set_mail(admin: Admin, Form(form): Form<MailForm>) -> AdminResult {
    let alerts = match form.alerts {
        Some(alerts) => AlertMail::parse(&alerts),
        None => admin.service().mail_choices(admin.rights()).await?.alerts,
    };
    let (failures, digest) = (form.failures.is_some(), DigestInterval::parse(&form.responses));
    let choices = MailChoices { failures, digest, alerts };
    admin.service().set_mail_choices(admin.rights(), choices).await?;
    Ok(reply::see(PATH, Flash::Mail))
}

/// Shows a new secret, which is stored only after a code proves that the app has it.
pub(super) async fn new_factor(admin: Admin) -> AdminResult {
    let factor = admin.service().new_second_factor(admin.rights())?;
    page(&admin, Shown { factor: Some(factor), ..Shown::default() }).await
}

pub(super) async fn turn_factor_on(mut admin: Admin, Form(form): Form<FactorForm>) -> AdminResult {
    let FactorForm { secret, code, password } = form;
    match admin.service().turn_on_second_factor(admin.rights(), &password, &secret, &code).await {
        Ok(codes) => {
            admin.signed_in.has_second_factor = true;
            page(&admin, Shown { codes, ..Shown::default() }).await
        }
        Err(error) => {
            // Shows the same secret again, since the app has it already.
            let again = admin.service().second_factor_of(admin.rights(), &secret).ok();
            after(&admin, Err(error), Flash::FactorOff, again, "factor-password").await
        }
    }
}

pub(super) async fn renew_codes(admin: Admin, Form(form): Form<ConfirmForm>) -> AdminResult {
    match admin.service().renew_recovery_codes(admin.rights(), &form.password, &form.code).await {
        Ok(codes) => page(&admin, Shown { codes, ..Shown::default() }).await,
        Err(error) => after(&admin, Err(error), Flash::FactorOff, None, "factor-password").await,
    }
}

pub(super) async fn turn_factor_off(admin: Admin, Form(form): Form<ConfirmForm>) -> AdminResult {
    let done = admin.service().turn_off_second_factor(admin.rights(), &form.password, &form.code).await;
    after(&admin, done, Flash::FactorOff, None, "factor-password").await
}

pub(super) async fn ask_end_session(admin: Admin, Path(ById { id }): Path<ById>) -> AdminResult {
    let sessions = admin.service().sessions(admin.rights()).await?;
    let Some(session) = sessions.into_iter().find(|session| session.id == id) else {
        // It ended after the page was loaded.
        return Ok(reply::see(PATH, Flash::SignedOut));
    };
    let name = browsers::name(&session.client);
    let (title, text) = if session.id == admin.signed_in.session.id {
        ("Sign out of this browser?".to_owned(), "You need your password to sign in again.".to_owned())
    } else {
        let seen = admin.zone().await?.minute(session.seen_at);
        (format!("Sign out {name}?"), format!("Last used {seen}. That browser needs the password to sign in again."))
    };
    Ok(ask(&admin, title, text, &format!("{id}/end"), "Sign out"))
}

pub(super) async fn ask_end_other_sessions(admin: Admin) -> AdminResult {
    let others = admin.service().sessions(admin.rights()).await?.len().saturating_sub(1);
    let text = match others {
        1 => "1 other browser is signed out and needs the password to sign in again.".to_owned(),
        others => format!("{others} other browsers are signed out and need the password to sign in again."),
    };
    Ok(ask(&admin, "Sign out everywhere else?".to_owned(), text, "end", "Sign out"))
}

/// Asks before sessions end. `action` is the rest of the address.
fn ask(admin: &Admin, title: String, text: String, action: &str, button: &'static str) -> Response {
    let page = Confirmation {
        section: Section::General,
        title,
        text,
        action: format!("{PATH}/sessions/{action}"),
        fields: Vec::new(),
        button,
        back: PATH.to_owned(),
    };
    admin.page(app::admin::confirmation, page)
}

pub(super) async fn end_session(admin: Admin, Path(ById { id }): Path<ById>) -> AdminResult {
    admin.service().sign_out(admin.rights(), &id).await?;
    Ok(reply::see(PATH, Flash::SignedOut))
}

pub(super) async fn end_other_sessions(admin: Admin) -> AdminResult {
    admin.service().sign_out_everywhere(admin.rights(), Some(&admin.signed_in.session.id)).await?;
    Ok(reply::see(PATH, Flash::SignedOutEverywhere))
}

/// `password_field` is the form's name for the present password.
async fn after(
    admin: &Admin,
    done: Result<(), ServiceError>,
    flash: Flash,
    factor: Option<NewFactor>,
    password_field: &str,
) -> AdminResult {
    match done {
        Ok(()) => Ok(reply::see(PATH, flash)),
        Err(ServiceError::Invalid(invalid)) => {
            let problems = invalid.0.into_iter().map(|error| {
                let problem = Problem::from(error);
                if problem.field == "present" {
                    Problem { field: password_field.to_owned(), ..problem }
                } else {
                    problem
                }
            });
            let shown = Shown { factor, problems: problems.collect(), ..Shown::default() };
            page(admin, shown).await
        }
        Err(error) => Err(error.into()),
    }
}

/// The parts of the page that only one response has.
#[derive(Default)]
struct Shown {
    factor: Option<NewFactor>,
    codes: Vec<String>,
    /// The rejected time zone.
    zone: Option<String>,
    problems: Vec<Problem>,
}

async fn page(admin: &Admin, shown: Shown) -> AdminResult {
    let Shown { factor, codes, zone: typed, problems } = shown;
    let is_refused = !problems.is_empty();
    let events = admin.service().events_of_account(admin.rights()).await?;
    let zone = admin.zone().await?;
    let events = events.into_iter().map(|AuditEntry { event, .. }| AccountEvent {
        at: zone.minute(event.at),
        actor: event.actor.name,
        action: event.action,
        subject: event.subject,
        details: event.details,
    });
    let sessions = admin.service().sessions(admin.rights()).await?;
    let sessions = sessions.into_iter().map(|session| SessionLine {
        is_this: session.id == admin.signed_in.session.id,
        id: session.id,
        client: browsers::name(&session.client),
        seen: zone.minute(session.seen_at),
    });
    let mail = if admin.service().sends_mail() {
        let MailChoices { failures, digest, alerts } = admin.service().mail_choices(admin.rights()).await?;
        let responses = digest.map_or("never", DigestInterval::as_str);
        let alerts = alerts.map_or("never", AlertMail::as_str);
        Some(MailView { failures, responses, alerts, to: admin.rights().email.to_string() })
    } else {
        None
    };
    let page = AccountPage {
        mail,
        email: admin.rights().email.to_string(),
        sessions: sessions.collect(),
        has_second_factor: admin.signed_in.has_second_factor,
        new_codes: codes,
        zone: match typed {
            Some(typed) => typed,
            None => admin.service().time_zone(&admin.caller).await?.unwrap_or_default(),
        },
        codes_left: admin.service().recovery_codes_left(admin.rights()).await?,
        events: events.collect(),
        new_factor: factor.and_then(|factor| Some((factor.secret, qr::svg(&factor.url)?))),
        problems,
    };
    Ok(admin.form_page(is_refused, app::admin::account, page))
}

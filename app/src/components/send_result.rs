//! Having the result sent: a plain form that asks for an address.

use leptos::prelude::*;

use crate::pages::ResultForm;

#[component]
pub(crate) fn SendResult(form: ResultForm, language: String, action: String) -> impl IntoView {
    let ResultForm { title, text, label, button, outcome, asks, is_wrong } = form;
    view! {
        <section class="again send" id="send" aria-labelledby="send-title">
            <h2 id="send-title">{title}</h2>
            {outcome.map(|outcome| view! { <p id="send-outcome" role="status">{outcome}</p> })}
            {asks.then(|| view! {
                <p id="send-text">{text}</p>
                <form method="post" action=action>
                    <input type="hidden" name="lang" value=language />
                    <label for="send-address">{label}</label>
                    <input
                        class="entry"
                        type="email"
                        id="send-address"
                        name="address"
                        autocomplete="email"
                        maxlength="254"
                        required=true
                        aria-describedby="send-text"
                        aria-invalid=is_wrong.then_some("true")
                        aria-errormessage=is_wrong.then_some("send-outcome")
                    />
                    <button type="submit" class="button-plain" name="go" value="mail">{button}</button>
                </form>
            })}
        </section>
    }
}

//! Administrators: accounts, roles, second factors.

use domain::{Email, Role};

use super::{
    TestResult, TestStore, apply, contract,
    samples::{at, namespace, namespace_id, odd_texts},
};
use crate::store::{Administrator, Member, Page, Session, SignInLink, StoreError, Totp};

#[apply(contract!)]
async fn an_administrator_comes_back_as_it_was_stored(store: TestStore) -> TestResult {
    let whole = Administrator {
        password_hash: Some("$argon2id$v=19$…".to_owned()),
        totp: Some(Totp { secret: (0..=255).collect(), last_step: u64::try_from(i64::MAX)? }),
        is_everywhere: true,
        ..administrator("ana")
    };
    let odd = |(number, odd): (usize, String)| {
        let id = format!("odd{number}");
        Administrator { name: odd.clone(), password_hash: Some(odd), ..administrator(&id) }
    };
    for given in [whole, administrator("ben")].into_iter().chain(odd_texts().into_iter().enumerate().map(odd)) {
        store.add_administrator(given.clone()).await?;
        assert_eq!(store.administrator(&given.id).await?.as_ref(), Some(&given));
        assert_eq!(store.administrator_by_email(&given.email).await?, Some(given));
    }
    Ok(())
}

#[apply(contract!)]
async fn an_unknown_administrator_is_not_there(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    for unknown in ["ben", "Ana", ""] {
        assert_eq!(store.administrator(unknown).await?, None, "{unknown:?}");
    }
    assert_eq!(store.administrator_by_email(&email("ben")).await?, None);
    store.set_password("ben", Some("hash")).await?;
    store.delete_administrator("ben").await?;
    assert_eq!(store.roles("ben").await?, []);
    assert_eq!(store.administrators().await?, [administrator("ana")]);
    Ok(())
}

#[apply(contract!)]
async fn a_taken_address_is_a_conflict_and_changes_nothing(store: TestStore) -> TestResult {
    store.add_administrator(administrator("ana")).await?;
    let second = Administrator { email: email("ana"), is_everywhere: true, ..administrator("ben") };
    assert!(matches!(store.add_administrator(second).await, Err(StoreError::Conflict)));
    assert_eq!(store.administrators().await?, [administrator("ana")]);
    Ok(())
}

#[apply(contract!)]
async fn of_many_who_take_an_address_at_once_one_gets_it(store: TestStore) -> TestResult {
    let given = (0..16).map(|number| Administrator { id: number.to_string(), ..administrator("ana") });
    let tries = given.map(|administrator| async { store.add_administrator(administrator).await.is_ok() });
    let taken = futures_util::future::join_all(tries).await;
    assert_eq!(taken.into_iter().filter(|taken| *taken).count(), 1);
    assert_eq!(store.administrators().await?.len(), 1);
    Ok(())
}

#[apply(contract!)]
async fn administrators_are_listed_by_address(store: TestStore) -> TestResult {
    for name in ["cy", "ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    let listed: Vec<String> = store.administrators().await?.into_iter().map(|found| found.id).collect();
    assert_eq!(listed, ["ana", "ben", "cy"]);
    Ok(())
}

#[apply(contract!)]
async fn a_change_of_password_or_second_factor_changes_nothing_else(store: TestStore) -> TestResult {
    for name in ["ana", "ben"] {
        store.add_administrator(administrator(name)).await?;
    }
    let totp = Some(Totp { secret: vec![1, 2], last_step: 7 });
    store.set_password("ana", Some("hash")).await?;
    store.set_second_factor("ana", totp.clone()).await?;
    let changed = Administrator { password_hash: Some("hash".to_owned()), totp, ..administrator("ana") };
    assert_eq!(store.administrator("ana").await?, Some(changed.clone()));
    store.set_password("ana", None).await?;
    assert_eq!(store.administrator("ana").await?, Some(Administrator { password_hash: None, ..changed }));
    store.set_second_factor("ana", None).await?;
    assert_eq!(store.administrators().await?, [administrator("ana"), administrator("ben")]);
    Ok(())
}

#[apply(contract!)]
async fn a_role_is_given_changed_and_taken_away(store: TestStore) -> TestResult {
    for id in ["acme", "zoo"] {
        store.add_namespace(namespace(id)).await?;
    }
    store.add_administrator(administrator("ana")).await?;
    let (acme, zoo) = (namespace_id("acme"), namespace_id("zoo"));
    store.set_role("ana", &zoo, Some(Role::Owner)).await?;
    for role in Role::ALL {
        store.set_role("ana", &acme, Some(role)).await?;
        assert_eq!(store.roles("ana").await?, [(acme.clone(), role), (zoo.clone(), Role::Owner)]);
    }
    store.set_role("ana", &acme, None).await?;
    store.set_role("ana", &acme, None).await?;
    assert_eq!(store.roles("ana").await?, [(zoo, Role::Owner)]);
    Ok(())
}

#[apply(contract!)]
async fn the_owners_of_a_namespace_are_those_of_all_too(store: TestStore) -> TestResult {
    for id in ["acme", "zoo"] {
        store.add_namespace(namespace(id)).await?;
    }
    let (acme, zoo) = (namespace_id("acme"), namespace_id("zoo"));
    for (name, role) in [("ana", Role::Owner), ("ben", Role::Editor), ("cy", Role::Viewer), ("dee", Role::Owner)] {
        store.add_administrator(administrator(name)).await?;
        store.set_role(name, &acme, Some(role)).await?;
    }
    assert_eq!(store.owners(&acme).await?, ["ana", "dee"]);
    assert!(store.owners(&zoo).await?.is_empty());
    store.add_administrator(Administrator { is_everywhere: true, ..administrator("root") }).await?;
    store.set_role("root", &acme, Some(Role::Owner)).await?;
    assert_eq!(store.owners(&acme).await?, ["ana", "dee", "root"]);
    assert_eq!(store.owners(&zoo).await?, ["root"]);
    Ok(())
}

#[apply(contract!)]
async fn a_role_needs_a_person_and_a_namespace(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    store.add_administrator(administrator("ana")).await?;
    assert!(store.set_role("ben", &namespace_id("acme"), Some(Role::Viewer)).await.is_err());
    assert!(store.set_role("ana", &namespace_id("zoo"), Some(Role::Viewer)).await.is_err());
    assert_eq!(store.roles("ana").await?, []);
    Ok(())
}

#[apply(contract!)]
async fn a_namespace_lists_its_members_by_address(store: TestStore) -> TestResult {
    for id in ["acme", "zoo"] {
        store.add_namespace(namespace(id)).await?;
    }
    for (name, of, role) in [("cy", "acme", Role::Viewer), ("ana", "acme", Role::Owner), ("ben", "zoo", Role::Editor)] {
        store.add_administrator(administrator(name)).await?;
        store.set_role(name, &namespace_id(of), Some(role)).await?;
    }
    store.add_administrator(Administrator { is_everywhere: true, ..administrator("root") }).await?;
    let member = |name, role| Member { administrator: administrator(name), role };
    let members = async |of: &str, after: Option<&str>, limit| {
        store.members(&namespace_id(of), Page { after: after.map(str::to_owned), limit }).await
    };
    let [first, second] = [member("ana", Role::Owner), member("cy", Role::Viewer)];
    assert_eq!(members("acme", None, 9).await?, [first.clone(), second.clone()]);
    assert_eq!(members("acme", None, 1).await?, [first]);
    for before in ["ana", "ben"] {
        assert_eq!(members("acme", Some(before), 9).await?, std::slice::from_ref(&second), "after {before}");
    }
    assert_eq!(members("acme", Some("cy"), 9).await?, []);
    assert_eq!(members("acme", Some("gone"), 9).await?, []);
    assert_eq!(members("nowhere", None, 9).await?, []);
    Ok(())
}

#[apply(contract!)]
async fn with_an_administrator_go_roles_sessions_and_links(store: TestStore) -> TestResult {
    store.add_namespace(namespace("acme")).await?;
    for (number, name) in [(1, "ana"), (2, "ben")] {
        store.add_administrator(administrator(name)).await?;
        store.set_role(name, &namespace_id("acme"), Some(Role::Owner)).await?;
        store.add_session(session(number, name)).await?;
        let link = SignInLink { token_hash: [number; 32], admin_id: Some(name.to_owned()), expires_at: at(9) };
        store.add_sign_in_link(link).await?;
    }
    store.delete_administrator("ana").await?;
    assert_eq!(store.roles("ana").await?, []);
    assert_eq!(store.session(&[1; 32]).await?, None);
    assert_eq!(store.sign_in_link(&[1; 32]).await?, None);
    assert_eq!(store.members(&namespace_id("acme"), Page { after: None, limit: 9 }).await?.len(), 1);
    assert!(store.session(&[2; 32]).await?.is_some());
    assert!(store.sign_in_link(&[2; 32]).await?.is_some());
    Ok(())
}

pub(super) fn email(name: &str) -> Email {
    Email::parse(&format!("{name}@bank.example")).expect("tests use valid addresses")
}

pub(super) fn administrator(name: &str) -> Administrator {
    Administrator {
        id: name.to_owned(),
        email: email(name),
        name: name.to_owned(),
        password_hash: None,
        totp: None,
        is_everywhere: false,
        created_at: at(1_700_000_000_123_456_789),
    }
}

pub(super) fn session(number: u8, admin: &str) -> Session {
    Session {
        token_hash: [number; 32],
        id: format!("session-{number}"),
        admin_id: admin.to_owned(),
        client: "A browser".to_owned(),
        created_at: at(10),
        seen_at: at(20),
        expires_at: at(1000),
    }
}

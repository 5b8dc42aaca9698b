//! Two editors of one draft: what both may keep, and what is asked.

use super::*;

#[test]
fn only_the_same_field_is_asked_about() {
    let base = example();
    let (mut mine, mut theirs) = (base.clone(), base.clone());
    for (tree, name, label, id) in [(&mut mine, "Mine", "Home office", "q1"), (&mut theirs, "Theirs", "Office 2", "q1")]
    {
        apply(tree, &Edit::set("name".into(), name));
        let option = if name == "Mine" { "00000001" } else { "00000002" };
        let option = format!("questions.place.options.{option}-0000-4000-8000-000000000000.label");
        apply(tree, &Edit::set(Place::parse(&option), label));
        apply(tree, &Edit::insert("questions".into(), 3, json!({ "id": id, "kind": "text", "text": name })));
    }
    apply(&mut theirs, &Edit::remove(Place::parse("questions.table")));
    apply(&mut mine, &Edit::set(Place::parse("questions.table.text"), "How was"));
    apply(&mut mine, &Edit::set(Place::parse("questions.why.text"), "But why?"));
    apply(&mut theirs, &Edit::set(Place::parse("questions.why.text"), json!({ "en": "Why?", "es": "¿Por qué?" })));
    let Merged { mut tree, conflicts } = merge(&base, &mine, &theirs);
    let asked: Vec<String> = conflicts.iter().map(|conflict| conflict.place.to_string()).collect();
    assert_eq!(asked, ["name", "questions.table"]);
    let ids: Vec<&str> = tree.questions().iter().filter_map(lists::id_of).collect();
    assert_eq!(ids.iter().collect::<std::collections::BTreeSet<_>>().len(), 5, "{ids:?}");
    assert_eq!(
        *tree.get(&Place::parse("questions.why.text")).expect("a text"),
        json!({ "en": "But why?", "es": "¿Por qué?" })
    );
    let text = tree.value().to_string();
    for words in ["Home office", "Office 2", "\"Mine\"", "\"Theirs\""] {
        assert!(text.contains(words), "{words} in {text}");
    }
    for conflict in &conflicts {
        apply(&mut tree, &conflict.decide(false));
    }
    assert_eq!((tree.text(&"name".into()), tree.get(&Place::question("table"))), (Some("Theirs"), None));
}

/// An editor's page: what it has from the server, and what was made of it.
struct Page {
    base: Tree,
    tree: Tree,
    revision: u32,
    offline_until: u32,
    next_save: u32,
}

/// The server keeps one draft, and takes a save only with its revision.
struct Server {
    draft: Tree,
    revision: u32,
}

impl Page {
    fn save(&mut self, server: &mut Server) {
        if self.revision != server.revision {
            let Merged { tree, conflicts } = merge(&self.base, &self.tree, &server.draft);
            assert_eq!(conflicts, []);
            (self.base, self.tree, self.revision) = (server.draft.clone(), tree, server.revision);
        }
        let edits = edits_between(&self.base, &self.tree);
        server.draft.apply_all(&edits).expect("the edits are of this revision");
        assert_eq!(server.draft, self.tree);
        server.revision += 1;
        (self.base, self.revision) = (self.tree.clone(), server.revision);
    }
}

#[test]
fn two_editors_lose_nothing_in_200_interleavings() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let question = |at: u32| json!({ "id": format!("q{at}"), "kind": "text", "text": "?" });
        let start = Tree::new(json!({ "name": "Q", "questions": (0..8).map(question).collect::<Vec<_>>() }));
        let mut server = Server { draft: start.clone(), revision: 0 };
        let page =
            |offline_until| Page { base: start.clone(), tree: start.clone(), revision: 0, offline_until, next_save: 0 };
        let mut pages = [page(0), page(random.below(900))];
        let (mut written, mut added, mut moved) = (Vec::new(), 0, 0);
        // A clock of seconds: each writes now and then, and saves a second after it stops.
        for now in 0..1000 {
            for (who, page) in pages.iter_mut().enumerate() {
                if random.below(15) == 0 {
                    let words = format!("{who} at {now}");
                    let own = |number: u32| {
                        Place::question(&format!("q{}", 2 * (number % 4) + u32::try_from(who).expect("two")))
                    };
                    let edit = match random.below(6) {
                        0 => {
                            added += 1;
                            let id = Tree::free_question_id(&[&page.tree]);
                            let at = random.below(u32::try_from(page.tree.questions().len()).expect("few")) as usize;
                            Edit::insert("questions".into(), at, json!({ "id": id, "kind": "text", "text": words }))
                        }
                        1 => {
                            moved += 1;
                            Edit::shift(own(random.below(4)), random.below(8) as usize)
                        }
                        2 => Edit::set(own(random.below(4)).then("help").then("en"), words.clone()),
                        _ => Edit::set(own(random.below(4)).then("text"), words.clone()),
                    };
                    if let Change::Set(_) = edit.change {
                        written.retain(|(place, _)| *place != edit.place);
                        written.push((edit.place.clone(), words));
                    } else if matches!(edit.change, Change::Insert { .. }) {
                        written.push((Place::default(), words));
                    }
                    apply(&mut page.tree, &edit);
                    page.next_save = now + 1;
                }
                if page.next_save == now && now >= page.offline_until || now == page.offline_until {
                    page.save(&mut server);
                }
            }
        }
        for page in &mut pages {
            page.save(&mut server);
        }
        assert!(added > 0 && moved > 0);
        assert_eq!(server.draft.questions().len(), 8 + added, "seed {seed}");
        let all = server.draft.value().to_string();
        for (place, words) in written {
            let is_there =
                if place.is_whole() { all.contains(&words) } else { server.draft.text(&place) == Some(&words) };
            assert!(is_there, "seed {seed}: {place} has {words}");
        }
    }
}

//! Deep edits and long lists.

use std::time::{Duration, Instant};

use super::*;

fn nested(depth: usize) -> Value {
    (0..depth).fold(json!("innermost"), |inner, _| json!({ "a": inner }))
}

#[test]
fn nothing_is_nested_deeper_than_can_be_read_again() {
    let place = |steps: usize| Place::parse(&vec!["x"; steps].join("."));
    let whole = |steps: usize, value: Value| Edit::set(place(steps), value);
    let mut tree = example();
    let before = tree.clone();
    for (edit, told) in [
        (whole(33, json!(1)), "x.x.x.x"),
        (whole(5_000, json!(1)), "x.x.x.x"),
        (whole(16, nested(17)), "x.x.x.x"),
        (whole(1, nested(32)), "x"),
        (Edit::insert(place(16), 0, nested(16)), "x.x.x.x"),
        (Edit::remove(place(500_000)), "x.x.x.x"),
    ] {
        assert_eq!(tree.apply(&edit), Err(EditError::TooDeep(Place::parse(told))));
        assert_eq!(tree, before);
    }
    for edit in [whole(32, json!(1)), whole(16, nested(16)), Edit::insert(place(15), 0, nested(16))] {
        let mut tree = before.clone();
        let back = apply(&mut tree, &edit);
        assert_eq!(crate::json::depth(tree.value()), 32);
        let stored = serde_json::to_string(&tree).expect("JSON");
        assert_eq!(serde_json::from_str::<Tree>(&stored).expect("a tree"), tree);
        apply(&mut tree, &back);
        assert_eq!(tree, before);
    }
}

#[test]
fn an_item_has_no_second_index() {
    let tree = example();
    assert!(tree.get(&Place::parse("questions.0")).is_some());
    for other in ["questions.00", "questions.+0", "questions.01", "questions.-0", "questions."] {
        assert_eq!(tree.get(&Place::parse(other)), None, "{other}");
    }
}

fn shuffled(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = Random::new(7);
    for at in (1..count).step_by(2) {
        order.swap(at, random.below(u32::try_from(count).expect("few")) as usize);
    }
    order
}

fn list(ids: impl IntoIterator<Item = usize>, label: &str) -> Tree {
    let items = ids.into_iter().map(|id| json!({ "id": format!("o{id}"), "label": label }));
    Tree::new(json!({ "questions": [{ "id": "q", "options": items.collect::<Vec<_>>() }] }))
}

#[test]
fn long_lists_are_put_in_order_one_item_after_the_other() {
    for count in [1, 2, 3, 10, 100, 300] {
        let (from, to) = (list(0..count, "a"), list(shuffled(count).into_iter().chain([count + 1]), "b"));
        for (from, to) in [(&from, &to), (&to, &from)] {
            let mut tree = from.clone();
            let edits = edits_between(from, to);
            tree.apply_all(&edits).expect("edits of this tree");
            assert_eq!(tree, *to, "{count}");
            let moves = edits.iter().filter(|edit| matches!(edit.change, Change::Move { .. })).count();
            assert!(moves < count, "{moves} moves of {count} items");
        }
    }
}

/// The minimum of three runs, since other tests run in parallel.
fn time(work: impl Fn()) -> Duration {
    let times = (0..3).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

#[test]
fn work_on_lists_grows_as_they_do() {
    type Work = (&'static str, fn(usize));
    let works: [Work; 2] = [
        ("edits", |count| {
            assert!(!edits_between(&list(0..count, "a"), &list(shuffled(count), "a")).is_empty());
        }),
        ("merging", |count| {
            let base = list(0..count, "a");
            let (mine, theirs) = (list((0..count).rev(), "a"), list(shuffled(count), "a"));
            assert_eq!(merge(&base, &mine, &theirs).conflicts, []);
        }),
    ];
    for (what, work) in works {
        let (few, many) = (time(|| work(500)), time(|| work(8_000)));
        assert!(many < few * 80, "{what}: {few:?} for 500 items, {many:?} for 16 times as many");
    }
}

//! A cache with a limit on the total size in bytes.

use std::{
    collections::{BTreeMap, HashMap},
    hash::Hash,
    io,
    sync::RwLock,
};

use domain::NamespaceId;
use serde::Serialize;

/// When it is full, the namespace with the most bytes loses its oldest value. A namespace that keeps adding values
/// therefore displaces its own, and those of others stay as long as they hold less.
pub(crate) struct Cache<K, V> {
    most: usize,
    held: RwLock<Held<K, V>>,
}

struct Held<K, V> {
    values: HashMap<K, Value<V>>,
    shares: HashMap<NamespaceId, Share<K>>,
    bytes: usize,
    count: u64,
}

struct Value<V> {
    kept: V,
    bytes: usize,
    namespace: NamespaceId,
    number: u64,
}

struct Share<K> {
    bytes: usize,
    by_age: BTreeMap<u64, K>,
}

impl<K: Clone + Eq + Hash, V: Clone> Cache<K, V> {
    pub(crate) fn new(most: usize) -> Self {
        let held = Held { values: HashMap::new(), shares: HashMap::new(), bytes: 0, count: 0 };
        Self { most, held: RwLock::new(held) }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.held.read().ok()?.values.get(key).map(|held| held.kept.clone())
    }

    pub(crate) fn remove(&self, key: &K) {
        if let Ok(mut held) = self.held.write() {
            held.remove(key);
        }
    }

    /// Replaces an existing value. A value that is larger than the whole cache is not kept.
    pub(crate) fn put(&self, namespace: &NamespaceId, key: K, value: V, bytes: usize) {
        let Ok(mut held) = self.held.write() else { return };
        held.remove(&key);
        if bytes <= self.most {
            held.add(namespace, key, value, bytes);
        }
        while held.bytes > self.most {
            held.remove_one();
        }
    }
}

impl<K: Clone + Eq + Hash, V> Held<K, V> {
    fn add(&mut self, namespace: &NamespaceId, key: K, value: V, bytes: usize) {
        self.count += 1;
        self.bytes += bytes;
        let share = self.shares.entry(namespace.clone()).or_insert_with(|| Share { bytes: 0, by_age: BTreeMap::new() });
        share.bytes += bytes;
        share.by_age.insert(self.count, key.clone());
        self.values.insert(key, Value { kept: value, bytes, namespace: namespace.clone(), number: self.count });
    }

    fn remove(&mut self, key: &K) {
        let Some(Value { bytes, namespace, number, .. }) = self.values.remove(key) else { return };
        self.bytes -= bytes;
        if let Some(share) = self.shares.get_mut(&namespace) {
            share.bytes -= bytes;
            share.by_age.remove(&number);
            if share.by_age.is_empty() {
                self.shares.remove(&namespace);
            }
        }
    }

    fn remove_one(&mut self) {
        let largest = self.shares.values().max_by_key(|share| share.bytes);
        if let Some(oldest) = largest.and_then(|share| share.by_age.values().next()).cloned() {
            self.remove(&oldest);
        }
    }
}

/// An estimate of a value's memory from its JSON: each part takes some space in addition to its text.
pub(crate) fn weight(value: &impl Serialize) -> usize {
    let mut scale = Scale(0);
    // Writing to it cannot fail, and a value that has no JSON weighs as much as was written.
    _ = serde_json::to_writer(&mut scale, value);
    scale.0
}

struct Scale(usize);

impl Scale {
    const PART: usize = 64;
}

impl io::Write for Scale {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let parts = text.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
        self.0 += text.len() + Self::PART * parts;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_that_fills_the_cache_displaces_its_own_oldest_values() {
        let cache = Cache::new(100);
        let [flood, calm] = ["flood", "calm"].map(|id| NamespaceId::parse(id).expect("an id"));
        cache.put(&calm, 1000, "kept", 30);
        for number in 0..50 {
            cache.put(&flood, number, "more", 10);
            assert!(cache.held.read().expect("whole").bytes <= 100);
        }
        assert_eq!(cache.get(&1000), Some("kept"));
        assert_eq!((42..50).filter(|number| cache.get(number).is_some()).count(), 7, "the newest that fit");
        cache.put(&calm, 1000, "replaced", 50);
        assert_eq!(cache.get(&1000), Some("replaced"));
        cache.put(&calm, 1001, "too large", 101);
        assert_eq!(cache.get(&1001), None);
        let held = cache.held.read().expect("whole");
        assert_eq!(held.bytes, held.values.values().map(|value| value.bytes).sum::<usize>());
        assert_eq!(held.bytes, held.shares.values().map(|share| share.bytes).sum::<usize>());
    }

    #[test]
    fn lists_of_short_values_weigh_more_than_their_text() {
        assert!(weight(&vec!["fr"; 1000]) > 50_000);
        assert_eq!(weight(&"x".repeat(1000)), 1002);
    }
}

//! The committed price list as a table, and the comparison with it.

use std::{fmt::Write, fs, path::Path};

use anyhow::{Context, Result};

use super::callgrind::Cost;

/// The increase of a price that the check allows.
const RISE: f64 = 1.05;
/// Below these values, counts depend on chance: depending on thread wake-ups, a question page makes 8 system calls more
/// or fewer, and a database page is written or not.
const FLOORS: [f64; 4] = [0.0, 2.0, 10.0, 4096.0];
const NAMES: [&str; 4] = ["instructions", "allocations", "system calls", "bytes written"];

/// The cost of a request of each kind, and the size of files in bytes, by name.
#[derive(Default)]
pub(super) struct PriceList {
    pub(super) requests: Vec<(String, Cost)>,
    pub(super) files: Vec<(String, f64)>,
}

impl PriceList {
    pub(super) fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let mut list = Self::default();
        for line in text.lines() {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let name = cells.next().unwrap_or_default().to_owned();
            let numbers: Vec<f64> = cells.filter_map(|cell| cell.replace(',', "").parse().ok()).collect();
            match numbers[..] {
                [instructions, allocations, system_calls, bytes_written] => {
                    let cost = Cost { instructions, allocations, system_calls, bytes_written };
                    list.requests.push((name, cost));
                }
                [bytes] => list.files.push((name, bytes)),
                _ => {}
            }
        }
        Ok(list)
    }

    pub(super) fn table(&self) -> String {
        let mut table = "| a request | instructions | allocations | system calls | bytes written |\n".to_owned();
        table += "|---|---:|---:|---:|---:|\n";
        for (name, cost) in &self.requests {
            let [instructions, allocations, calls, bytes] = numbers(cost);
            let instructions = grouped(instructions);
            let _ = writeln!(table, "| {name} | {instructions} | {allocations:.0} | {calls:.1} | {} |", grouped(bytes));
        }
        table += "\n| a file, compressed | bytes |\n|---|---:|\n";
        for (name, bytes) in &self.files {
            let _ = writeln!(table, "| {name} | {} |", grouped(*bytes));
        }
        table
    }

    /// The minimum of each price in two lists for the same program.
    pub(super) fn least(mut self, other: Self) -> Self {
        for ((_, cost), (_, again)) in self.requests.iter_mut().zip(other.requests) {
            *cost = cost.least(again);
        }
        self
    }

    /// Every price that exceeds this list's by more than the allowed increase.
    pub(super) fn risen(&self, now: &Self) -> Vec<String> {
        let mut risen = Vec::new();
        for (name, cost) in &now.requests {
            let Some((_, before)) = self.requests.iter().find(|(known, _)| known == name) else {
                risen.push(format!("{name}: not on the price list"));
                continue;
            };
            for (index, (now, before)) in numbers(cost).into_iter().zip(numbers(before)).enumerate() {
                if now > before * RISE && now > before + FLOORS[index] {
                    risen.push(format!("{name}: {now:.0} {}, {before:.0} on the price list", NAMES[index]));
                }
            }
        }
        for (name, bytes) in &now.files {
            match self.files.iter().find(|(known, _)| known == name) {
                Some((_, before)) if *bytes <= before * RISE => {}
                Some((_, before)) => risen.push(format!("{name}: {bytes:.0} bytes, {before:.0} on the price list")),
                None => risen.push(format!("{name}: not on the price list")),
            }
        }
        risen
    }
}

fn numbers(cost: &Cost) -> [f64; 4] {
    [cost.instructions, cost.allocations, cost.system_calls, cost.bytes_written]
}

/// An integer with thousands separated by commas.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(instructions: f64, bytes_written: f64, file: f64) -> PriceList {
        let cost = Cost { instructions, allocations: 98.0, system_calls: 5.5, bytes_written };
        PriceList { requests: vec![("genId".to_owned(), cost)], files: vec![("a file".to_owned(), file)] }
    }

    #[test]
    fn a_list_is_read_as_it_is_written() {
        let file = std::env::temp_dir().join(format!("price-list-{}", std::process::id()));
        fs::write(&file, list(1_234_567.0, 0.0, 65_177.0).table()).expect("written");
        let read = PriceList::read(&file).expect("read");
        fs::remove_file(&file).expect("removed");
        assert_eq!(read.table(), list(1_234_567.0, 0.0, 65_177.0).table());
        assert!(read.table().contains("| genId | 1,234,567 | 98 | 5.5 | 0 |"), "{}", read.table());
    }

    #[test]
    fn what_rises_by_more_than_a_twentieth_is_told() {
        let before = list(100_000.0, 8_192.0, 1_000.0);
        assert!(before.risen(&list(104_900.0, 12_000.0, 1_050.0)).is_empty());
        assert!(before.risen(&list(50_000.0, 0.0, 900.0)).is_empty());
        let risen = before.risen(&list(105_100.0, 16_384.0, 1_051.0));
        assert_eq!(risen.len(), 3, "{risen:?}");
        assert_eq!(risen[0], "genId: 105100 instructions, 100000 on the price list");
        assert_eq!(PriceList::default().risen(&before).len(), 2, "a price that is not on the list");
    }
}

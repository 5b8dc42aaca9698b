//! Creates the price list, prints it, and compares it with the committed one.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};

use super::{
    baseline::PriceList,
    callgrind::Counted,
    kinds::{Client, Respondents},
    pages,
};
use crate::programs;
use xtask::{build, progress::Steps, project::Project};

/// Counts before a price is reported as risen.
const TRIES: u32 = 3;

/// `cargo xtask price`
pub(crate) fn print(project: &Project, release: bool, accept: bool) -> Result<ExitCode> {
    let mut steps = Steps::new(build::steps(release) + 1);
    build::everything(project, &mut steps, release)?;
    let list = steps.step("price list: counting under valgrind (some minutes)", || measured(project, release))?;
    println!("\n{}", list.table());
    if accept {
        fs::write(committed(project), list.table())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Fails with every price of the unoptimised server that exceeds the committed one by more than 5 % in every attempt.
/// One in sixty allocation counts has been 9 % above the others for the same program.
pub(crate) fn check(project: &Project) -> Result<()> {
    let before = PriceList::read(&committed(project))?;
    let mut list = measured(project, false)?;
    let mut risen = before.risen(&list);
    for _ in 1..TRIES {
        if risen.is_empty() {
            break;
        }
        list = list.least(measured(project, false)?);
        risen = before.risen(&list);
    }
    println!("{}", list.table());
    if risen.is_empty() {
        return Ok(());
    }
    bail!(
        "prices have risen by more than 5 %; if they are worth it, `cargo xtask price --accept` says so:\n{}",
        risen.join("\n")
    )
}

fn measured(project: &Project, release: bool) -> Result<PriceList> {
    programs::require_valgrind()?;
    let mut counted = Counted::start(&project.binary(release), &project.target("price"))?;
    let mut requests = Vec::new();
    for client in Client::ALL {
        requests.extend(Respondents::of(&counted, client)?.prices(&mut counted)?);
    }
    let files = pages::sizes(project)?.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    Ok(PriceList { requests, files })
}

fn committed(project: &Project) -> PathBuf {
    project.path("rig/price-list.md")
}

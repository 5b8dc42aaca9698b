//! `schedule create`, `schedule list`, `schedule run`, `schedule delete`

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::{ArgGroup, Args, Subcommand};
use domain::{NamespaceId, QuizId};
use serde_json::{Value, json};

use super::{
    destination::{EncryptTo, Sftp, absolute},
    export::StyleArgs,
    output::{Printer, print_line, printable},
};
use crate::{
    clock,
    config::Installation,
    delivery::{Destination, Plan, Recipient, Timetable},
    service::{Caller, QuizPath, Run, Scheduled},
    store::JobState,
};

#[derive(Debug, Subcommand)]
pub(super) enum ScheduleCommand {
    /// Create a schedule and print its id, alone, on standard output
    Create(Box<Create>),
    /// List the schedules, each with its next run and the last ten
    List,
    /// Queue a run for now; the server that is running does it, or the next one to be started
    Run { id: String },
    /// End a schedule, and its run that is under way
    Delete { id: String },
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("when").required(true).args(["daily", "weekly"])))]
#[command(group(ArgGroup::new("destination").required(true).args(["out_dir", "sftp"])))]
pub(super) struct Create {
    #[arg(long, value_name = "NS")]
    namespace: String,
    #[arg(long, value_name = "ID")]
    quiz: String,
    /// Every day at this time, such as 03:00
    #[arg(long, value_name = "TIME")]
    daily: Option<String>,
    /// Every week on this day at this time, such as mon@03:00
    #[arg(long, value_name = "DAY@TIME")]
    weekly: Option<String>,
    /// Time zone of the times, such as Europe/Madrid
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    time_zone: String,
    #[command(flatten)]
    style: StyleArgs,
    #[command(flatten)]
    encrypt_to: EncryptTo,
    /// Write into this folder, on the machine of the server
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    #[command(flatten)]
    sftp: Sftp,
}

impl ScheduleCommand {
    pub(super) async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let operator = Caller::Operator;
        match self {
            Self::Create(create) => create.run(installation, printer).await?,
            Self::List => {
                for scheduled in installation.open_to_read().await?.list_schedules(&operator).await? {
                    if printer.is_json {
                        printer.print("", in_json(&scheduled))?;
                        continue;
                    }
                    print_line(line(&scheduled))?;
                    for run in &scheduled.runs {
                        print_line(format_args!("\t{}", line_of(run)))?;
                    }
                }
            }
            Self::Run { id } => {
                installation.open().await?.run_schedule(&operator, &id).await.context("cannot run it")?;
                let told = "queued: the server that is running does it, or the next one to be started";
                printer.tell(told, json!({ "id": id, "queued": true }))?;
            }
            Self::Delete { id } => {
                installation.open().await?.delete_schedule(&operator, &id).await.context("cannot delete it")?;
                printer.tell(format_args!("deleted {id}"), json!({ "id": id, "deleted": true }))?;
            }
        }
        Ok(())
    }
}

impl Create {
    async fn run(self, installation: &Installation, printer: Printer) -> anyhow::Result<()> {
        let path = QuizPath { namespace: NamespaceId::parse(&self.namespace)?, quiz: QuizId::parse(&self.quiz)? };
        let plan = Plan {
            timetable: self.timetable().map_err(anyhow::Error::msg)?,
            style: self.style.style(),
            keys: self.encrypt_to.recipients()?.iter().map(Recipient::armoured).collect::<Result<_, _>>()?,
            destination: self.destination()?,
        };
        let service = installation.open().await?;
        let made =
            service.create_schedule(&Caller::Operator, &path, plan).await.context("cannot create the schedule")?;
        if printer.is_json {
            return printer.print("", in_json(&made));
        }
        print_line(&made.id)?;
        eprintln!("next run at {}", clock::to_rfc3339(made.next_at));
        Ok(())
    }

    fn timetable(&self) -> Result<Timetable, String> {
        match (&self.daily, &self.weekly) {
            (Some(time), _) => Timetable::daily(time, &self.time_zone),
            (None, day) => Timetable::weekly(day.as_deref().unwrap_or_default(), &self.time_zone),
        }
    }

    fn destination(&self) -> anyhow::Result<Destination> {
        if let Some(target) = self.sftp.target()? {
            return Ok(Destination::Sftp(target));
        }
        let folder = absolute(&self.out_dir.clone().unwrap_or_default())?;
        ensure!(folder.is_dir(), "{} is not a folder: make it, or give another", folder.display());
        Ok(Destination::Folder(folder))
    }
}

fn in_json(scheduled: &Scheduled) -> Value {
    let Scheduled { id, quiz_id, plan, next_at, runs } = scheduled;
    let run = |run: &Run| {
        json!({
            "at": clock::to_rfc3339(run.at),
            "state": run.state.as_str(),
            "error": run.error,
            "delivered": run.delivered,
        })
    };
    json!({
        "id": id,
        "quizId": quiz_id.as_str(),
        "timetable": plan.timetable.to_string(),
        "format": plan.style.format.as_str(),
        "form": plan.style.form.as_str(),
        "keys": plan.keys.len(),
        "destination": plan.destination.to_string(),
        "nextAt": clock::to_rfc3339(*next_at),
        "runs": runs.iter().map(run).collect::<Vec<_>>(),
    })
}

fn line(scheduled: &Scheduled) -> String {
    let Scheduled { id, quiz_id, plan, next_at, .. } = scheduled;
    let keys = match plan.keys.len() {
        0 => "not encrypted".to_owned(),
        1 => "1 key".to_owned(),
        many => format!("{many} keys"),
    };
    let (timetable, format) = (&plan.timetable, plan.style.words());
    let destination = printable(&plan.destination.to_string());
    let next = clock::to_rfc3339(*next_at);
    format!("{id}\t{quiz_id}\t{timetable}\t{format}\t{keys}\t{destination}\tnext {next}")
}

fn line_of(run: &Run) -> String {
    let at = clock::to_rfc3339(run.at);
    let error = printable(run.error.as_deref().unwrap_or_default());
    match (run.state, &run.delivered) {
        (JobState::Done, Some(file)) => {
            format!("{at}\tdone\t{}\t{} rows\t{} bytes\tSHA-256 {}", file.name, file.rows, file.bytes, file.sha256)
        }
        (JobState::Done, None) => format!("{at}\tdone"),
        (JobState::Failed, _) => format!("{at}\tfailed\t{error}"),
        (JobState::Cancelled, _) => format!("{at}\tcancelled"),
        (JobState::Running, _) => format!("{at}\trunning"),
        (JobState::Queued, _) if error.is_empty() => format!("{at}\tqueued"),
        (JobState::Queued, _) => format!("{at}\ttried again later\t{error}"),
    }
}

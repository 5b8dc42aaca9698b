//! The names of exported files.

use std::fmt;

use super::ExportFormat;
use crate::store::Job;

/// What a draft's name ends with.
pub(super) const PART: &str = ".part";

/// The name of a file: the fence makes it one attempt's own, so that two writers of the same job cannot meet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct FileName {
    pub(super) job: String,
    pub(super) fence: i64,
    ending: String,
}

impl FileName {
    pub(super) fn new(job: &Job, format: ExportFormat) -> Self {
        Self { job: job.id.clone(), fence: job.fence, ending: format.as_str().to_owned() }
    }

    /// Reads the name of a file or of its draft; `None` for a file that is not ours.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (stem, ending) = text.strip_suffix(PART).unwrap_or(text).split_once('.')?;
        let (job, fence) = stem.rsplit_once('-')?;
        Some(Self { job: job.to_owned(), fence: fence.parse().ok()?, ending: ending.to_owned() })
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}.{}", self.job, self.fence, self.ending)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_its_draft_tell_job_and_attempt() {
        let name = FileName::parse("0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00-12.csv").expect("a name");
        assert_eq!((name.job.as_str(), name.fence), ("0b7d6a2e-1c1f-4a54-9a53-4d3b0c9a1f00", 12));
        assert_eq!(FileName::parse(&format!("{name}.part")), Some(name));
        for other in ["notes.txt", "a-b.csv", ".part", "12"] {
            assert_eq!(FileName::parse(other), None, "{other}");
        }
    }
}

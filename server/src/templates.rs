//! Starter quizzes: the files in `templates`, which `quiz create` and the API accept unchanged.

/// Each with its name in forms.
pub(crate) const TEMPLATES: [(&str, &str); 4] = [
    ("team-check", TEAM_CHECK),
    ("course-quiz", include_str!("../../templates/course-quiz.json")),
    ("event-feedback", include_str!("../../templates/event-feedback.json")),
    ("recommendation", include_str!("../../templates/recommendation.json")),
];

pub(crate) const TEAM_CHECK: &str = include_str!("../../templates/team-check.json");

//! The pages of the dashboard. Each file has a view model and its rendering.

mod account;
mod alerts;
mod answers;
mod answers_columns;
mod answers_filter;
mod answers_words;
mod audit;
mod audit_words;
mod changes;
mod confirmation;
mod deletion;
mod editing;
mod example;
mod exports;
mod figures;
mod glance;
mod help;
mod home;
mod insights;
mod invitations;
mod keys;
mod link;
mod mapping;
mod members;
mod messages;
mod new_quiz;
mod notice;
mod occasions;
mod offer;
mod outgoing;
mod person;
mod person_fields;
mod person_over_time;
mod pictures;
mod publish;
mod quiz;
mod quizzes;
mod reports;
mod rescore;
mod search;
mod secret;
mod settings;
mod share;
mod sign_in;
mod texts;
mod webhook;
mod webhook_form;
mod webhooks;
mod write;

pub use account::{AccountEvent, AccountPage, MailView, SessionLine, account};
pub use alerts::{AlertLine, AlertList, AlertsPage, alerts};
pub use answers::{
    AnswerCell, AnswerHead, AnswerLine, AnswersPage, Matching, NotStarted, SearchProgress, SortLink, ViewLine, answers,
};
pub use answers_columns::{AnswerColumnsPage, ColumnChoice, answer_columns};
pub use answers_filter::{Chip, EntryField, FILTER_FIELDS, FilterGroup, FilterPart};
pub use answers_words::{
    AnswerWords, Entry, QuestionWords, answer_text, brief, category_text, field_text, number_text,
};
pub use audit::{AuditCheckShown, AuditLine, AuditPage, audit};
pub use changes::{ChangeLine, ChangeRespondents, Changes, ChangesPage, changes};
pub use confirmation::{Confirmation, confirmation};
pub use deletion::{DeletionPage, deletion};
pub use editing::{EditingPage, editing};
pub use example::{ExamplePage, example};
pub use exports::{DeliveryPlan, ExportLine, ExportPart, ExportProgress, ExportsPage, exports};
pub use figures::{FiguresPart, Period, figures};
pub use glance::{Glance, LatestLine, StopLine};
pub use help::{HelpPage, help};
pub use home::{NamespaceLine, NamespacesPage, namespaces};
pub use insights::{ChoiceGroup, Counting, FigurePart, InsightsPage, InsightsView, KeyNumber, insights};
pub use invitations::{InvitationLine, InvitationTotal, InvitationsPart, LineProblem};
pub use keys::{KeyLine, KeysPage, keys};
pub use link::{LinkPage, link};
pub use mapping::{MappedColumn, MappingPage, mapping};
pub use members::{MemberLine, MembersPage, NewLink, OfferLine, SignsIn, TypedOffer, members};
pub use messages::{MessageLine, MessagesPage, messages};
pub use new_quiz::{NewQuizFields, NewQuizPage, new_quiz};
pub use notice::{AdminNotice, admin_notice};
pub use occasions::{ListedOccasions, OccasionLine, OccasionOf, OccasionsPage, STATES as OCCASION_STATES, occasions};
pub use offer::{OfferPage, OfferReader, offer};
pub use outgoing::{HeldNote, OutgoingPage, WaitingLine, outgoing};
pub use person::{
    AlertOfPerson, Attempt, ErasePage, Neighbours, OccasionOfPerson, PersonHistory, PersonPage, erase_person,
    history_file, person,
};
pub use person_fields::{PersonFieldsPage, person_fields};
pub use person_over_time::{NormOfScore, ScoreOverTime};
pub use pictures::{PictureLine, PicturesPage, pictures};
pub use publish::{PublishEffect, PublishPage, publish};
pub use quiz::{DraftNote, QuizPage, quiz};
pub use quizzes::{QuizLine, QuizzesPage, quizzes};
pub use reports::{OlderFigure, ReportLine, ReportPage, ReportState, ReportsPage, report, reports};
pub use rescore::{RescorePage, RescorePreview, rescore};
pub use search::{FoundPage, FoundPersonLine, FoundQuiz, SearchPage, search};
pub use secret::{SecretPage, secret};
pub use settings::{ErasureNote, SettingsPage, settings};
pub use share::{InAppPart, SharePage, ShareWay, share};
pub use sign_in::{SignInPage, sign_in};
pub use texts::{TextLine, TextsPage, texts};
pub use webhook::{DeliveryFilter, DeliveryLine, TestOutcome, WebhookPage, webhook};
pub use webhook_form::{WebhookFields, WebhookFormPage, webhook_form};
pub use webhooks::{WebhookLine, WebhooksPage, webhooks};
pub use write::{WritePage, write};

//! Checks of a whole definition: questions, conditions and scoring have to fit together.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    Condition, Decimal, Definition, Feedback, FieldCode, IdError, Item, Kind, KindName, Language, Method, Name,
    OptionId, OptionRef, OwnBand, Path, QuestionId, ScalePoints, Scoring, Subject,
    quiz::{
        alert_check,
        bounds::{ALERTS, BANDS, CARDS, CATEGORIES, CONDITIONS, NAMED, OPTIONS, TABLES},
        measure_check, places,
    },
    results::card::CardText,
    values::validation::Errors,
};

const STEPS: usize = 6;
const LINKS: usize = 5;
const NAME: usize = 200;
const LONG: usize = 4000;

/// Everything that conditions may refer to.
#[derive(Default)]
struct Known {
    /// The index of its question and the kind, by item.
    items: BTreeMap<QuestionId, (usize, KindName)>,
    options: Vec<Vec<(OptionId, usize)>>,
}

impl Definition {
    /// Puts the built-in questions into the quiz's form of address.
    fn address_questions(&mut self) {
        for question in &mut self.questions {
            if let Some(edition) = question.edition() {
                *question = question.clone().in_edition(edition.in_address(self.address));
            }
        }
    }

    /// Replaces option codes in conditions by ids, and finds all errors that a single question does not show. `steps`
    /// limits the search for conditions without effect.
    pub(crate) fn check(&mut self, steps: usize, errors: &mut Errors) {
        if !self.check_size(errors) {
            return;
        }
        self.address_questions();
        let (start, end) = (Path::from("start"), Path::from("end"));
        for (path, text) in [
            (start.field("text"), self.start.as_ref().map(|start| &start.text)),
            (end.field("text"), self.end.as_ref().map(|end| &end.text)),
            (end.field("next").field("label"), self.end.as_ref().and_then(|end| Some(&end.next.as_ref()?.label))),
        ] {
            if let Some(text) = text {
                errors.check_wordings(path, Some(text.clone()), LONG);
            }
        }
        self.words.check(errors);
        self.check_pictures(errors);
        if self.review && self.feedback == Feedback::AtOnce {
            errors.add("review", FieldCode::AnswersStand);
        }
        self.check_languages(errors);
        // Conditions would report each missing question a second time.
        if errors.has_any_in("questions") {
            return;
        }
        let before = errors.len();
        let known = self.known(errors);
        self.check_runs(errors);
        self.check_quotes(errors);
        if let Some(places) = &self.places {
            places::check(places, self.limits_options(), errors);
        }
        if !self.feedback.is_none() && self.limits_options() {
            // The answer stands, and its place may be taken before the submission.
            errors.add("feedback", FieldCode::Beside("places"));
        }
        self.each_condition(&mut |path, index, condition| {
            if !condition.score_tests().is_empty() {
                errors.add(path, FieldCode::NoScoreYet);
            }
            settle(condition, path, index, &known, errors);
        });
        let all = self.questions.len();
        alert_check::each_condition(&mut self.alerts, |path, condition| {
            settle(condition, path, all, &known, errors);
        });
        alert_check::check_alerts(self, errors);
        let has_points = self.items().any(|item| item.is_scored() && item.question.indicator().is_none());
        match self.scoring.take() {
            None if has_points => errors.add("scoring", FieldCode::Required),
            None => {}
            Some(scoring) => {
                self.check_scoring(&scoring, &known, errors);
                self.scoring = Some(scoring);
            }
        }
        // Conditions that refer to missing questions or options cannot be evaluated.
        if errors.len() == before {
            self.check_ways(steps, errors);
        }
    }

    /// Reports where the definition exceeds a limit, and returns `false` if it does.
    fn check_size(&mut self, errors: &mut Errors) -> bool {
        let before = errors.len();
        let options = self.questions.iter().enumerate().map(|(index, question)| {
            let options = question.own().map_or(0, |own| own.kind.options().len());
            (question_path(index).field("options"), options)
        });
        check_sum("options", OPTIONS, options, errors);
        errors.check_count("alerts", self.alerts.len(), &(0..=ALERTS));
        let (mut conditions, mut named) = (Vec::new(), Vec::new());
        let mut count = |path: &Path, condition: &mut Condition| {
            let mut count = 0;
            condition.each_mut(&mut |_| count += 1);
            conditions.push((path.clone(), count));
            named.push((path.clone(), condition.whole_width() - count));
        };
        self.each_condition(&mut |path, _, condition| count(path, condition));
        alert_check::each_condition(&mut self.alerts, count);
        check_sum("conditions", CONDITIONS, conditions, errors);
        check_sum("options and languages in conditions", NAMED, named, errors);
        errors.len() == before
    }

    /// The default language must be complete; others may fall back to it.
    fn check_languages(&self, errors: &mut Errors) {
        let language = self.language;
        for question in self.questions.iter().filter(|question| !question.speaks(language)) {
            errors.add("questions", FieldCode::Untranslated { question: question.id.clone(), language });
        }
    }

    fn known(&self, errors: &mut Errors) -> Known {
        let mut known = Known::default();
        for (index, question) in self.questions.iter().enumerate() {
            let kind = question.kind();
            let rows = if let Kind::Matrix { rows, .. } = kind { rows.as_slice() } else { &[] };
            let is_long = |part: &str| question.part(part).is_none();
            if rows.iter().any(|row| is_long(row.id.as_str()))
                || kind.options().iter().any(|option| option.other && is_long("other"))
            {
                errors.add(
                    question_path(index).field("id"),
                    FieldCode::TooLong { length: question.id.as_str().len(), max: 26 },
                );
            }
            known.options.push(kind.options().iter().map(|option| (option.id.clone(), option.code)).collect());
            let is_of_parts = matches!(kind, Kind::Matrix { .. } | Kind::Statement { .. });
            let own_id = is_of_parts.then(|| (question.id.clone(), kind.name()));
            for (id, kind) in question.items().into_iter().map(|item| (item.id, item.kind.name())).chain(own_id) {
                // Ids that repeat within one question are reported by the check of the question.
                if known.items.insert(id, (index, kind)).is_some_and(|(at, _)| self.questions[at].id != question.id) {
                    errors.add(question_path(index).field("id"), FieldCode::NotUnique);
                }
            }
        }
        known
    }

    /// A part begins in front of its question, which has no place of its own in a run that is shuffled.
    fn check_runs(&self, errors: &mut Errors) {
        for index in self.shuffled_runs().flatten() {
            if self.questions[index].part.is_some() {
                errors.add(question_path(index).field("part"), FieldCode::Beside("shuffle"));
            }
        }
    }

    /// Visits each condition, except those of alerts, with its path and the number of questions that come before it in
    /// every order.
    fn each_condition(&mut self, visit: &mut impl FnMut(&Path, usize, &mut Condition)) {
        let runs: Vec<_> = self.shuffled_runs().collect();
        for (index, question) in self.questions.iter_mut().enumerate() {
            let before = runs.iter().find(|run| run.contains(&index)).map_or(index, |run| run.start);
            if let Some(condition) = &mut question.show_if {
                visit(&question_path(index).field("showIf"), before, condition);
            }
            let crate::QuestionBody::Own(own) = &mut question.body else { continue };
            for (at, option) in own.kind.options_mut().iter_mut().enumerate() {
                if let Some(condition) = &mut option.show_if {
                    visit(&question_path(index).field("options").item(at).field("showIf"), before, condition);
                }
            }
        }
        let all = self.questions.len();
        for (at, table) in self.scoring.iter_mut().flat_map(|scoring| &mut scoring.tables).enumerate() {
            if let Some(condition) = &mut table.when {
                visit(&scoring_path("tables").item(at).field("when"), all, condition);
            }
        }
        for (path, norm) in self.scoring.iter_mut().flat_map(measure_check::norms_of) {
            if let Some(condition) = &mut norm.when {
                visit(&path.field("when"), all, condition);
            }
        }
    }

    fn check_scoring(&self, scoring: &Scoring, known: &Known, errors: &mut Errors) {
        let categories: BTreeSet<&Name> = scoring.categories.iter().map(|category| &category.id).collect();
        if scoring.decimals > 1 {
            errors.add(scoring_path("decimals"), FieldCode::OutOfRange { min: 0, max: 1 });
        }
        if !check_scoring_size(scoring, errors) {
            return;
        }
        let is_taken = |id: &Name| crate::Category::ALL.iter().any(|category| category.as_str() == id.as_str());
        if categories.len() < scoring.categories.len() || categories.iter().any(|id| is_taken(id)) {
            errors.add(scoring_path("categories"), FieldCode::NotUnique);
        }
        check_bands(&scoring_path("bands"), &scoring.bands, errors);
        for (at, category) in scoring.categories.iter().enumerate() {
            let path = scoring_path("categories").item(at);
            errors.check_wordings(path.field("name"), Some(category.name.clone()), NAME);
            check_bands(&path.field("bands"), &category.bands, errors);
        }
        for (index, question) in self.questions.iter().enumerate() {
            let category = question.own().and_then(|own| own.category.as_ref());
            if let Some(unknown) = category.filter(|id| !categories.contains(id)) {
                errors.add(question_path(index).field("category"), FieldCode::UnknownCategory(unknown.clone()));
            }
            if scoring.method == Method::Average && question.items().iter().any(|item| !is_of_100(item)) {
                let (min, max) = (Decimal::ZERO, Decimal::whole(100));
                errors.add(question_path(index).field("points"), FieldCode::NotBetween { min, max });
            }
        }
        check_cards(scoring, known, errors);
        measure_check::check_measures(scoring, errors);
        if (scoring.method == Method::Table) == scoring.tables.is_empty() {
            errors.add(scoring_path("tables"), FieldCode::TablesWithoutMethod);
        }
        if scoring.method == Method::Table {
            let sums = self.sums().and_then(|(least, most)| Some(most.as_whole()? - least.as_whole()?));
            let count = sums.map(|most| most + 1);
            for (at, table) in scoring.tables.iter().enumerate() {
                if i64::try_from(table.values.len()).ok() != count {
                    let count = count.unwrap_or_default();
                    errors.add(scoring_path("tables").item(at).field("values"), FieldCode::WrongCount { count });
                }
                if table.values.iter().any(|value| !value.fits(1)) {
                    errors.add(scoring_path("tables").item(at).field("values"), FieldCode::TooPrecise { places: 1 });
                }
            }
        }
    }
}

fn question_path(index: usize) -> Path {
    Path::from("questions").item(index)
}

fn scoring_path(list: &'static str) -> Path {
    Path::from("scoring").field(list)
}

fn check_sum(what: &'static str, max: usize, counts: impl IntoIterator<Item = (Path, usize)>, errors: &mut Errors) {
    let mut sum = 0;
    let mut past = counts.into_iter().skip_while(|(_, count)| {
        sum += count;
        sum <= max
    });
    if let Some((path, _)) = past.next() {
        errors.add(path, FieldCode::TooManyInAll { what, max });
    }
}

/// Reports lists of the scoring that are too long, and returns `false` if there are any. Each card is looked up among
/// the bands, so lists have to be short.
fn check_scoring_size(scoring: &Scoring, errors: &mut Errors) -> bool {
    let before = errors.len();
    let lists = [
        ("categories", scoring.categories.len(), CATEGORIES),
        ("cards", scoring.cards.len(), CARDS),
        ("tables", scoring.tables.len(), TABLES),
    ];
    for (list, count, max) in lists {
        errors.check_count(scoring_path(list), count, &(0..=max));
    }
    errors.check_count(scoring_path("bands"), scoring.bands.len(), &(0..=BANDS));
    for (at, category) in scoring.categories.iter().enumerate() {
        errors.check_count(scoring_path("categories").item(at).field("bands"), category.bands.len(), &(0..=BANDS));
    }
    measure_check::check_sizes(scoring, errors);
    errors.len() == before
}

fn check_bands(path: &Path, bands: &[OwnBand], errors: &mut Errors) {
    let mut ids = BTreeSet::new();
    for (at, band) in bands.iter().enumerate() {
        errors.check_wordings(path.item(at).field("name"), Some(band.name.clone()), NAME);
        if let Some(text) = &band.text {
            errors.check_wordings(path.item(at).field("text"), Some(text.clone()), LONG);
        }
        if !ids.insert(&band.id) {
            errors.add(path.item(at).field("id"), FieldCode::NotUnique);
        }
        if at > 0 && band.from <= bands[at - 1].from {
            errors.add(path.item(at).field("from"), FieldCode::NotAscending);
        }
    }
}

fn check_cards(scoring: &Scoring, known: &Known, errors: &mut Errors) {
    let mut ids = BTreeSet::new();
    for (at, card) in scoring.cards.iter().enumerate() {
        let path = scoring_path("cards").item(at);
        if !ids.insert(&card.id) {
            errors.add(path.field("id"), FieldCode::NotUnique);
        }
        let category = match &card.about {
            Subject::Question(id) if !known.items.contains_key(id) => {
                errors.add(path.field("about"), FieldCode::UnknownQuestion(id.clone()));
                None
            }
            Subject::Category(id) => {
                let is_built_in = crate::Category::ALL.iter().any(|category| category.as_str() == id.as_str());
                if !is_built_in && !scoring.categories.iter().any(|category| category.id == *id) {
                    errors.add(path.field("about"), FieldCode::UnknownCategory(id.clone()));
                }
                Some(id)
            }
            Subject::Score if !scoring.has_overall() => {
                errors.add(path.field("about"), FieldCode::NotOneOf(&["question", "category"]));
                None
            }
            Subject::Question(_) | Subject::Score => None,
        };
        errors.check_wordings(path.field("title"), Some(card.title.clone()), NAME);
        for (band, text) in &card.bands {
            if !scoring.bands_of(category).iter().any(|known| known.id == *band) {
                errors.add(path.field("bands").field(band.to_string()), FieldCode::UnknownBand(band.clone()));
            }
            check_card_text(&path.field("bands").field(band.to_string()), text, errors);
        }
    }
}

fn check_card_text(path: &Path, text: &CardText, errors: &mut Errors) {
    errors.check_count(path.field("steps"), text.steps.len(), &(0..=STEPS));
    errors.check_count(path.field("links"), text.links.len(), &(0..=LINKS));
    let named = [("subTitle", &text.sub_title), ("stepsTitle", &text.steps_title), ("boost", &text.boost)];
    let named = named.into_iter().filter_map(|(field, text)| Some((path.field(field), text.as_ref()?)));
    let steps = text.steps.iter().enumerate().map(|(at, step)| (path.field("steps").item(at), step));
    let links = text.links.iter().enumerate();
    let links = links.map(|(at, link)| (path.field("links").item(at).field("label"), &link.label));
    for (place, text) in named.chain(steps).chain(links) {
        errors.check_wordings(place, Some(text.clone()), LONG);
    }
}

/// Checks a condition's references and form, and replaces codes by ids.
fn settle(condition: &mut Condition, path: &Path, index: usize, known: &Known, errors: &mut Errors) {
    if condition.depth() > Condition::DEEPEST {
        errors.add(path, FieldCode::TooDeep { max: Condition::DEEPEST });
    }
    condition.each_mut(&mut |condition| {
        if let Condition::Language(tags) = condition
            && tags.iter().any(|tag| Language::parse(tag).is_err())
        {
            errors.add(path, FieldCode::Malformed(IdError::Language));
        }
        let Some(id) = condition.question().cloned() else { return };
        let Some((place, kind)) = known.items.get(&id) else {
            return errors.add(path, FieldCode::UnknownQuestion(id));
        };
        if *place >= index {
            errors.add(path, FieldCode::NotEarlier(id.clone()));
        }
        match (condition, kind) {
            (Condition::Is(_, named), KindName::Choice) | (Condition::Includes(_, named), KindName::Multiple) => {
                if !settle_options(named, &known.options[*place]) {
                    errors.add(path, FieldCode::UnknownOption(id));
                }
            }
            (Condition::Within(..), KindName::Scale | KindName::Number) => {}
            (Condition::Answered(_), kind) if !matches!(kind, KindName::Statement | KindName::Matrix) => {}
            _ => errors.add(path, FieldCode::WrongCondition(id)),
        }
    });
}

/// Replaces codes by ids and drops duplicates. Returns `false` if an option does not exist.
fn settle_options(named: &mut Vec<OptionRef>, options: &[(OptionId, usize)]) -> bool {
    let (mut seen, mut are_known) = (BTreeSet::new(), true);
    named.retain_mut(|option| {
        let found = options.iter().find(|(id, code)| match option {
            OptionRef::Option(named) => named == id,
            OptionRef::Code(named) => named == code,
        });
        are_known &= found.is_some();
        found.is_some_and(|(found, _)| {
            *option = OptionRef::Option(found.clone());
            seen.insert(found)
        })
    });
    are_known
}

/// True if the points of each answer are in the range of an average, 0 to 100.
fn is_of_100(item: &Item<'_>) -> bool {
    let hundred = Decimal::whole(100);
    let is_within = |points: Decimal| (Decimal::ZERO..=hundred).contains(&points);
    match item.kind {
        Kind::Choice { options, .. } => options.iter().filter_map(|option| option.points.given()).all(is_within),
        Kind::Number(number) => number.ranges.iter().all(|range| is_within(range.points)),
        Kind::Scale(scale) => match &scale.points {
            Some(ScalePoints::List(list)) => list.iter().copied().all(is_within),
            _ => true,
        },
        _ => true,
    }
}

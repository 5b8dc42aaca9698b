//! Words that differ in German when the respondent is addressed as “Sie”.

use std::cmp::Ordering;

use domain::QuizKind;

use super::{de, texts::Texts};

pub(super) static TEXTS: Texts = Texts {
    greeting: |name| format!("Guten Tag, {name}."),
    start_identity: |kind| match kind {
        QuizKind::Open => "Wir fragen nicht nach Ihrem Namen oder Ihrer E-Mail-Adresse.",
        QuizKind::InApp => "Ihre Antworten sind nicht anonym: Die App, aus der Sie kommen, kann sie Ihnen zuordnen.",
        QuizKind::Invited => "Ihre Antworten sind nicht anonym, denn sie gehören zu Ihrer Einladung.",
    },
    start_saved: "Ihre Antworten werden laufend gespeichert. Sie können sie bis zum Schluss ändern.",
    start_stands: "Ihre Antworten werden laufend gespeichert. Sobald Sie erfahren, ob eine richtig ist, bleibt sie, wie sie ist.",
    your_answer: "Ihre Antwort",
    start_return: |kind| match kind {
        QuizKind::Open => "Sie bekommen einen eigenen Link. Heben Sie ihn auf, wenn Sie eine Pause machen wollen.",
        QuizKind::InApp => {
            "Sie können jederzeit aufhören. Um weiterzumachen, öffnen Sie den Fragebogen wieder in derselben App."
        }
        QuizKind::Invited => "Sie können jederzeit aufhören. Um weiterzumachen, öffnen Sie wieder denselben Link.",
    },
    start_unsigned: "Ihre Antworten werden ohne Ihren Namen gespeichert, außer Sie schreiben ihn selbst hinein.",
    start_contact: "Vielleicht werden Sie nach einer E-Mail-Adresse oder Telefonnummer gefragt. Die Angabe wird mit Ihren Antworten gespeichert.",
    start_seen: "Die Betreiber dieses Fragebogens können Ihre Antworten sehen.",
    start_link: "Dieser Link gehört nur Ihnen. Alle, die ihn haben, können Ihre Antworten sehen und bis zum Absenden ändern.",
    start_erase: "Sie können Ihre Antworten jederzeit selbst löschen.",
    erase_ask: |kind| match kind {
        QuizKind::Open => {
            "Wenn Ihre Antworten gelöscht werden sollen, wenden Sie sich an die Betreiber dieses Fragebogens."
        }
        QuizKind::InApp => "Wenn Ihre Antworten gelöscht werden sollen, wenden Sie sich an die Betreiber dieser App.",
        QuizKind::Invited => {
            "Wenn Ihre Antworten gelöscht werden sollen, wenden Sie sich an die Person, die Sie eingeladen hat."
        }
    },
    start_button: "Beginnen",
    resume_text: "Sie haben diesen Fragebogen schon begonnen. Wenn Sie neu beginnen, fangen Sie ohne Antworten an.",
    resume: "Dort weitermachen, wo Sie aufgehört haben",
    resume_done: "Sie haben diesen Fragebogen schon beendet. Wenn Sie neu beginnen, fangen Sie ohne Antworten an.",
    not_you: "Das waren nicht Sie? Neu beginnen",
    continue_text: "Diese Antworten wurden in einem anderen Tab oder Browser begonnen. Machen Sie nur weiter, wenn es Ihre sind.",
    seen_by: |name| format!("Wer Ihre Antworten sieht: {name}"),
    kept: |time| format!("Wie lange Ihre Antworten bleiben: {time}"),
    trust_unnamed: "Sie wollen wissen, wer Ihre Antworten sieht? Fragen Sie die Person, von der Sie diesen Link haben.",
    trust_unnamed_inapp: "Sie wollen wissen, wer Ihre Antworten sieht? Fragen Sie die Betreiber dieser App.",

    optional: "Diese Frage dürfen Sie überspringen.",
    optional_score: "Diese Frage dürfen Sie überspringen, aber ohne sie gibt es keine Gesamtpunktzahl.",
    optional_area: "Diese Frage dürfen Sie überspringen, aber ohne sie bleibt ein Bereich ohne Punktzahl.",
    optional_some: |count| {
        format!("Diese Frage dürfen Sie überspringen. Fehlen mehr als {count}, gibt es keine Punktzahl.")
    },
    own_link: "Wenn Sie jetzt aufhören und später weitermachen wollen, heben Sie diesen Link auf. Alle, die ihn haben, können Ihre Antworten sehen.",
    error_choose: "Wählen Sie eine Antwort, um weiterzumachen",

    choose_any: "Wählen Sie alles, was zutrifft.",
    choose_least: |count| format!("Wählen Sie mindestens {count}."),
    choose_most: |count| format!("Wählen Sie höchstens {count}."),
    choose_count: |count| format!("Wählen Sie genau {count}."),
    choose_range: |least, most| format!("Wählen Sie {least} bis {most}."),
    tell_more: "Mehr dazu, wenn Sie möchten",
    rank_hint: "Geben Sie jedem Punkt einen Platz. 1 steht ganz vorn.",
    rank_moves: "Sortieren Sie sie: Ihr erster Platz steht oben.",
    rank_ask: "Sortieren Sie sie oder kreuzen Sie „Das ist meine Reihenfolge“ an",
    error_least: |count| match count {
        1 => "Wählen Sie mindestens eine Antwort, um weiterzumachen".to_owned(),
        _ => format!("Wählen Sie mindestens {count} Antworten"),
    },
    error_most: |count| match count {
        1 => "Wählen Sie nur eine Antwort".to_owned(),
        _ => format!("Wählen Sie höchstens {count} Antworten"),
    },
    error_alone: |option| format!("Wählen Sie entweder „{option}“ oder andere Antworten, nicht beides"),
    error_number: |least, most| format!("Geben Sie eine Zahl zwischen {least} und {most} ein"),
    error_ambiguous: |large, small| format!("Meinen Sie {large} oder {small}? Geben Sie eines von beiden ein"),
    error_whole: "Geben Sie eine ganze Zahl ein",
    error_places: |count| match count {
        1 => "Geben Sie eine Zahl mit höchstens einer Nachkommastelle ein".to_owned(),
        _ => format!("Geben Sie eine Zahl mit höchstens {count} Nachkommastellen ein"),
    },
    error_text: "Schreiben Sie eine Antwort, um weiterzumachen",
    error_longest: |count| format!("Kürzen Sie Ihre Antwort auf höchstens {count} Zeichen"),
    error_characters: "Geben Sie die Antwort noch einmal ein: Sie enthält ein Zeichen, das sich nicht speichern lässt",
    error_room: "Kürzen Sie Ihre Antwort: Für alles reicht der Platz nicht",
    error_email: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com",
    error_web: "Geben Sie eine Webadresse wie https://example.com ein",
    error_phone: "Geben Sie eine Telefonnummer ein, mit Ziffern, Leerzeichen und +",
    error_date: "Geben Sie Tag, Monat und Jahr eines Datums ein, das es gibt",
    error_day: "Geben Sie den Tag ein",
    error_month: "Geben Sie den Monat ein, als Zahl oder mit Namen",
    error_year: "Geben Sie das Jahr mit vier Ziffern ein, zum Beispiel 1985",
    error_date_range: |first, last| format!("Geben Sie ein Datum vom {first} bis zum {last} ein"),
    error_date_from: |first| format!("Geben Sie ein Datum ab dem {first} ein"),
    error_date_until: |last| format!("Geben Sie ein Datum bis zum {last} ein"),
    error_rank: "Geben Sie jedem Punkt einen eigenen Platz",
    error_row: |row| format!("Wählen Sie eine Antwort für „{row}“"),
    error_agree: "Setzen Sie das Häkchen, um weiterzumachen",
    review_title: "Prüfen Sie Ihre Antworten",
    review_text: "Noch können Sie sie ändern. Sobald sie gesendet sind, geht das nicht mehr.",
    review_dropped: "Einige frühere Antworten werden nicht gesendet: Nach Ihren Änderungen betreffen diese Fragen Sie nicht mehr.",

    not_saved: "Vielleicht sind Sie offline. Ihre Antwort bleibt auf dieser Seite; machen Sie ruhig weiter.",
    result_waits: "Vielleicht sind Sie offline. Ihr Ergebnis erscheint, sobald die Verbindung wieder da ist.",
    answers_wait: "Vielleicht sind Sie offline. Ihre Antworten werden gesendet, sobald die Verbindung wieder da ist.",
    refused: "Diese Antwort ließ sich nicht speichern. Laden Sie die Seite neu, um den Stand zu sehen.",
    finishing: "Ihr Ergebnis wird berechnet …",

    result_title: "Ihr Ergebnis",
    result_date: |date| format!("Nach Ihren Antworten vom {date}"),
    gauge_label: |score| format!("Ihre Punktzahl ist {score} von 100."),
    own_score: "Ihre Punktzahl",
    band_title: ["Das Geld ist gerade knapp", "Sie kommen zurecht", "Sie stehen auf festem Boden"],
    band_text: [
        "Sie müssen nicht alles auf einmal lösen. Fangen Sie mit einem Schritt an.",
        "Manches läuft gut, anderes fällt schwerer. Die nächsten Schritte zeigen, wo eine kleine Änderung am meisten hilft.",
        "Das meiste läuft gut. Hier steht, was Sie noch stärken und was Sie beibehalten können.",
    ],
    perfect_text: "Alles, was Sie uns erzählt haben, läuft gut. Dafür braucht es Tag für Tag Sorgfalt, und darauf können Sie stolz sein.",
    number_note: "Diese Zahl beschreibt eine Lage, nicht Sie.",
    cards_title: "Was das für Sie bedeutet",
    no_score_text: "Sie haben eine Frage übersprungen, die dafür nötig ist, und das ist in Ordnung. Alles, was Sie beantwortet haben, zählt unten.",
    no_score_otherwise: "Aus Ihren Antworten ergibt sich keine Gesamtpunktzahl, und das ist in Ordnung. Nicht jeder Weg durch diese Fragen führt zu einer.",
    all_skipped: "Sie haben alle Fragen übersprungen, deshalb gibt es kein Ergebnis.",
    changed_score: |day, before, now| match now.cmp(&before) {
        Ordering::Less => format!(
            "Am {day} war Ihre Punktzahl {before}. Jetzt ist sie {now}. Schwere Zeiten kommen vor, und ein einziger Schritt ist ein guter Anfang."
        ),
        Ordering::Equal => format!("Ihre Punktzahl ist dieselbe wie am {day}: {now}."),
        Ordering::Greater => format!("Am {day} war Ihre Punktzahl {before}. Jetzt ist sie {now}."),
    },
    changed_own_score: |day, before, now| format!("Am {day} war Ihre Punktzahl {before}. Jetzt ist sie {now}."),
    changed_areas: |day| format!("Im Vergleich zu Ihrem Ergebnis vom {day}:"),
    ticks_note: "Haken Sie ab, was Sie geschafft haben. Nur dieses Gerät merkt es sich.",
    because: |answer| format!("Ihre Antwort: {answer}"),
    find_help: "So finden Sie kostenlose Hilfe",
    help_title: "Wo Sie Hilfe finden",
    help_unnamed: "Kostenlose Beratung gibt es an vielen Orten. Fragen Sie im Rathaus oder suchen Sie nach „kostenlose Schuldnerberatung“ und dem Namen Ihres Ortes. Ein Angebot, das wirklich kostenlos ist, verlangt nie Geld von Ihnen.",
    distress: "Wenn Ihnen alles zu viel wird, holen Sie sich heute Hilfe. Sie müssen das nicht allein tragen.",
    distress_unnamed: "Wenn Ihnen alles zu viel wird, sprechen Sie heute mit einem Menschen, dem Sie vertrauen. Wenn Sie in Gefahr sind, rufen Sie den Notruf an.",
    focus_title: "Wenn Sie mehr tun wollen",
    strengths_lead: "Darauf können Sie aufbauen.",
    thanks_title: "Danke für Ihre Antworten",
    thanks_text: "Ihre Antworten sind angekommen. Unten können Sie sie noch einmal lesen.",
    answers_title: "Ihre Antworten",
    link_text: "Mit diesem Link kommen Sie zu dieser Seite zurück. Alle, die ihn haben, können Ihr Ergebnis lesen; geben Sie ihn also mit Bedacht weiter.",
    answers_link_text: "Mit diesem Link kommen Sie zu dieser Seite zurück. Alle, die ihn haben, können Ihre Antworten lesen; geben Sie ihn also mit Bedacht weiter.",
    copy_failed: "Dieser Browser erlaubt hier kein Kopieren. Markieren Sie den Link und kopieren Sie ihn.",
    plan_copy_failed: "Dieser Browser erlaubt hier kein Kopieren. Markieren Sie den Text und kopieren Sie ihn.",
    pass_on_text: "Dieser Link öffnet den Fragebogen am Anfang. Von Ihren Antworten zeigt er nichts.",
    pass_on_mail: |link| format!("Ich habe diesen Fragebogen ausgefüllt. Hier ist er, zum Ausprobieren:\n{link}"),
    meaning_text: "Jede Antwort ist 0 bis 100 Punkte wert. Die Zahl eines Bereichs ist der Durchschnitt seiner Antworten, und Ihre Punktzahl ist der Durchschnitt aller Antworten. Die Zahlen sind gerundet.",
    meaning_average: "Ihre Antworten sind Punkte wert. Ihre Punktzahl ist deren Durchschnitt, von 0 bis 100. Manche Antworten können mehr zählen als andere, und die Zahlen sind gerundet.",
    meaning_sum: "Ihre Antworten sind Punkte wert. Ihre Punktzahl ist deren Summe.",
    meaning_table: "Ihre Antworten sind Punkte wert. Deren Summe wird in einer Tabelle nachgeschlagen, die Ihre Punktzahl ergibt.",
    erase_title: "Ihre Antworten löschen?",
    erase_text: "Ihre Antworten und Ihr Ergebnis werden hier endgültig gelöscht, auch frühere. Das lässt sich nicht rückgängig machen.",

    retake_from: |day| format!("Ab dem {day} können Sie diesen Fragebogen noch einmal ausfüllen."),
    retake_text: "Sie können diesen Fragebogen noch einmal ausfüllen. Dieses Ergebnis bleibt erhalten.",
    retake_under_way: "Sie füllen diesen Fragebogen noch einmal aus. Ihr früheres Ergebnis bleibt erhalten.",

    not_found_text: "Vielleicht ist die Adresse vertippt oder veraltet. Prüfen Sie den Link, den Sie bekommen haben.",
    quiz_not_found_text: "Vielleicht wurde er entfernt, oder ein Teil des Links fehlt. Prüfen Sie den Link oder bitten Sie um einen neuen.",
    not_open_yet_text: "Kommen Sie bitte später wieder. Derselbe Link funktioniert dann.",
    closed_text: "Er nimmt keine Antworten mehr an. Wenn Sie schon fertig sind, zeigt Ihr eigener Link weiter Ihr Ergebnis.",
    closed_text_inapp: "Er nimmt keine Antworten mehr an. Wenn Sie schon fertig sind, öffnen Sie ihn hier wie zuvor, um Ihr Ergebnis zu sehen.",
    closed_midway: "Er wurde geschlossen, bevor Sie fertig waren. Ihre Antworten wurden nicht gesendet.",
    full_text: "Der Platz für Antworten ist aufgebraucht. Wenn Sie schon begonnen haben, funktioniert Ihr eigener Link weiter. Sonst sagen Sie bitte der Person Bescheid, von der Sie diesen Link haben, oder versuchen Sie es später noch einmal.",
    link_not_valid_text: "Vielleicht fehlt ein Teil, oder die Antworten wurden gelöscht. Kopieren Sie den ganzen Link und versuchen Sie es noch einmal.",
    erased_title: "Ihre Antworten sind gelöscht",
    erased_text: "Ihre Antworten und Ihr Ergebnis gibt es nicht mehr, und Ihr Link funktioniert nicht mehr. Wurden sie vorher heruntergeladen, können die Betreiber des Fragebogens noch eine Kopie haben.",
    session_missing_text: "Öffnen Sie den Fragebogen bitte in der App, die ihn anbietet.",
    session_refused_text: "Die App, die diesen Fragebogen anbietet, hat uns eine Kennung gegeben, die wir nicht verwenden können. Sagen Sie bitte ihren Herstellern Bescheid.",
    forbidden_title: "Ihr Link öffnet diese Seite nicht",
    forbidden_text: "Prüfen Sie den Link, den Sie bekommen haben.",
    bad_request_text: "In dem, was Ihr Browser gesendet hat, fehlte etwas. Gehen Sie zurück und versuchen Sie es noch einmal.",
    broken_text: "Es liegt nicht an Ihnen, und nichts Gespeichertes ist verloren. Versuchen Sie es bitte in einer Minute noch einmal.",
    ..de::TEXTS
};

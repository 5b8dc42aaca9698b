-- The language of a quiz, so that lists read no definitions. A trigger takes it from each new version.
ALTER TABLE quizzes ADD COLUMN language TEXT NOT NULL DEFAULT '';

UPDATE quizzes SET language = coalesce(
    (SELECT definition ->> 'language' FROM quiz_versions AS v WHERE v.quiz_id = id AND v.version = quizzes.version), ''
);

CREATE TRIGGER quizzes_have_the_language_of_their_version AFTER INSERT ON quiz_versions BEGIN
    UPDATE quizzes SET language = coalesce(NEW.definition ->> 'language', '') WHERE id = NEW.quiz_id;
END;

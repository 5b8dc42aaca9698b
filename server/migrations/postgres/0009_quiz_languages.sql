-- The language of a quiz, so that lists read no definitions. A trigger takes it from each new version, also from those of
-- an older release.
ALTER TABLE quizzes ADD COLUMN language TEXT NOT NULL DEFAULT '';

CREATE FUNCTION note_quiz_language() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE quizzes SET language = coalesce(CAST(NEW.definition AS json) ->> 'language', '') WHERE id = NEW.quiz_id;
    RETURN NULL;
END
$$;

CREATE TRIGGER quizzes_have_the_language_of_their_version AFTER INSERT ON quiz_versions
FOR EACH ROW EXECUTE FUNCTION note_quiz_language();

-- Servers remember quizzes for a moment. Every change of one is announced on a channel of the schema, when its transaction
-- commits, so that they forget it at once. Triggers announce also what an older release or the operator changes.
CREATE FUNCTION announce_quiz() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('quiz-answers/' || TG_TABLE_SCHEMA, to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[0]);
    RETURN NULL;
END
$$;

CREATE TRIGGER quizzes_are_announced AFTER UPDATE OR DELETE ON quizzes
FOR EACH ROW EXECUTE FUNCTION announce_quiz('id');

CREATE TRIGGER session_secrets_are_announced AFTER INSERT OR UPDATE OR DELETE ON session_secrets
FOR EACH ROW EXECUTE FUNCTION announce_quiz('quiz_id');

-- Units of work on accounts and other things of no namespace lock the row 'installation'; those of a namespace lock its row
-- in `namespaces`. Units of work of the release before lock 'work' for themselves, which the others only share.
INSERT INTO work_turns (name) VALUES ('installation');

-- Lines of the audit log are numbered as they come, so that writers of different chains need not wait for each other. A copy
-- keeps the numbers that its lines have.
CREATE SEQUENCE audit_log_lines OWNED BY audit_log.seq;

CREATE FUNCTION number_audit_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('application_name') <> 'quiz-answers copy' THEN
        NEW.seq := nextval(TG_ARGV[0]);
    END IF;
    RETURN NEW;
END
$$;

-- Keeps writers away until the sequence is set.
CREATE TRIGGER audit_log_is_numbered BEFORE INSERT ON audit_log
FOR EACH ROW EXECUTE FUNCTION number_audit_line('audit_log_lines');

SELECT setval('audit_log_lines', coalesce(max(seq), 0) + 1, false) FROM audit_log;

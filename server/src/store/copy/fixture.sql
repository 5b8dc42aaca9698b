-- A row or more of every table, with what the two kinds of database could treat differently: absent values, the smallest
-- and the largest numbers, bytes of all values, and texts whose order depends on the language.
INSERT INTO installation_secrets (name, value) VALUES
    ('secret-key', x'6162'), ('anonymous-id-seal', x'00ff80'), ('changes-epoch', x''), ('outgoing-held', x'31'), ('Zone', x'01'), ('éclair', x'02');
INSERT INTO namespaces (id, name, created_at, requires_second_factor) VALUES
    ('acme', 'it''s "quoted" \ $1 ?1 %s', -9223372036854775808, 1), ('Beta', '👩‍👩‍👧‍👦 e' || char(769), 9223372036854775807, 0);
INSERT INTO retention (namespace_id, unfinished_days, answers_days) VALUES ('acme', NULL, 730);
INSERT INTO quotas (namespace_id, quizzes, bytes) VALUES ('acme', NULL, 9223372036854775807), ('Beta', 0, NULL);
INSERT INTO administrators (id, email, name, password_hash, totp_secret, totp_step, is_everywhere, created_at) VALUES
    ('a1', 'ana@example.com', 'Ana', '$argon2id$', x'0001', 57, 1, 1), ('a2', 'ben@example.com', '', NULL, NULL, 0, 0, 2);
INSERT INTO memberships (admin_id, namespace_id, role) VALUES ('a2', 'acme', 'viewer'), ('a2', 'Beta', 'owner');
INSERT INTO recovery_codes (admin_id, code_hash) VALUES ('a1', x'aa'), ('a1', x'00');
INSERT INTO sign_in_links (token_hash, admin_id, expires_at) VALUES (x'01', NULL, 1), (x'02', 'a2', 2);
INSERT INTO member_offers (namespace_id, email, id, token_hash, role, actor_kind, actor_id, actor_name, created_at,
    expires_at)
VALUES ('acme', 'cy@example.com', 'o1', x'03', 'owner', 'administrator', 'a1', 'ana@example.com', 1, 9223372036854775807),
    ('Beta', 'cy@example.com', 'o2', x'04', 'viewer', 'operator', '', 'operator', -1, 2);
INSERT INTO sessions (token_hash, id, admin_id, client, created_at, seen_at, expires_at)
VALUES (x'0102', 's1', 'a1', 'Browser/1.0', 1, 2, 3);
INSERT INTO api_keys (id, secret_hash, label, namespace_id, scopes, created_at, expires_at, revoked_at, last_used_at)
VALUES ('k1', x'0a', 'nightly', 'acme', 'read export', 1, 2, NULL, 3), ('k2', x'0b', 'all', NULL, 'admin', 1, NULL, 2, NULL);
INSERT INTO audit_log (seq, chain_seq, at, actor_kind, actor_id, actor_name, action, namespace_id, quiz_id, subject,
    details, hash)
VALUES (1, NULL, 1, 'system', '', '', 'begin', NULL, NULL, NULL, NULL, x'00'),
    (2, 1, 2, 'administrator', 'a1', 'ana@example.com', 'quiz.create', 'acme', 'q1', 'p', '{"a":1}', x'01'),
    (10, 2, 3, 'key', 'k1', 'nightly', 'answers.read', 'acme', 'q1', 'p', NULL, x'02');
INSERT INTO quizzes (id, namespace_id, kind, settings, version, created_at, updated_at, deleted_at) VALUES
    ('q1', 'acme', 'inapp', '{ "name" : "spaces stay" }', 2, 1, 2, NULL), ('Q2', 'Beta', 'open', '{}', 1, 1, 1, 5);
INSERT INTO quiz_versions (quiz_id, version, definition, created_at) VALUES ('q1', 1, '{}', 1), ('q1', 2, '{"z":1,"a":2}', 2);
-- Longer than a statement takes bytes.
INSERT INTO quiz_versions (quiz_id, version, definition, created_at) VALUES
    ('Q2', 1, '"' || printf('%.*c', 1100000, 'x') || '"', 1), ('Q2', 2, '"' || printf('%.*c', 1100000, 'é') || '"', 2);
INSERT INTO quiz_drafts (quiz_id, fields, based_on, admin_id, updated_at) VALUES ('q1', 'name=%00&x=1', 1, 'a1', 2);
INSERT INTO earlier_drafts (quiz_id, updated_at, fields, based_on, admin_id)
VALUES ('q1', 1, '{"name":1}', -9223372036854775808, 'a2'), ('q1', 2, '', 9223372036854775807, 'gone');
INSERT INTO quiz_images (quiz_id, id, type, width, height, shown, created_at, bytes) VALUES
    ('q1', 'aaaaaaaaaaaaaaaaaaaaaa', 'png', 1, 4096, 0, 1, x'00ff80'), ('q1', 'AAAAAAAAAAAAAAAAAAAAAA', 'webp', 2, 3, 1, -1, zeroblob(524288));
INSERT INTO answer_columns (quiz_id, admin_id, columns) VALUES ('q1', 'a1', '["score", "started"]'), ('Q2', 'a2', '[]');
INSERT INTO answer_views (quiz_id, name, query, created_at) VALUES
    ('q1', 'été', 'band=weak&sort=score', 1), ('q1', 'Zero', '', -1), ('Q2', 'été', 'x=%00', 9223372036854775807);
INSERT INTO reports (id, quiz_id, token_hash, title, tables, created_at, expires_at) VALUES
    ('r2', 'q1', x'05', 'Für alle', '["bands"]', 1, 2), ('R1', 'q1', x'0600', '', '[]', -1, 9223372036854775807);
UPDATE reports SET published_at = -1, withdrawals = 7, withheld = '[{}]' WHERE id = 'R1';
INSERT INTO report_figures (quiz_id, rules, withdrawals) VALUES ('q1', '{ "bands": [] }', 9223372036854775807);
INSERT INTO report_snapshots (quiz_id, report_id, snapshot) VALUES ('q1', 'R1', '{"figures":[]}');
INSERT INTO session_secrets (quiz_id, secret) VALUES ('q1', x'deadbeef00');
INSERT INTO invitations (quiz_id, id, name, email, custom_data, fields, created_at) VALUES
    ('Q2', 'i2', NULL, NULL, NULL, NULL, 1),
    ('Q2', 'I1', 'مرحبا ' || char(8238) || 'abc', 'x@example.com', '', '{"values":{"region":"Ä"}}', 2);
INSERT INTO person_words (quiz_id, word, user_id) VALUES ('Q2', 'abc', 'I1'), ('Q2', 'مرحبا', 'I1'), ('Q2', 'abc', 'i1'), ('q1', 'odd', 'U1');
INSERT INTO person_words_left (part, place) VALUES ('people', 'Q2 I1'), ('People', '');
WITH RECURSIVE people (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM people WHERE number < 1500)
INSERT INTO records (quiz_id, user_id, attempt, version, language, answers, custom_data, fields, started_at, activity_at,
    submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores, changed)
SELECT iif(number % 3 = 0, 'q1', 'Q2'), char(33 + number % 90) || ' person ' || number, 1 + number % 2, 1, 'es',
    '{"fhn1":"x"}', iif(number % 2 = 0, NULL, '  odd  '), iif(number % 8 = 0, '{"values":{"age":1.5}}', NULL), number / 7, number, iif(number % 4 = 0, NULL, number),
    iif(number % 4 = 0, NULL, -30000 + number), iif(number % 5 = 0, NULL, number % 101), NULL, 0, 100, NULL,
    iif(number % 9 = 0, '{"overall":1}', NULL), 3 * number
FROM people;
INSERT INTO past_attempts (quiz_id, user_id, attempt, version, language, answers, custom_data, fields, started_at, activity_at,
    submitted_at, score, spend_score, save_score, borrow_score, plan_score, indicators, own_scores)
VALUES ('q1', 'person', 1, 1, 'en', '{}', NULL, '{"values":{"vip":true},"unsigned":["vip"]}', 1, 2, 3, 735, 1, 2, NULL, 4, '{"fhn1":25}', NULL);
INSERT INTO submitted_scores (quiz_id, category, score, started_at, user_id)
VALUES ('q1', '', -9223372036854775807, 1, 'person'), ('q1', 'Body', 615, 1, 'person'), ('q1', 'body', 615, 1, 'Person');
INSERT INTO erased_records (quiz_id, changed, user_id) VALUES ('q1', 9000, 'gone'), ('Q2', 1, 'gone too');
INSERT INTO tallies (quiz_id, dimension, bucket, n) VALUES
    ('q1', 'started', '20000', 500), ('q1', 'answer', 'fhn1/Ä', 1), ('q1', 'answer', 'fhn1/z', 2), ('q1', 'answer', 'FHN1/z', -1);
INSERT INTO quiz_usage (namespace_id, quiz_id, bytes) VALUES ('acme', 'q1', 12345678901), ('Beta', 'Q2', -1);
INSERT INTO audit_subjects (pseudonym, quiz_id, user_id, salt) VALUES ('p', 'q1', 'person', x'99');
INSERT INTO schedules (id, quiz_id, plan, next_at, created_at) VALUES ('t1', 'q1', '{"daily":"03:00"}', 9, 1);
INSERT INTO jobs (id, kind, quiz_id, parameters, schedule_id, slot_at, state, is_cancelled, attempts, fence, due_at,
    items_done, items_total, error, outcome, created_at, finished_at, removed_at)
VALUES ('j1', 'export', 'q1', '{"format":"csv"}', NULL, NULL, 'failed', 1, 1, 2, 3, 4, 5, 'disk', NULL, 6, 7, 8),
    ('j2', 'delivery', 'q1', '{}', 't1', 8, 'running', 0, 1, 1, 2, 0, 0, NULL, '{}', 1, NULL, NULL);
INSERT INTO export_files (name, job_id, fence) VALUES ('j1-2.csv', 'j1', 2);
INSERT INTO kept_replies (request, sealed, kept_at) VALUES (x'0f', x'f00d', 1);
INSERT INTO webhook_endpoints (id, namespace_id, url, description, types, quizzes, with_answers, header_names, sealed,
    state, failing_since, probe_at, created_by, created_at, updated_at)
VALUES ('e1', 'acme', 'https://example.com/', '', '', ' q1 ', 1, 'Authorization
x-tenant', x'00ff', 'stopped', 5, 6, 'operator', 1, 2), ('E2', 'Beta', '', 'é', ' quiz.opened ', '', 0, '', x'', 'on', NULL, NULL, '', 1, 2);
INSERT INTO events (id, type, at, namespace_id, quiz_id, user_id, body, full_body)
VALUES ('v1', 'response.begun', 1, 'acme', 'q1', 'person', '{}', NULL), ('V2', 'response.begun', 2, 'Beta', 'Q2', NULL, NULL, NULL);
INSERT INTO webhook_deliveries (quiz_id, event_id, endpoint_id, at, is_full, state, attempts, due_at, fence, sent_at, status, reply,
    last_error, first_error)
VALUES ('q1', 'v1', 'e1', 1, 1, 'failed', 10, 3, 4, 5, 500, 'no', 'last', 'first'), ('q1', 'v1', 'E2', 1, 0, 'waiting', 0, 1, 0, NULL, NULL, NULL, NULL, NULL);
INSERT INTO mails (id, kind, at, namespace_id, quiz_id, user_id, admin_id, reference, recipient, domain, state, attempts, due_at,
    fence, message_id, ended_at, error)
VALUES ('mail_1', 'offer', 1, 'acme', NULL, NULL, NULL, 'o1', 'ana@example.com', 'example.com', 'refused', 2, 3, 4, '<m@x>', 5, '550'),
    ('mail_2', 'invitation', 2, 'acme', 'q1', 'person', NULL, '1', 'é@example.com', 'example.com', 'queued', 0, 2, 0, NULL, NULL, NULL);
UPDATE invitations SET language = 'ar', mail_state = 'bounced', mailed_at = 7, mail_error = '5.1.1', reminders = 2 WHERE id = 'I1';
INSERT INTO mail_texts (quiz_id, kind, language, subject, body) VALUES
    ('q1', 'invitation', 'es', 'Hola {name}', 'Una' || char(10) || 'dos'), ('Q2', 'reminder', 'ar', 'مرحبا', '');
INSERT INTO result_mails (quiz_id, user_id, attempt, mail_id, at, sealed, address) VALUES
    ('q1', 'u1', 1, 'mail_1', 5, 'aa', 'bb'), ('Q2', 'U1', 2, 'mail_2', 6, NULL, NULL);
INSERT INTO alerts (quiz_id, user_id, attempt, alert, id, version, at, acknowledged_at, acknowledged_by, note) VALUES
    ('q1', 'u1', 1, 'low', 'alr_1', 1, 5, NULL, NULL, NULL), ('Q2', 'U1', 2, 'Low', 'alr_2', 3, 6, 7, 'ñ@example.com', 'aa');
INSERT INTO series (quiz_id, user_id, base_day, base_number, number, reminded, next_at) VALUES
    ('q1', 'u1', 20000, -2, 3, 1, 9), ('Q2', 'U1', NULL, 1, 0, 0, NULL);
INSERT INTO occasions (quiz_id, user_id, number, id, due_day, opens_at, closes_at, is_stopped, attempt) VALUES
    ('q1', 'u1', 3, 'occ_1', 20000, 5, 7, 0, 2), ('Q2', 'U1', 1, 'occ_2', -1, 6, 8, 1, NULL);
INSERT INTO quiz_opt_outs (quiz_id, address, at) VALUES ('q1', 'aa', 1), ('Q2', 'AA', 2);
INSERT INTO namespace_opt_outs (namespace_id, address, at) VALUES ('acme', 'aa', 3);

-- Events and their deliveries count from now on; those that are there already count, too.
UPDATE quiz_usage SET bytes = bytes + coalesce((
    SELECT CAST(sum(1024 + coalesce(octet_length(ev.body), 0) + coalesce(octet_length(ev.full_body), 0)
        + 1024 * (SELECT count(*) FROM webhook_deliveries AS d WHERE d.quiz_id = ev.quiz_id AND d.event_id = ev.id)) AS BIGINT)
    FROM events AS ev WHERE ev.quiz_id = quiz_usage.quiz_id
), 0);

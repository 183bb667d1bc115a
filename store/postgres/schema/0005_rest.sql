-- claim_outbox gives out what earlier calls without an answer have given out, also if the first call
-- with an answer has no room for all of it. The next calls give out the rest.
CREATE OR REPLACE FUNCTION claim_outbox(
    p_holder text, p_limit bigint, p_lease interval, p_round bigint, p_since bigint, p_known bigint[]
) RETURNS TABLE (seq bigint, message text, inherited boolean, channel bigint, term bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    mine bigint[];
BEGIN
    -- Most calls find nothing. They write nothing, unless they must stop an earlier call.
    IF p_since = p_round AND NOT EXISTS (SELECT FROM wanted_channels(p_holder, 1, p_since, p_known)) THEN
        RETURN;
    END IF;
    INSERT INTO claimers AS c (holder, round, at) VALUES (p_holder, p_round, now())
    ON CONFLICT (holder) DO UPDATE SET round = p_round, at = now() WHERE c.round < p_round;
    IF NOT FOUND THEN
        RETURN;
    END IF;

    WITH leased AS (
        -- All lock leases in the same order, and before messages. So no two calls wait for each
        -- other.
        INSERT INTO leases AS l (channel, holder, until, term)
        SELECT w.channel, p_holder, clock_timestamp() + p_lease, nextval('lease_terms')
        FROM wanted_channels(p_holder, p_limit, p_since, p_known) AS w (channel)
        ON CONFLICT (channel) DO UPDATE SET
            holder = excluded.holder,
            until = greatest(l.until, excluded.until),
            term = CASE WHEN l.holder = excluded.holder THEN l.term ELSE excluded.term END
        WHERE l.holder = excluded.holder OR l.until <= clock_timestamp()
        RETURNING l.channel
    )
    SELECT array_agg(leased.channel) INTO mine FROM leased;
    IF mine IS NULL THEN
        RETURN;
    END IF;

    RETURN QUERY
    WITH next AS (
        SELECT o.seq, l.term,
            CASE WHEN o.term = l.term THEN o.inherited ELSE o.term IS NOT NULL END AS inherited
        FROM leases l JOIN outbox o ON o.channel = l.channel
        WHERE l.channel = ANY (mine) AND (o.term IS DISTINCT FROM l.term OR o.round >= p_since)
        ORDER BY o.seq LIMIT p_limit FOR UPDATE OF o
    ), given AS (
        UPDATE outbox o SET term = next.term, round = p_round, inherited = next.inherited
        FROM next WHERE o.seq = next.seq
        RETURNING o.seq, o.message, o.inherited, o.channel, o.term
    )
    SELECT g.seq, g.message, g.inherited, g.channel, g.term FROM given g ORDER BY g.seq;

    IF p_since < p_round THEN
        -- What has no room in this answer is as before it was given out. Term 0 is that of no lease.
        UPDATE outbox o SET term = CASE WHEN o.inherited THEN 0 END
        FROM leases l
        WHERE l.holder = p_holder AND o.channel = l.channel AND o.term = l.term
            AND o.round >= p_since AND o.round < p_round;
    END IF;
END $$;

-- The first schema. Discord's IDs have 64 bits without a sign and bigint has a sign, so an ID with
-- the highest bit is negative here. Only former players and the tokens of commits have that bit.

-- What the header says is in its JSON. The columns besides it are those that indexes and functions
-- need; they repeat the header.
CREATE TABLE tables (
    id           bigint PRIMARY KEY,
    guild        bigint   NOT NULL,
    channel      bigint   NOT NULL, -- 0 for none
    game         text     NOT NULL,
    status       text     NOT NULL,
    players      bigint[] NOT NULL,
    version      bigint   NOT NULL, -- the number of events
    last_message bigint   NOT NULL, -- 0 for none
    result       bigint   NOT NULL, -- the number of the table's result in its guild, 0 for none
    deadline     bigint,            -- in Unix milliseconds, null for never
    -- When to look at the deadline, never later than it. Nearly every move makes the deadline later
    -- and leaves this time alone. So a move changes no index, and the server can write the new row
    -- beside the old one.
    due          bigint,
    header       text     NOT NULL  -- JSON, with neither version nor last message
) WITH (fillfactor = 75);

CREATE UNIQUE INDEX tables_open_channel ON tables (channel)
    WHERE channel <> 0 AND status IN ('lobby', 'running');
CREATE INDEX tables_channel ON tables (channel, id) WHERE channel <> 0;
CREATE INDEX tables_guild ON tables (guild, id);
CREATE INDEX tables_open_guild ON tables (guild, id) WHERE status IN ('lobby', 'running');
CREATE INDEX tables_players ON tables USING gin (players) WHERE status IN ('lobby', 'running');
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- The logs. Version 1 is a table's first event.
CREATE TABLE events (
    table_id bigint NOT NULL,
    version  bigint NOT NULL,
    event    text   NOT NULL, -- JSON
    PRIMARY KEY (table_id, version)
);

-- The highest ID of a table that is used or given out.
CREATE TABLE last_table (id bigint NOT NULL);
INSERT INTO last_table VALUES (0);

-- The interactions that are committed, and the tokens of commits without one.
CREATE TABLE seen (
    token bigint PRIMARY KEY,
    at    bigint NOT NULL -- in Unix milliseconds
);

-- The messages to send.
CREATE TABLE outbox (
    seq       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    channel   bigint NOT NULL,
    table_id  bigint NOT NULL,
    message   text   NOT NULL, -- JSON
    -- The lease and the call of Claim that gave the message out last, null if none has, and whether
    -- a handle had it before.
    term      bigint,
    round     bigint,
    inherited boolean NOT NULL DEFAULT false
) WITH (fillfactor = 75);
CREATE INDEX outbox_channel ON outbox (channel, seq);

-- Which handle of a store sends the messages of a channel.
CREATE TABLE leases (
    channel bigint PRIMARY KEY,
    holder  text        NOT NULL,
    until   timestamptz NOT NULL,
    term    bigint      NOT NULL -- another one each time that the lease is won
) WITH (fillfactor = 50);
CREATE SEQUENCE lease_terms;

-- The last call of Claim of each handle. A call whose connection broke may run after the one that
-- repeats it. It must give nothing out, since nobody gets its answer.
CREATE TABLE claimers (
    holder text PRIMARY KEY,
    round  bigint      NOT NULL,
    at     timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Which handle of a store does what one does for all.
CREATE TABLE holds (
    name   text PRIMARY KEY,
    holder text        NOT NULL,
    until  timestamptz NOT NULL
);

-- The results of a guild are numbered from 1 in the order in which they were rated.
CREATE TABLE results (
    guild    bigint NOT NULL,
    number   bigint NOT NULL,
    table_id bigint NOT NULL,
    result   text   NOT NULL, -- JSON
    PRIMARY KEY (guild, number)
);

-- The number of results of each guild. A commit with a result locks its guild's row, so that the
-- ratings it has read are still true.
CREATE TABLE rated (
    guild   bigint PRIMARY KEY,
    results bigint NOT NULL
);

CREATE TABLE leaderboard (
    guild   bigint           NOT NULL,
    game    text             NOT NULL, -- '' for all games
    level   bigint           NOT NULL, -- of the computers, 0 between people
    user_id bigint           NOT NULL,
    games   bigint           NOT NULL,
    wins    bigint           NOT NULL,
    points  bigint           NOT NULL,
    best    bigint           NOT NULL,
    rating  double precision NOT NULL,
    PRIMARY KEY (guild, game, level, user_id)
);
CREATE INDEX leaderboard_user ON leaderboard (user_id);

-- These are JSON, except for the notes.
CREATE TABLE reviews (table_id bigint PRIMARY KEY, value text NOT NULL);
CREATE TABLE settings (guild bigint PRIMARY KEY, value text NOT NULL);
CREATE TABLE preferences (user_id bigint PRIMARY KEY, value text NOT NULL);
CREATE TABLE notes (name text PRIMARY KEY, value text NOT NULL);

-- announce adds messages to the outbox in their order. Like commit_table, it inserts row by row:
-- there are few rows, and unnest takes longer than they do.
CREATE FUNCTION announce(p_channels bigint[], p_tables bigint[], p_messages text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    FOR i IN 1 .. cardinality(p_messages) LOOP
        INSERT INTO outbox (channel, table_id, message)
        VALUES (p_channels[i], p_tables[i], p_messages[i]);
    END LOOP;
END $$;

-- commit_table stores a commit, or raises the reason for its refusal:
--   AM001  the token is committed already
--   AM002  there is no such table
--   AM003  the table has another version
--   AM005  any other; the message says which
-- If another table is open in the channel, the unique index refuses the commit. p_result is the
-- number of the result that the commit adds, 0 for none.
CREATE FUNCTION commit_table(
    p_token bigint, p_at bigint, p_table bigint, p_want bigint, p_events text[],
    p_guild bigint, p_channel bigint, p_game text, p_status text, p_players bigint[],
    p_deadline bigint, p_header text, p_result bigint,
    p_channels bigint[], p_tables bigint[], p_messages text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p_version bigint := p_want + cardinality(p_events);
    was record;
BEGIN
    -- A commit with the same token waits here until the other is stored or refused.
    INSERT INTO seen (token, at) VALUES (p_token, p_at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'interaction already committed' USING ERRCODE = 'AM001';
    END IF;

    IF p_want = 0 AND p_version > 0 THEN
        INSERT INTO tables AS t (
            id, guild, channel, game, status, players, version, last_message, result, deadline, due, header
        ) VALUES (
            p_table, p_guild, p_channel, p_game, p_status, p_players, p_version, 0, p_result,
            p_deadline, p_deadline, p_header
        ) ON CONFLICT (id) DO NOTHING;
    ELSE
        UPDATE tables t SET
            guild = p_guild, channel = p_channel, game = p_game, status = p_status,
            players = p_players, version = p_version, deadline = p_deadline, header = p_header,
            due = CASE WHEN t.due <= p_deadline THEN t.due ELSE p_deadline END,
            result = CASE WHEN p_result = 0 THEN t.result ELSE p_result END
        WHERE t.id = p_table AND t.version = p_want AND (
            t.result = 0
            OR p_result = 0 AND p_status = 'ended' AND t.guild = p_guild AND t.game = p_game
        );
    END IF;
    IF NOT FOUND THEN
        SELECT t.version INTO was FROM tables t WHERE t.id = p_table;
        IF NOT FOUND AND p_want = 0 THEN
            RAISE EXCEPTION 'a new table has no events' USING ERRCODE = 'AM005';
        ELSIF NOT FOUND THEN
            RAISE EXCEPTION 'no table' USING ERRCODE = 'AM002';
        ELSIF was.version <> p_want THEN
            RAISE EXCEPTION 'version %', was.version USING ERRCODE = 'AM003';
        END IF;
        RAISE EXCEPTION 'the table has a result, and must stay ended in its guild and game'
            USING ERRCODE = 'AM005';
    END IF;

    FOR i IN 1 .. cardinality(p_events) LOOP
        INSERT INTO events (table_id, version, event) VALUES (p_table, p_want + i, p_events[i]);
    END LOOP;
    IF p_want = 0 THEN
        -- An ID that NewTable has not given out must not be given out later.
        UPDATE last_table SET id = p_table WHERE id < p_table;
    END IF;
    IF cardinality(p_messages) > 0 THEN
        PERFORM announce(p_channels, p_tables, p_messages);
    END IF;
END $$;

-- commit_result stores a commit with a result and the new rows of its players. If the guild has
-- another number of results than the writer has read, the rows are wrong, and it raises AM004.
CREATE FUNCTION commit_result(
    p_token bigint, p_at bigint, p_table bigint, p_want bigint, p_events text[],
    p_guild bigint, p_channel bigint, p_game text, p_status text, p_players bigint[],
    p_deadline bigint, p_header text, p_result bigint,
    p_channels bigint[], p_tables bigint[], p_messages text[],
    p_text text, p_rows text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM commit_table(
        p_token, p_at, p_table, p_want, p_events, p_guild, p_channel, p_game, p_status, p_players,
        p_deadline, p_header, p_result, p_channels, p_tables, p_messages
    );
    INSERT INTO rated AS r (guild, results) VALUES (p_guild, p_result)
    ON CONFLICT (guild) DO UPDATE SET results = p_result WHERE r.results = p_result - 1;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the ratings have changed' USING ERRCODE = 'AM004';
    END IF;
    INSERT INTO results (guild, number, table_id, result) VALUES (p_guild, p_result, p_table, p_text);
    INSERT INTO leaderboard (guild, game, level, user_id, games, wins, points, best, rating)
    SELECT p_guild, game, level, user_id, games, wins, points, best, rating
    FROM json_to_recordset(p_rows::json) AS r (
        game text, level bigint, user_id bigint, games bigint, wins bigint, points bigint,
        best bigint, rating double precision
    )
    ON CONFLICT (guild, game, level, user_id) DO UPDATE SET
        games = excluded.games, wins = excluded.wins, points = excluded.points,
        best = excluded.best, rating = excluded.rating;
END $$;

-- wanted_channels returns the channels with messages for a handle, see claim_outbox.
CREATE FUNCTION wanted_channels(p_holder text, p_limit bigint, p_since bigint, p_known bigint[])
RETURNS SETOF bigint LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    SELECT w.channel FROM (
        SELECT o.channel, min(o.seq) AS first
        FROM outbox o LEFT JOIN leases l ON l.channel = o.channel
        WHERE l.holder = p_holder AND (o.term IS DISTINCT FROM l.term OR o.round >= p_since)
            OR (l.channel IS NULL OR l.holder <> p_holder AND l.until <= clock_timestamp())
                AND o.channel <> ALL (p_known)
        GROUP BY o.channel ORDER BY first LIMIT p_limit
    ) w ORDER BY w.channel;
END $$;

-- claim_outbox leases channels with messages to a handle, and returns messages of its channels that
-- it has not had. p_known are the channels that the handle believes to have: if another has taken
-- one over, the handle gets it back only after it has learned that. p_round is the number of the
-- call. The answers of the calls from p_since on have not arrived, so it gets their messages again.
CREATE FUNCTION claim_outbox(
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
END $$;

-- settle_message removes a message from the outbox and stores what came of it. If that was the last
-- message of its channel, the handle's lease ends, and the function returns the channel. It raises
-- AM002 if the message is gone, and AM006 if another handle has the channel.
CREATE FUNCTION settle_message(
    p_holder text, p_seq bigint, p_sent bigint,
    p_channels bigint[], p_tables bigint[], p_messages text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    entry record;
    lease record;
    leased boolean;
BEGIN
    SELECT o.channel, o.table_id INTO entry FROM outbox o WHERE o.seq = p_seq;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no message' USING ERRCODE = 'AM002';
    END IF;
    SELECT l.holder, l.until INTO lease FROM leases l WHERE l.channel = entry.channel FOR UPDATE;
    leased := FOUND;
    DELETE FROM outbox o WHERE o.seq = p_seq;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no message' USING ERRCODE = 'AM002';
    END IF;
    IF NOT leased THEN
        -- Another handle may have leased the channel while this one waited for the message.
        SELECT l.holder, l.until INTO lease FROM leases l WHERE l.channel = entry.channel;
    END IF;
    IF FOUND AND lease.holder <> p_holder AND lease.until > clock_timestamp() THEN
        RAISE EXCEPTION 'another instance sends it' USING ERRCODE = 'AM006';
    END IF;
    IF p_sent <> 0 THEN
        UPDATE tables SET last_message = p_sent WHERE id = entry.table_id;
    END IF;
    IF cardinality(p_messages) > 0 THEN
        PERFORM announce(p_channels, p_tables, p_messages);
    END IF;
    IF NOT leased OR EXISTS (SELECT FROM outbox o WHERE o.channel = entry.channel) THEN
        RETURN NULL;
    END IF;
    DELETE FROM leases l WHERE l.channel = entry.channel AND l.holder = p_holder;
    RETURN CASE WHEN FOUND THEN entry.channel END;
END $$;

-- What package core keeps, see store/core/layout.go. A value that changes is in no index, so the
-- server can write the new row beside the old one.
CREATE TABLE entries (
    space smallint NOT NULL,
    key   bytea    NOT NULL,
    value bytea    NOT NULL,
    PRIMARY KEY (space, key)
) WITH (fillfactor = 75);

-- The numbers that entries with p_next get.
CREATE SEQUENCE numbers;

-- What one handle does for all.
CREATE TABLE holds (
    name   text        PRIMARY KEY,
    holder text        NOT NULL,
    until  timestamptz NOT NULL,
    note   text        NOT NULL
);

-- The last change of each of a handle's tries, so that a call which got no answer can be repeated.
CREATE TABLE tries (
    name   text        PRIMARY KEY,
    number bigint      NOT NULL,
    at     timestamptz NOT NULL
) WITH (fillfactor = 50);

-- apply makes changes in their order, once for each number of a try. It raises AM001 with the place
-- of the first that does not hold. p_blind says not to look, p_next to add a number to the key.
--
-- It always writes. So a repeated call, too, is answered only when a synchronous standby has all.
CREATE FUNCTION apply(
    p_try text, p_number bigint,
    p_space smallint[], p_key bytea[], p_was bytea[], p_is bytea[], p_blind boolean[], p_next boolean[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tries SET number = p_number, at = now() WHERE name = p_try AND number <> p_number;
    IF NOT FOUND THEN
        INSERT INTO tries VALUES (p_try, p_number, now()) ON CONFLICT DO NOTHING;
        IF NOT FOUND THEN -- the changes are made
            UPDATE tries SET at = now() WHERE name = p_try;
            RETURN;
        END IF;
    END IF;
    FOR i IN 1 .. cardinality(p_space) LOOP
        IF p_next[i] THEN
            INSERT INTO entries VALUES (p_space[i], p_key[i] || int8send(nextval('numbers')), p_is[i]);
        ELSIF p_blind[i] AND p_is[i] IS NULL THEN
            DELETE FROM entries WHERE space = p_space[i] AND key = p_key[i];
        ELSIF p_blind[i] THEN
            INSERT INTO entries VALUES (p_space[i], p_key[i], p_is[i])
            ON CONFLICT (space, key) DO UPDATE SET value = excluded.value;
        ELSIF p_was[i] IS NULL AND p_is[i] IS NULL THEN
            PERFORM FROM entries WHERE space = p_space[i] AND key = p_key[i];
            IF FOUND THEN RAISE EXCEPTION '%', i USING ERRCODE = 'AM001'; END IF;
        ELSE
            IF p_was[i] IS NULL THEN
                INSERT INTO entries VALUES (p_space[i], p_key[i], p_is[i]) ON CONFLICT DO NOTHING;
            ELSIF p_is[i] IS NULL THEN
                DELETE FROM entries WHERE space = p_space[i] AND key = p_key[i] AND value = p_was[i];
            ELSIF p_was[i] = p_is[i] THEN
                PERFORM FROM entries WHERE space = p_space[i] AND key = p_key[i] AND value = p_was[i] FOR UPDATE;
            ELSE
                UPDATE entries SET value = p_is[i] WHERE space = p_space[i] AND key = p_key[i] AND value = p_was[i];
            END IF;
            IF NOT FOUND THEN RAISE EXCEPTION '%', i USING ERRCODE = 'AM001'; END IF;
        END IF;
    END LOOP;
END $$;

-- How often all handles of a store together may do something.
CREATE TABLE permits (
    name text PRIMARY KEY,
    past timestamptz[] NOT NULL, -- when the last permits were or are due, the oldest first
    free timestamptz   NOT NULL  -- none is due before
) WITH (fillfactor = 50);

-- take_permits takes the next permits of a name, and returns how long to wait for each. At most
-- p_limit are due in any p_span, and none before p_pause is over.
CREATE FUNCTION take_permits(p_name text, p_n bigint, p_limit bigint, p_span interval, p_pause interval)
RETURNS interval[] LANGUAGE plpgsql AS $$
DECLARE
    p permits;
    moment timestamptz;
    waits interval[] := '{}';
BEGIN
    -- Nobody waits for the disk or a standby: if the server crashes, the last permits may be
    -- forgotten.
    PERFORM set_config('synchronous_commit', 'off', true);
    INSERT INTO permits VALUES (p_name, '{}', '-infinity') ON CONFLICT DO NOTHING;
    SELECT * INTO p FROM permits WHERE name = p_name FOR UPDATE;
    moment := clock_timestamp();
    p.free := greatest(p.free, moment + p_pause);
    FOR i IN 1 .. p_n LOOP
        IF cardinality(p.past) >= p_limit THEN
            p.past := p.past[cardinality(p.past) - p_limit + 1 :];
            p.free := greatest(p.free, p.past[1] + p_span);
        END IF;
        p.past := p.past || p.free;
        waits := waits || (p.free - moment);
    END LOOP;
    UPDATE permits SET past = p.past, free = p.free WHERE name = p_name;
    RETURN waits;
END $$;

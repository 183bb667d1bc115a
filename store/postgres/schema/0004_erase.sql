-- When a user is erased, what a newer program has added to headers goes if it has the user's ID.
CREATE OR REPLACE FUNCTION keep_unknown() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    unknown jsonb := OLD.header::jsonb
        - '{guild,channel,parent,game,status,version,players,announced,tells,last}'::text[];
    erased text := coalesce(current_setting('amytis.erased', true), ''); -- the user's ID, or ''
    named text[] := '{}';
BEGIN
    IF erased <> '' THEN
        named := ARRAY(SELECT u.key FROM jsonb_each(unknown) u WHERE strpos(u.value::text, erased) > 0);
    END IF;
    NEW.header := (unknown || NEW.header::jsonb) - named;
    RETURN NEW;
END $$;

-- During an update, a program may change a header to which a newer one has added fields. They stay.
-- A newer program therefore always writes the fields that it adds, also those with the zero value.
CREATE FUNCTION keep_unknown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.header := OLD.header::jsonb
        - '{guild,channel,parent,game,status,version,players,announced,tells,last}'::text[] || NEW.header::jsonb;
    RETURN NEW;
END $$;

CREATE TRIGGER keep_unknown BEFORE UPDATE OF header ON tables FOR EACH ROW
    WHEN (OLD.header::jsonb - '{guild,channel,parent,game,status,version,players,announced,tells,last}'::text[] <> '{}')
    EXECUTE FUNCTION keep_unknown();

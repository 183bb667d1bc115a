-- note is for the next holder of a name.
ALTER TABLE holds ADD note text NOT NULL DEFAULT '';

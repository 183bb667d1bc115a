package core

import (
	"context"
	"encoding/json"
	"errors"

	"amytis/engine/table"
	"amytis/store"
	"amytis/store/entries"
)

func (s *Store) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	return readFact[store.Settings](ctx, s, settings, key(uint64(guild)))
}

func (s *Store) ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *store.Settings) error) error {
	return changeFact(ctx, s, settings, key(uint64(guild)), change)
}

func (s *Store) Preferences(ctx context.Context, user table.UserID) (store.Preferences, error) {
	return readFact[store.Preferences](ctx, s, preferences, key(uint64(user)))
}

func (s *Store) ChangePreferences(ctx context.Context, user table.UserID, change func(p *store.Preferences) error) error {
	return changeFact(ctx, s, preferences, key(uint64(user)), change)
}

func (s *Store) Note(ctx context.Context, name string) (string, error) {
	text, err := s.db.readValue(ctx, notes, []byte(name))
	return string(text), err
}

func (s *Store) SetNote(ctx context.Context, name, value string) error {
	return s.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (s *Store) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	if name == "" {
		return errors.New("store: a note needs a name")
	}
	return s.changeValue(ctx, notes, []byte(name), func(old []byte) ([]byte, error) {
		text, err := change(string(old))
		if text == "" {
			return nil, err
		}
		return []byte(text), err
	})
}

func (s *Store) Notes(ctx context.Context, prefix string) (map[string]string, error) {
	found, err := s.db.Read(ctx, entries.Prefix(notes, []byte(prefix)))
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, e := range found[0] {
		all[string(e.Key)] = string(e.Value)
	}
	return all, nil
}

func readFact[T any](ctx context.Context, s *Store, in entries.Space, k []byte) (v T, err error) {
	text, err := s.db.readValue(ctx, in, k)
	if err != nil || text == nil {
		return v, err
	}
	return decode[T](text, in, k)
}

func changeFact[T any](ctx context.Context, s *Store, in entries.Space, k []byte, change func(v *T) error) error {
	return s.changeValue(ctx, in, k, func(old []byte) ([]byte, error) {
		var v T
		var err error
		if old != nil {
			v, err = decode[T](old, in, k)
		}
		if err == nil {
			err = change(&v)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(&v)
	})
}

// changeValue replaces a value, nil for none.
func (s *Store) changeValue(ctx context.Context, in entries.Space, k []byte, change func(old []byte) ([]byte, error)) error {
	return s.applyPlan(ctx, func() ([]entries.Change, error) {
		old, err := s.db.readValue(ctx, in, k)
		if err != nil {
			return nil, err
		}
		is, err := change(old)
		return []entries.Change{put(in, k, old, is)}, err
	})
}

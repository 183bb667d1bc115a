package tables

import (
	"context"
	"errors"

	"amytis/store"
)

// announceRestored has each open table posted anew if the store is a restored backup: Discord still
// shows what was lost. Call it before entries are sent. Of what a start that was cut short has
// left, the newest entry replaces the others.
func (s *Sweeper) announceRestored(ctx context.Context) error {
	restored, err := s.notes.Note(ctx, store.RestoredNote)
	if err != nil || restored == "" {
		return err
	}
	ids, err := s.notes.Playing(ctx, 0, 0)
	for _, id := range ids {
		t, err := s.tables.Load(ctx, id)
		if v := t.Header.Version; err == nil && t.Header.Channel != 0 {
			err = Commit(ctx, s.tables, store.Commit{
				Table: id, Want: v, Header: t.Header,
				Deadline: deadline(s.tables.Forced.demands(nil, t.Table, s.tables.Now(t.Table))),
				Outbox:   []store.Entry{{Table: id, Channel: t.Header.Channel, Kind: PostRestored, From: v, Version: v}},
			})
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
	}
	if err != nil {
		return err
	}
	return s.notes.SetNote(ctx, store.RestoredNote, "")
}

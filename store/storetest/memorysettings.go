package storetest

import (
	"context"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

// memoryNotebook is the part of a Memory about settings, preferences and notes.
type memoryNotebook struct{ of *Memory }

func (m memoryNotebook) Settings(ctx context.Context, in table.GuildID) (s store.Settings, err error) {
	err = m.of.do(ctx, func() error {
		s = m.of.settings[in]
		s.Channels = slices.Clone(s.Channels)
		return nil
	})
	return s, err
}

func (m memoryNotebook) ChangeSettings(
	ctx context.Context, in table.GuildID, change func(s *store.Settings) error,
) error {
	return m.of.do(ctx, func() error {
		s := m.of.settings[in]
		s.Channels = slices.Clone(s.Channels)
		if err := change(&s); err != nil {
			return err
		}
		m.of.settings[in] = s
		return nil
	})
}

func (m memoryNotebook) Preferences(ctx context.Context, of table.UserID) (p store.Preferences, err error) {
	err = m.of.do(ctx, func() error {
		p = m.of.prefs[of]
		p.Lessons = maps.Clone(p.Lessons)
		return nil
	})
	return p, err
}

func (m memoryNotebook) ChangePreferences(
	ctx context.Context, of table.UserID, change func(p *store.Preferences) error,
) error {
	return m.of.do(ctx, func() error {
		p := m.of.prefs[of]
		p.Lessons = maps.Clone(p.Lessons)
		if err := change(&p); err != nil {
			return err
		}
		m.of.prefs[of] = p
		return nil
	})
}

func (m memoryNotebook) Note(ctx context.Context, name string) (value string, err error) {
	err = m.of.do(ctx, func() error {
		value = m.of.notes[name]
		return nil
	})
	return value, err
}

func (m memoryNotebook) SetNote(ctx context.Context, name, value string) error {
	return m.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (m memoryNotebook) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	return m.of.do(ctx, func() error {
		value, err := change(m.of.notes[name])
		if err == nil {
			m.of.notes[name] = value
		}
		return err
	})
}

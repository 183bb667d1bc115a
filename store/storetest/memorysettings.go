package storetest

import (
	"context"
	"maps"
	"slices"

	"amytis/engine/table"
	"amytis/store"
)

func (m *Memory) Settings(ctx context.Context, in table.GuildID) (s store.Settings, err error) {
	err = m.do(ctx, func() error {
		s = m.settings[in]
		s.Channels = slices.Clone(s.Channels)
		return nil
	})
	return s, err
}

func (m *Memory) ChangeSettings(
	ctx context.Context, in table.GuildID, change func(s *store.Settings) error,
) error {
	return m.do(ctx, func() error {
		s := m.settings[in]
		s.Channels = slices.Clone(s.Channels)
		if err := change(&s); err != nil {
			return err
		}
		m.settings[in] = s
		return nil
	})
}

func (m *Memory) Preferences(ctx context.Context, of table.UserID) (p store.Preferences, err error) {
	err = m.do(ctx, func() error {
		p = m.prefs[of]
		p.Lessons = maps.Clone(p.Lessons)
		return nil
	})
	return p, err
}

func (m *Memory) ChangePreferences(
	ctx context.Context, of table.UserID, change func(p *store.Preferences) error,
) error {
	return m.do(ctx, func() error {
		p := m.prefs[of]
		p.Lessons = maps.Clone(p.Lessons)
		if err := change(&p); err != nil {
			return err
		}
		m.prefs[of] = p
		return nil
	})
}

func (m *Memory) Note(ctx context.Context, name string) (value string, err error) {
	err = m.do(ctx, func() error {
		value = m.notes[name]
		return nil
	})
	return value, err
}

func (m *Memory) SetNote(ctx context.Context, name, value string) error {
	return m.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (m *Memory) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	return m.do(ctx, func() error {
		value, err := change(m.notes[name])
		if err == nil {
			m.notes[name] = value
		}
		return err
	})
}

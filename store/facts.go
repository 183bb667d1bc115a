package store

import (
	"context"
	"encoding/json"
	"fmt"

	"amytis/engine/table"
)

// Texts is a store of settings, preferences, notes and reviews as texts. Of a record, it needs only
// the key.
type Texts interface {
	// ReadText calls read with a text, "" for none, and returns its error with what to do about it.
	ReadText(ctx context.Context, at Record, read func(text string) error) error
	// ChangeText replaces a text by what change returns; "" stands for none. See [People].
	ChangeText(ctx context.Context, at Record, change func(old string) (string, error)) error
}

// Facts implements what belongs to no table's log.
type Facts struct{ texts Texts }

func NewFacts(t Texts) Facts { return Facts{t} }

func (f Facts) Settings(ctx context.Context, guild table.GuildID) (Settings, error) {
	return readFact[Settings](ctx, f, Record{Kind: SettingsRecord, ID: uint64(guild)})
}

func (f Facts) ChangeSettings(ctx context.Context, guild table.GuildID, change func(s *Settings) error) error {
	return changeFact(ctx, f, Record{Kind: SettingsRecord, ID: uint64(guild)}, change)
}

func (f Facts) Preferences(ctx context.Context, user table.UserID) (Preferences, error) {
	return readFact[Preferences](ctx, f, Record{Kind: PreferencesRecord, ID: uint64(user)})
}

func (f Facts) ChangePreferences(ctx context.Context, user table.UserID, change func(p *Preferences) error) error {
	return changeFact(ctx, f, Record{Kind: PreferencesRecord, ID: uint64(user)}, change)
}

func (f Facts) Note(ctx context.Context, name string) (note string, err error) {
	err = f.texts.ReadText(ctx, Record{Kind: NoteRecord, Name: name}, func(text string) error {
		note = text
		return nil
	})
	return note, err
}

func (f Facts) SetNote(ctx context.Context, name, value string) error {
	return f.ChangeNote(ctx, name, func(string) (string, error) { return value, nil })
}

func (f Facts) ChangeNote(ctx context.Context, name string, change func(old string) (string, error)) error {
	return f.texts.ChangeText(ctx, Record{Kind: NoteRecord, Name: name}, change)
}

func (f Facts) Review(ctx context.Context, id table.ID) (review []byte, err error) {
	err = f.texts.ReadText(ctx, Record{Kind: ReviewRecord, ID: uint64(id)}, func(text string) error {
		review = append(review[:0], text...) // nil for none
		return nil
	})
	return review, err
}

func readFact[T any](ctx context.Context, f Facts, at Record) (v T, err error) {
	err = f.texts.ReadText(ctx, at, func(text string) error { return decodeFact(at, text, &v) })
	return v, err
}

func changeFact[T any](ctx context.Context, f Facts, at Record, change func(v *T) error) error {
	return f.texts.ChangeText(ctx, at, func(old string) (string, error) {
		var v T
		if err := decodeFact(at, old, &v); err != nil {
			return "", err
		}
		if err := change(&v); err != nil {
			return "", err
		}
		text, err := json.Marshal(&v)
		return string(text), err
	})
}

// decodeFact leaves v as it is if there is no text.
func decodeFact(at Record, text string, v any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("%w: %s of %d: %v", ErrDamaged, at.Kind, at.ID, err)
	}
	return nil
}

// SettingsWithout returns the text of a server's settings without a user.
func SettingsWithout(user table.UserID, guild uint64, text string) (string, error) {
	var s Settings
	if err := decodeFact(Record{Kind: SettingsRecord, ID: guild}, text, &s); err != nil {
		return "", err
	}
	s.Forget(user)
	without, err := json.Marshal(&s)
	return string(without), err
}

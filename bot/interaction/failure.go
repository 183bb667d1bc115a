package interaction

import (
	"amytis/bot/games"
	"amytis/engine/table"
)

// failure is a handler's error with its game and table. The words of a refusal depend on both.
type failure struct {
	game  games.Entry
	table *table.Table // nil if the table was not opened
	err   error
}

func (f *failure) Error() string { return f.err.Error() }

// Unwrap returns the error inside, so that errors.As finds a refusal.
func (f *failure) Unwrap() error { return f.err }

// About returns err with the table that it is about. It returns err itself if either is nil.
func About(t *table.Table, err error) error {
	if err == nil || t == nil {
		return err
	}
	return &failure{games.Of(t), t, err}
}

// AboutGame returns err with the game of a table that could not be opened; nil if err is nil.
func AboutGame(g games.Entry, err error) error {
	if err == nil {
		return nil
	}
	return &failure{g, nil, err}
}

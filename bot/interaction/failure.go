package interaction

import (
	"amytis/bot/games"
	"amytis/engine/table"
)

// failure is an error of a handler with the game and the table it is about: the words of a refusal
// depend on them.
type failure struct {
	game  games.Entry
	table *table.Table // nil if there is none yet
	err   error
}

func (f *failure) Error() string { return f.err.Error() }

// Unwrap gives errors.As the refusal inside.
func (f *failure) Unwrap() error { return f.err }

// About adds to an error the table that it is about; a nil error stays nil.
func About(t *table.Table, err error) error {
	if err == nil || t == nil {
		return err
	}
	return &failure{games.Of(t), t, err}
}

// AboutGame is About for a table that could not be opened.
func AboutGame(g games.Entry, err error) error {
	if err == nil {
		return nil
	}
	return &failure{g, nil, err}
}

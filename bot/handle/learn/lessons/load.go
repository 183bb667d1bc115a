package lessons

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"amytis/bot/play/games"
	"amytis/engine/table"
)

//go:embed data
var files embed.FS

// All returns the lessons in the order of their games. It panics if the embedded files are broken,
// which a test excludes.
var All = sync.OnceValue(func() []*Lesson {
	all, err := load(files)
	if err != nil {
		panic(err)
	}
	return all
})

func Of(game string) (*Lesson, bool) {
	for _, l := range All() {
		if l.Game == game {
			return l, true
		}
	}
	return nil, false
}

func WithID(id table.ID) (*Lesson, bool) {
	for _, l := range All() {
		if l.ID() == id {
			return l, true
		}
	}
	return nil, false
}

func load(from fs.FS) ([]*Lesson, error) {
	var all []*Lesson
	for _, g := range games.All {
		data, err := fs.ReadFile(from, path.Join("data", g.Info().ID+".toml"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("lessons: %w", err)
		}
		l, err := parse(data)
		if err != nil {
			return nil, fmt.Errorf("lessons: %s: %w", g.Info().ID, err)
		}
		sameNumber := func(other *Lesson) bool { return other.Number == l.Number }
		if l.Game != g.Info().ID || slices.ContainsFunc(all, sameNumber) {
			return nil, fmt.Errorf("lessons: %s: game %q, number %d", g.Info().ID, l.Game, l.Number)
		}
		all = append(all, l)
	}
	return all, nil
}

// parse refuses unknown fields and a lesson that could not be shown.
func parse(data []byte) (*Lesson, error) {
	l := &Lesson{}
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(l); err != nil {
		return nil, err
	}
	g, found := games.Find(l.Game)
	switch {
	case !found:
		return nil, fmt.Errorf("no game %q", l.Game)
	case l.Number < 1 || len(l.Steps) == 0 || l.Steps[len(l.Steps)-1].Move != "":
		return nil, fmt.Errorf("number %d, %d steps; the last step must have no move", l.Number, len(l.Steps))
	}
	l.game = g
	return l, nil
}

// Package games is the list of all games. It alone connects a game's rules with its pictures.
package games

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pelletier/go-toml/v2"

	"amytis/engine"
	"amytis/engine/babel"
	"amytis/engine/gardens"
	"amytis/engine/table"
	"amytis/engine/towers"
	"amytis/render"
	babelpictures "amytis/render/babel"
	gardenpictures "amytis/render/gardens"
	towerpictures "amytis/render/towers"
)

type Entry struct {
	engine.Game
	Gallery render.Gallery
}

// All lists the games, the default game first.
var All = []Entry{
	{gardens.Game, gardenpictures.Gallery{}},
	{babel.Game, babelpictures.Gallery{}},
	{towers.Game, towerpictures.Gallery{}},
}

func Find(id string) (Entry, bool) {
	for _, e := range All {
		if e.Info().ID == id {
			return e, true
		}
	}
	return Entry{}, false
}

// Decode reads the game's file data/ID.toml into a value, if it exists. It panics if it is broken.
func (e Entry) Decode(from fs.FS, into any) {
	data, err := fs.ReadFile(from, "data/"+e.Info().ID+".toml")
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(into)
	}
	if err != nil {
		panic(fmt.Sprintf("%s.toml: %v", e.Info().ID, err))
	}
}

func IDs() (all []string) {
	for _, g := range All {
		all = append(all, g.Info().ID)
	}
	return all
}

// Rules returns the rules of the game with this ID, as table.Load needs them.
func Rules(id string) (engine.Game, bool) {
	e, found := Find(id)
	return e.Game, found
}

// Log appends moves in the notation of records to a game's log, each by the player of its seat.
func (e Entry) Log(log []table.Event, players []table.Player, moves []string, at int64) ([]table.Event, error) {
	for _, line := range moves {
		m, err := e.ParseMove(line)
		if err != nil {
			return nil, err
		}
		by := table.UserID(0)
		if m.Seat != engine.Chance {
			by = players[m.Seat-1].User
		}
		log = append(log, table.MoveText(line, by, at))
	}
	return log, nil
}

// Of returns the game of a table, the zero Entry if t is nil.
func Of(t *table.Table) Entry {
	if t == nil {
		return Entry{}
	}
	g, _ := Find(t.Game.Info().ID)
	return g
}

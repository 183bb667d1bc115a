// Package figures has the positions in the pictures of the rules: moments of a few games, as data.
package figures

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"sync"

	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// Figure is a picture for pages of a game's rules. Moves are in the notation of records.
type Figure struct {
	Topics []string
	Play   string // the name of the play that the position comes from
	At     int    // the number of moves of the play before Then, which are further moves
	Then   []string
	News   int // how many of the last moves are told: the picture marks what they changed
	// View and Seat are as in render.Request.
	View string
	Seat engine.Seat
	// Tried are moves to compare: each is shown with whether it is legal, and why not. The picture
	// shows the first two if its view can.
	Tried  []string
	Alone  bool // the picture shows only the first of Tried, which the second would hide
	Scores bool

	// prepare and load set the rest. Name tells the figure from all others.
	Game games.Entry `toml:"-"`
	Name string      `toml:"-"`
	// Before is the table before the moves that are told, and Now the shown table.
	Before, Now *table.Table   `toml:"-"`
	Between     []*table.Table `toml:"-"` // the tables before each move that is told
	Trials      []engine.Move  `toml:"-"` // Tried as moves
}

// play is a game that figures show moments of.
type play struct {
	Options engine.Options
	Attrs   []string // engine.SeatInfo.Attr of all seats
	Setup   string   // the game's, as JSON
	Moves   []string
}

// names are the players', by seat.
var names = [engine.MaxSeats]string{"Ana", "Bo", "Cleo", "Dan", "Eli"}

func (f *Figure) prepare(g games.Entry, p play) error {
	f.Game = g
	var players []table.Player
	for i, attr := range p.Attrs {
		players = append(players, table.Player{User: table.UserID(i + 1), Name: names[i], Attr: attr})
	}
	log := table.Begin(g.Info(), players, p.Options, json.RawMessage(p.Setup), 0)
	log, err := g.Log(log, players, append(p.Moves[:f.At:f.At], f.Then...), 0)
	if err != nil {
		return err
	}
	for told := f.News; told >= 0; told-- {
		if f.Now, err = table.Load(games.Rules, log[:len(log)-told]); err != nil {
			return err
		}
		f.Between = append(f.Between, f.Now)
	}
	f.Before, f.Between = f.Between[0], f.Between[:f.News]
	f.Trials, err = choice.ParseMoves(g, f.Tried)
	return err
}

//go:embed data
var embedded embed.FS

// Files have the figures. A test may add files of a game that only tests have, before any is read.
var Files = []fs.FS{embedded}

// loaded returns the figures by game and topic. It panics if they are broken.
var loaded = sync.OnceValue(func() map[[2]string]*Figure {
	all := map[[2]string]*Figure{}
	for _, g := range games.All {
		for _, f := range load(g) {
			for _, topic := range f.Topics {
				all[[2]string{g.Info().ID, topic}] = f
			}
		}
	}
	return all
})

// Of returns the figure of a page, or nil. Do not change it.
func Of(game, topic string) *Figure { return loaded()[[2]string{game, topic}] }

// load reads the figures of a game, none if it has no file yet.
func load(g games.Entry) []*Figure {
	var file struct {
		Play   map[string]play
		Figure []*Figure
	}
	for _, from := range Files {
		g.Decode(from, &file)
	}
	for i, f := range file.Figure {
		f.Name = fmt.Sprintf("%s-%d", g.Info().ID, i+1)
		if err := f.prepare(g, file.Play[f.Play]); err != nil {
			panic(fmt.Sprintf("figures: %s: %v", f.Name, err))
		}
	}
	return file.Figure
}

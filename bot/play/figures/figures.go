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
	// At is the number of moves of the play before Then, which are further moves.
	At   int
	Then []string
	// News is how many of the last moves are told: the picture marks what they changed.
	News int
	// View and Seat are as in render.Request.
	View string
	Seat engine.Seat
	// Tried are moves to compare: each is shown with whether it is legal, and why not. The picture
	// shows the first two if its view can.
	Tried []string
	// Alone says that the picture shows only the first of Tried, which the second would hide.
	Alone  bool
	Scores bool

	// prepare and load set the rest. Name tells the figure from all others.
	Game games.Entry `toml:"-"`
	Name string      `toml:"-"`
	// Before is the table before the moves that are told, and Now the shown table.
	Before, Now *table.Table `toml:"-"`
	// Between are the tables before each move that is told.
	Between []*table.Table `toml:"-"`
	Trials  []engine.Move  `toml:"-"` // Tried as moves
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
	moves := append(p.Moves[:f.At:f.At], f.Then...)
	var err error
	if f.Before, err = p.tableAfter(g, moves[:len(moves)-f.News]); err != nil {
		return err
	}
	f.Now = f.Before
	for _, text := range moves[len(moves)-f.News:] {
		f.Between = append(f.Between, f.Now)
		if f.Now, err = f.Now.Next(moved(f.Now, text)); err != nil {
			return fmt.Errorf("move %q: %w", text, err)
		}
	}
	f.Trials, err = choice.ParseMoves(g, f.Tried)
	return err
}

func (p play) tableAfter(g games.Entry, moves []string) (*table.Table, error) {
	var players []table.Player
	for i, attr := range p.Attrs {
		players = append(players, table.Player{User: table.UserID(i + 1), Name: names[i], Attr: attr})
	}
	at, err := table.Load(games.Rules, table.Begin(g.Info(), players, p.Options, json.RawMessage(p.Setup), 0))
	if err != nil {
		return nil, err
	}
	for _, text := range moves {
		if at, err = at.Next(moved(at, text)); err != nil {
			return nil, fmt.Errorf("move %q: %w", text, err)
		}
	}
	return at, nil
}

// moved returns the event of a move, by the player of its seat.
func moved(t *table.Table, text string) table.Event {
	var by table.UserID
	if m, err := t.Game.ParseMove(text); err == nil && m.Seat != engine.Chance {
		by = t.Player(m.Seat).User
	}
	return table.MoveText(text, by, 0)
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

// Package lessons has the guided first games as data: for each game a dealt position, and steps
// with a move or something to look at. It makes the events of a step's table from them. The words
// are in the catalogs; package bot/handle/trials shows the steps.
package lessons

import (
	"cmp"
	"embed"
	"encoding/json"
	"slices"
	"sync"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// Lesson is a guided first game. The learner has seat 1, computers the others.
type Lesson struct {
	Number int // 1 or more, unique, and part of old buttons: do not change it
	Game   string
	Attrs  []string // engine.SeatInfo.Attr of all seats
	Setup  string   // the game's, as JSON
	Steps  []Step   `toml:"step"` // one after the other; the last has no move

	game games.Entry
}

// Step is one idea of a lesson.
type Step struct {
	Name   string      // the last part of the key of the step's text: GAME.lesson.NAME
	Before []string    // the moves of all seats since the step before, in the notation of records
	Move   string      // the learner's move, which ends the step; "" for a step that is only read
	Ghost  string      // where the cursor begins, one step beside Move; "" for Move
	View   string      // the view that the picture shows, "" for the one that suits the move
	Seat   engine.Seat // the seat whose things the picture shows, 0 for the learner's
	Marks  []string    // parts of the picture that are framed, in the names of render.Request.Marks
}

// firstID is a bit that the store's IDs never reach.
const firstID table.ID = 1 << 63

const level = 1

// ID returns the ID of the lesson's table, which all learners share.
func (l *Lesson) ID() table.ID { return firstID | table.ID(l.Number) }

func (l *Lesson) Entry() games.Entry { return l.game }

// StepNamed returns the index of a step, 0 for a step that is gone: then the learner begins again.
func (l *Lesson) StepNamed(name string) int {
	return max(0, slices.IndexFunc(l.Steps, func(s Step) bool { return s.Name == name }))
}

func (l *Lesson) Last(step int) bool { return step == len(l.Steps)-1 }

// Events returns the log of the lesson's table at a step.
func (l *Lesson) Events(step int, learner table.Player) []table.Event {
	events := []table.Event{table.OpenLobby(l.game.Info(), learner, nil, 0, 0)}
	order := []table.UserID{learner.User}
	for nth := 1; nth < len(l.Attrs); nth++ {
		computer := table.Computer(table.ComputerID(nth, level))
		order = append(order, computer.User)
		events = append(events, table.AddComputer(computer, learner.User, 0))
	}
	events = append(events, table.Start(order, l.Attrs, json.RawMessage(l.Setup), learner.User, 0))
	for i, s := range l.Steps[:step+1] {
		for _, text := range s.Before {
			events = append(events, table.MoveText(text, learner.User, 0))
		}
		if i < step && s.Move != "" {
			events = append(events, table.MoveText(s.Move, learner.User, 0))
		}
	}
	return events
}

// Played returns how many moves a step begins with. They are the last events of its log.
func (l *Lesson) Played(step int) int { return len(l.Steps[step].Before) }

// Wanted returns the learner's move at a step, or the zero Move.
func (l *Lesson) Wanted(step int) engine.Move { return l.parse(l.Steps[step].Move) }

// Ghost returns where the cursor begins at a step.
func (l *Lesson) Ghost(step int) engine.Move {
	return l.parse(cmp.Or(l.Steps[step].Ghost, l.Steps[step].Move))
}

// parse reads a move, "" as the zero Move. A test makes sure that all moves can be read.
func (l *Lesson) parse(text string) engine.Move {
	m, err := l.game.ParseMove(text)
	if err != nil {
		return engine.Move{}
	}
	return m
}

// StepBefore returns the last earlier step with a move, to which an undo leads, or 0.
func (l *Lesson) StepBefore(step int) int {
	for step--; step > 0 && l.Steps[step].Move == ""; step-- {
	}
	return max(0, step)
}

//go:embed data
var files embed.FS

// All returns the lessons in the order of their games. It panics if an embedded file is broken.
var All = sync.OnceValue(func() (all []*Lesson) {
	for _, g := range games.All {
		l := &Lesson{game: g}
		if g.Decode(files, l); l.Number != 0 {
			all = append(all, l)
		}
	}
	return all
})

func Of(game string) (*Lesson, bool) { return find(func(l *Lesson) bool { return l.Game == game }) }

func WithID(id table.ID) (*Lesson, bool) { return find(func(l *Lesson) bool { return l.ID() == id }) }

func find(is func(*Lesson) bool) (*Lesson, bool) {
	for _, l := range All() {
		if is(l) {
			return l, true
		}
	}
	return nil, false
}

// Package lessons has the guided first games as data: for each game a position that is dealt in
// advance, and steps with one move or one thing to look at. It makes a step's table from them. The
// words of the steps are in the catalogs, and package bot/handle/learn shows the steps.
package lessons

import (
	"encoding/json"
	"slices"

	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/table"
)

// Lesson is a guided first game. The learner has seat 1, and computers have the other seats. Moves
// are in the notation of records.
type Lesson struct {
	// Number is 1 or more, another one for each lesson. Old buttons contain it: do not change it.
	Number int
	// Game is the game's ID.
	Game string
	// Attrs are the engine.SeatInfo.Attr of the seats, as many as there are seats.
	Attrs []string
	// Setup is the game's setup as JSON.
	Setup string
	// Steps are shown one after the other. The last one has no move.
	Steps []Step `toml:"step"`

	game games.Entry
}

// Step is one idea of a lesson.
type Step struct {
	// Name is the last part of the key of the step's text; the key is GAME.lesson.NAME.
	Name string
	// Before are the moves of all seats since the step before, played when this step begins.
	Before []string
	// Move is the learner's move, which ends the step. A step without one is only read.
	Move string
	// View is the view that the picture shows, "" for the one that suits the move.
	View string
	// Seat is the seat whose things the picture shows, 0 for the learner's.
	Seat engine.Seat
	// Marks are parts of the picture that are framed, in the names of render.Request.Marks.
	Marks []string
}

// firstID is the bit that only the IDs of lessons have. The store's IDs never reach it.
const firstID table.ID = 1 << 63

// level is the level of the computers, which play fixed moves.
const level = 1

// ID returns the ID of the lesson's table. All learners share it.
func (l *Lesson) ID() table.ID { return firstID | table.ID(l.Number) }

// Entry returns the lesson's game.
func (l *Lesson) Entry() games.Entry { return l.game }

// StepNamed returns the index of the step with a name, 0 if there is none. A learner whose step is
// gone from the file begins again.
func (l *Lesson) StepNamed(name string) int {
	return max(0, slices.IndexFunc(l.Steps, func(s Step) bool { return s.Name == name }))
}

// Last reports whether a step is the last one.
func (l *Lesson) Last(step int) bool { return step == len(l.Steps)-1 }

// Log returns the events of the lesson's table at a step. named returns a computer as a player.
func (l *Lesson) Log(step int, learner table.Player, named func(table.UserID) table.Player) []table.Event {
	events := []table.Event{table.OpenLobby(l.game.Info(), learner, nil, 0, 0)}
	order := []table.UserID{learner.User}
	for nth := 1; nth < len(l.Attrs); nth++ {
		computer := named(table.ComputerID(nth, level))
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

// Played returns the number of moves that are played when a step begins. They are the last events
// of its log.
func (l *Lesson) Played(step int) int { return len(l.Steps[step].Before) }

// Wanted returns the learner's move at a step, the zero Move for a step without one.
func (l *Lesson) Wanted(step int) engine.Move { return l.parse(l.Steps[step].Move) }

// parse reads a move of the file, "" as the zero Move. A test makes sure that all can be read.
func (l *Lesson) parse(text string) engine.Move {
	m, err := l.game.ParseMove(text)
	if err != nil {
		return engine.Move{}
	}
	return m
}

// StepBefore returns the latest step before another that has a move, which an undo leads back to.
// Without one it returns 0.
func (l *Lesson) StepBefore(step int) int {
	for step--; step > 0 && l.Steps[step].Move == ""; step-- {
	}
	return max(0, step)
}

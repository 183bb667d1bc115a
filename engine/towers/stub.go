package towers

import (
	"encoding/json"

	"amytis/engine"
)

// Position is a position of the game.
type Position struct{ players uint8 }

// Deal gives the empty setup.
func (Rules) Deal(engine.Options, []engine.SeatInfo, engine.Rand) json.RawMessage {
	return json.RawMessage(`{}`)
}

// Start is not written yet.
func (Rules) Start(engine.Options, []engine.SeatInfo, json.RawMessage) (Position, error) {
	return Position{}, nil
}

// Apply is not written yet.
func (Rules) Apply(*Position, engine.Move) error { return nil }

// Legal is not written yet.
func (Rules) Legal(*Position, engine.Seat, []engine.Move) []engine.Move { return nil }

// Sound is not written yet.
func (Rules) Sound(*Position, engine.Seat, []engine.Move) []engine.Move { return nil }

// Turn is not written yet.
func (Rules) Turn(*Position) engine.SeatSet { return 0 }

// Pace is not written yet.
func (Rules) Pace(*Position) engine.Pace { return engine.Pace{} }

// Chance is not written yet.
func (Rules) Chance(*Position, engine.Rand) engine.Move { return engine.Move{} }

// View is not written yet.
func (Rules) View(*Position, engine.Seat) engine.View { return &View{} }

// Result is not written yet.
func (Rules) Result(*Position) (engine.Result, bool) { return engine.Result{}, false }

// Scores is not written yet.
func (Rules) Scores(*Position) []engine.Score { return nil }

// Mask is not written yet.
func (Rules) Mask(_ *Position, setup json.RawMessage) json.RawMessage { return setup }

// MaskMove is not written yet.
func (Rules) MaskMove(_ engine.Move, text string) string { return text }

// Describe is not written yet.
func (Rules) Describe(*Position, engine.Move) engine.Description { return engine.Description{} }

// Unaffected is not written yet.
func (Rules) Unaffected(a, b *Position, _ engine.Seat) bool { return *a == *b }

package harness

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// Ack is an action that the bot has acknowledged (Sure), or may have carried out.
type Ack struct {
	// Parts are words of the move, the verb first; "undo" for an undo.
	Parts []string
	Sure  bool
}

func (a Ack) String() string { return fmt.Sprint(a.Parts, " sure: ", a.Sure) }

func (a Ack) matches(move string) bool {
	words := strings.Fields(move)
	for _, part := range a.Parts {
		if !slices.Contains(words, part) {
			return false
		}
	}
	return words[0] == a.Parts[0]
}

// Acks are a player's acknowledged actions, in the order of the answers.
type Acks struct {
	List   []Ack
	player *Player
	trying bool // on a copy of the table, where no action counts
}

func (a *Acks) add(one Ack) {
	if !a.trying {
		a.List = append(a.List, one)
	}
}

func (a *Acks) sure() int {
	n := 0
	for _, ack := range a.List {
		if ack.Sure {
			n++
		}
	}
	return n
}

// Agree reports whether the actions done are those acknowledged: the sure ones in order, each of
// the others there or later. Discord may deliver an interaction after it told of a failure.
func Agree(acks []Ack, done []string) bool { return agree(acks, nil, done) }

// agree is Agree with late: unsure acknowledgements that were not there in their turn.
func agree(acks, late []Ack, done []string) bool {
	if len(acks) > 0 && len(done) > 0 && acks[0].matches(done[0]) && agree(acks[1:], late, done[1:]) {
		return true
	}
	if len(acks) > 0 && !acks[0].Sure && agree(acks[1:], append(slices.Clip(late), acks[0]), done) {
		return true
	}
	for i, a := range late {
		if len(done) > 0 && a.matches(done[0]) && agree(acks, slices.Delete(slices.Clone(late), i, i+1), done[1:]) {
			return true
		}
	}
	return len(acks) == 0 && len(done) == 0
}

// Record notes an action by its answer unless it was refused, and reports whether it is sure.
func (a *Acks) Record(m *localdiscord.Message, err error, parts ...string) (done bool) {
	switch {
	case errors.Is(err, ErrOver), notOffered(err):
		return false
	case err != nil:
		a.add(Ack{Parts: parts})
		return false
	case a.player.Refused(m) || a.player.Outdated(m):
		return false
	}
	a.add(Ack{Parts: parts, Sure: true})
	return true
}

// Check has the log contain all acknowledged actions, in order, and no other by the player.
func (a *Acks) Check(log []table.Event) {
	p := a.player
	done := ActionsBy(p.UserID(), log)
	require.True(p.env, Agree(a.List, done),
		"%s was told:\n%v\nthe log has:\n%s", p.Name, a.List, strings.Join(done, "\n"))
}

// ActionsBy returns a player's moves, the verb first, and undos ("undo") in a log, without steps
// that the bot took for the player, such as the undos before a resignation within a turn.
func ActionsBy(user table.UserID, log []table.Event) []string {
	var done []string
	for i, e := range log {
		if e.By != user || e.Auto {
			continue
		}
		switch e.Kind {
		case table.Moved:
			if !resigns(e) {
				_, move, _ := strings.Cut(e.Move, " ")
				done = append(done, move)
			}
		case table.Undone:
			if !leadsToResignation(e, log[i+1:]) {
				done = append(done, "undo")
			}
		}
	}
	return done
}

func resigns(e table.Event) bool {
	return e.Kind == table.Moved && strings.HasSuffix(e.Move, " resign")
}

// leadsToResignation reports whether an undo, before the events later, is part of a resignation;
// see [table.Table.EndTurn].
func leadsToResignation(undo table.Event, later []table.Event) bool {
	for _, e := range later {
		if e.By != undo.By || e.At != undo.At || e.Kind != table.Undone {
			return resigns(e) && e.By == undo.By && e.At == undo.At
		}
	}
	return false
}

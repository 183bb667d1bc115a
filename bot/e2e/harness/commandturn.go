package harness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/choice"
	"amytis/engine"
	"amytis/engine/table"
)

type commandTurn struct{ turn }

// play types random moves until the turn ends. Unless others act, the bot must suggest each.
func (t *commandTurn) play() error {
	if err := t.ready(); err != nil {
		return err
	}
	pings, live := len(t.Pings()), t.env.Variant.Live
	for step := range 2000 {
		now := t.env.At(t.ch).Now()
		seat := now.Seat(t.UserID())
		switch {
		case t.isOver(), live && len(t.Pings()) > pings:
			return nil
		case now.Turn().Has(seat):
		case step > 0, now.Status == table.Ended, t.mayBeDone():
			return nil // done, perhaps before this ping came
		default:
			return fmt.Errorf("pinged, but not in turn")
		}
		m := t.draw(now, seat)
		if err := t.suggested(now.Game, m); err != nil && !live {
			return err
		}
		done, answer, err := t.typeMove(now.Game, m)
		switch {
		case err != nil:
			return err
		case !done && !live:
			return &notDoneError{string(now.Game.AppendMove(nil, m)), answer.Content}
		case done && now.Game.Info().VerbInfo(m.Verb).Ends:
			return nil
		}
	}
	return fmt.Errorf("a turn of 2000 steps")
}

func (t *commandTurn) draw(now *table.Table, seat engine.Seat) engine.Move {
	moves := now.State.Sound(seat, nil)
	ends := func(m engine.Move) bool { return now.Game.Info().VerbInfo(m.Verb).Ends }
	goingOn := slices.DeleteFunc(slices.Clone(moves), ends)
	if len(goingOn) > 0 && !t.rand.chance(t.env.Variant.endChance()) {
		moves = goingOn
	}
	return moves[t.rand.IntN(len(moves))]
}

// mostSuggestions is how many values Discord shows for an option.
const mostSuggestions = 25

// suggested checks that the bot suggests each argument of a move, or as much as Discord shows.
func (t *commandTurn) suggested(g engine.Game, m engine.Move) error {
	command, args := CommandOf(g, m)
	typed := localdiscord.Args{}
	if what := args[choice.WhatOption]; what != nil {
		typed[choice.WhatOption] = what
	}
	for _, arg := range g.Info().VerbInfo(m.Verb).Args {
		value, given := args[arg.Name].(string)
		if !given {
			continue
		}
		values, err := t.Suggestions(t.ch, command, typed, arg.Name)
		if err != nil {
			return err
		}
		switch {
		case len(values) == 0 && t.Patient: // something failed while they were sought
			return fmt.Errorf("%w: no suggestion for %s", ErrFailed, arg.Name)
		case len(values) < mostSuggestions && !slices.Contains(values, value):
			return fmt.Errorf("%s %s for %s is not among %v after %v", arg.Name, value, command, values, typed)
		}
		typed[arg.Name] = value
	}
	return nil
}

// typeMove plays a move by its command, and says yes where the bot asks whether it is meant.
func (t *turn) typeMove(g engine.Game, m engine.Move) (done bool, answer *localdiscord.Message, err error) {
	command, args := CommandOf(g, m)
	answer, err = t.Command(t.ch, command, args)
	if err == nil {
		answer, err = Sure(t.Player, answer)
	}
	return t.Acks.Record(answer, err, strings.Fields(string(g.AppendMove(nil, m)))[1:]...), answer, err
}

// Sure says yes where the answer to a command asks whether the step is meant.
func Sure(p *Player, m *localdiscord.Message) (*localdiscord.Message, error) {
	if sure := p.T("bot.button.sure"); Button(m, sure) != nil {
		return p.Click(m, sure)
	}
	return m, nil
}

func CommandOf(g engine.Game, m engine.Move) (command string, args localdiscord.Args) {
	words := strings.Fields(string(g.AppendMove(nil, m)))[1:]
	verb := g.Info().VerbInfo(m.Verb)
	sub, args := verb.Subcommand(), localdiscord.Args{}
	if sub != verb.Name {
		args[choice.WhatOption] = verb.Name
	}
	plain := 1
	for _, arg := range verb.Args {
		if arg.Key == "" {
			args[arg.Name] = words[plain]
			plain++
		}
	}
	for _, word := range words[plain:] {
		key, value, _ := strings.Cut(word, "=")
		args[key] = value
	}
	return strings.Join(strings.Fields(g.Info().Command+" "+verb.Section+" "+sub), " "), args
}

// PlayRandomMoves makes n random sound moves by commands, or fewer if the game ends before. Nobody
// waits for pings or reads answers, so it is quick.
func (t *Table) PlayRandomMoves(people []*Player, seed uint64, n int) error {
	r := rand.New(rand.NewPCG(seed, 3))
	for range n {
		now := t.Now()
		if now.Turn() == 0 {
			return nil
		}
		seats := now.Turn().Slice()
		seat := seats[r.IntN(len(seats))]
		sound := now.State.Sound(seat, nil)
		move := sound[r.IntN(len(sound))]
		p := turn{PlayerOf(people, now.Player(seat).User), t.Channel}
		done, answer, err := p.typeMove(now.Game, move)
		if err == nil && !done {
			err = &notDoneError{string(now.Game.AppendMove(nil, move)), answer.Content}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// MustRemoveTile plays a first turn of Gardens for two: it removes a tile, and returns its cell.
func (p *Player) MustRemoveTile(ch *localdiscord.Channel) (cell string) {
	cell, err := p.Pick(ch, "garden remove", nil, "cell")
	require.NoError(p.env, err)
	MustDo(p, ch, "garden remove", localdiscord.Args{"cell": cell})
	return cell
}

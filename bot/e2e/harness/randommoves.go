package harness

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"amytis/bot/localdiscord"
	"amytis/engine"
)

// PlayRandomMoves makes n random legal moves by commands, or fewer if the game ends before. It is
// quicker than players, since nobody waits for pings or reads answers.
func (t *Table) PlayRandomMoves(people []*Player, seed uint64, n int) error {
	r := rand.New(rand.NewPCG(seed, 3))
	now := t.Now()
	for range n {
		if now.Turn() == 0 {
			return nil
		}
		seats := now.Turn().Slice()
		seat := seats[r.IntN(len(seats))]
		sound := now.State.Sound(seat, nil)
		sub, args := CommandOf(now.Game, sound[r.IntN(len(sound))])
		p := PlayerOf(people, now.Player(seat).User)
		m, err := p.Command(t.Channel, now.Game.Info().Command+" "+sub, args)
		if err == nil {
			m, err = Sure(p, m)
		}
		if err == nil && p.Refused(m) {
			err = fmt.Errorf("%s %v: %s", sub, args, m.Content)
		}
		if err != nil {
			return err
		}
		now = t.Now()
	}
	return nil
}

// Sure has a player say yes where the answer to a command asks whether the step is meant.
func Sure(p *Player, m *localdiscord.Message) (*localdiscord.Message, error) {
	if sure := p.T("bot.button.sure"); Button(m, sure) != nil {
		return p.Click(m, sure)
	}
	return m, nil
}

// CommandOf returns the turn command of a move, without its game, and the arguments.
func CommandOf(g engine.Game, m engine.Move) (sub string, args localdiscord.Args) {
	words := strings.Fields(string(g.AppendMove(nil, m)))[1:]
	verb := g.Info().VerbInfo(m.Verb)
	sub, args = verb.Subcommand(), localdiscord.Args{}
	if sub != verb.Name {
		args["what"] = verb.Name
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
	return strings.TrimPrefix(verb.Section+" "+sub, " "), args
}

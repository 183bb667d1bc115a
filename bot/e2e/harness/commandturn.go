package harness

import (
	"fmt"
	"strings"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/play/choice"
	"amytis/engine"
)

type commandTurn struct{ turn }

func (t *commandTurn) play() error {
	if err := t.ready(); err != nil {
		return err
	}
	pings := len(t.Pings())
	m, err := t.status()
	for step := range 2000 {
		if err != nil || t.env.Variant.Live && len(t.Pings()) > pings {
			return err
		}
		sub := t.choose(m)
		switch {
		case strings.Contains(m.Content, t.T("bot.turn.dead_end")):
			m, err = t.takeBack()
		case sub != nil:
			var ended bool
			if m, ended, err = t.typeSubcommand(sub); ended {
				return nil
			}
		case step > 0 || t.mayBeDone():
			return nil // done, perhaps before this ping came
		default:
			return fmt.Errorf("pinged, but: %s", m.Content)
		}
	}
	return fmt.Errorf("a turn of 2000 steps")
}

// choose returns one of the listed subcommands, an early one more often, or nil.
func (t *commandTurn) choose(m *localdiscord.Message) *choice.Subcommand {
	var going, ending []choice.Subcommand
	for _, sub := range choice.Subcommands(t.env.Variant.info()) {
		switch {
		case !t.Lists(m, sub.Name):
		case t.env.Variant.ends(sub.Name):
			ending = append(ending, sub)
		default:
			going = append(going, sub)
		}
	}
	if len(ending) > 0 && (len(going) == 0 || t.rand.chance(t.env.Variant.endChance())) {
		going = ending
	}
	if len(going) == 0 {
		return nil
	}
	return &going[t.rand.early(len(going))]
}

// typeSubcommand types a subcommand with suggested values, and returns the last answer.
func (t *commandTurn) typeSubcommand(sub *choice.Subcommand) (m *localdiscord.Message, ended bool, err error) {
	for _, i := range t.rand.Perm(len(sub.Verbs)) {
		verb := t.env.Variant.info().VerbInfo(sub.Verbs[i])
		args, err := t.fill(sub.Name, verb)
		if err != nil {
			return nil, false, err
		}
		if args == nil {
			continue // nothing was suggested
		}
		done, m, err := t.send(sub.Name, args)
		for _, arg := range verb.Args {
			if err == nil && !done && t.wants(m, arg.Name) && args[arg.Name] == nil {
				if args[arg.Name], err = t.pick(sub.Name, args, arg.Name); err == nil {
					done, m, err = t.send(sub.Name, args)
				}
			}
		}
		switch {
		case err != nil:
			return nil, false, err
		case done && verb.Ends:
			return m, true, nil
		case done:
			return m, false, nil
		case len(verb.Args) > 0 && !t.env.Variant.Live:
			return nil, false, &notDoneError{fmt.Sprintf("/%s %v", t.env.Variant.typed(sub.Name), args), m.Content}
		}
	}
	if t.Patient || t.env.Variant.Live {
		m, err = t.status()
		return m, false, err
	}
	return nil, false, fmt.Errorf("/%s is listed, but nothing is suggested", t.env.Variant.typed(sub.Name))
}

// fill returns suggested options for a verb, nil if it lacks one that it needs. It leaves out every
// other option that it may not need.
func (t *commandTurn) fill(sub string, verb *engine.VerbInfo) (localdiscord.Args, error) {
	args := localdiscord.Args{}
	if verb.Group != "" {
		args[choice.WhatOption] = verb.Name
	}
	for _, arg := range verb.Args {
		optional := arg.Key != "" || arg.Implied || arg.Any
		if optional && t.rand.chance(0.5) {
			continue
		}
		value, err := t.pick(sub, args, arg.Name)
		switch {
		case err != nil:
			return nil, err
		case value != "":
			args[arg.Name] = value
		case !optional:
			return nil, nil
		}
	}
	return args, nil
}

// wants reports whether an answer says that an option is needed to know what is meant.
func (t *commandTurn) wants(m *localdiscord.Message, option string) bool {
	name := t.T(t.env.Variant.Game + ".arg." + option + ".name")
	return FirstLine(m.Content) == "⛔ "+t.T("table.refused.ambiguous", "option", name)
}

// takeBack takes back some steps of a turn that cannot end.
func (t *commandTurn) takeBack() (m *localdiscord.Message, err error) {
	for range 1 + t.rand.IntN(5) {
		m, err = t.Command(t.ch, "game undo", nil)
		if err == nil && (t.Refused(m) || Button(m, t.T("bot.button.sure")) != nil) {
			break // there was no step left in this turn
		}
		if t.Acks.Record(m, err, "undo"); err != nil {
			return nil, err
		}
	}
	return t.status()
}

// Act sends a turn command that must be accepted, since its arguments were suggested.
func (p *Player) Act(ch *localdiscord.Channel, sub string, args localdiscord.Args) error {
	done, m, err := (&commandTurn{turn{p, ch}}).send(sub, args)
	if err == nil && !done {
		err = &notDoneError{fmt.Sprintf("/%s %v", p.env.Variant.typed(sub), args), m.Content}
	}
	return err
}

// MustRemoveTile plays a turn of Gardens that removes a tile, as the first turns of a game of two
// do, and returns the tile's cell.
func (p *Player) MustRemoveTile(ch *localdiscord.Channel) (cell string) {
	p.env.Helper()
	cell, err := p.Pick(ch, "garden remove", nil, "cell")
	require.NoError(p.env, err)
	require.NoError(p.env, p.Act(ch, "remove", localdiscord.Args{"cell": cell}))
	return cell
}

func (t *commandTurn) send(sub string, args localdiscord.Args) (done bool, m *localdiscord.Message, err error) {
	m, err = t.Command(t.ch, t.env.Variant.typed(sub), args)
	if err == nil {
		m, err = Sure(t.Player, m)
	}
	return t.Acks.Record(m, err, t.env.Variant.wordsOf(sub, args)...), m, err
}

func (t *commandTurn) pick(sub string, args localdiscord.Args, option string) (string, error) {
	return t.Pick(t.ch, t.env.Variant.typed(sub), args, option)
}

func (t *commandTurn) status() (*localdiscord.Message, error) {
	return t.Command(t.ch, "game status", nil)
}

func (v *Variant) wordsOf(sub string, args localdiscord.Args) []string {
	words := []string{sub}
	if what := args[choice.WhatOption]; what != nil {
		words[0] = fmt.Sprint(what)
	}
	for _, arg := range v.info().VerbInfo(v.info().Verb(words[0])).Args {
		switch value := args[arg.Name]; {
		case value == nil:
		case arg.Key != "":
			words = append(words, arg.Key+"="+fmt.Sprint(value))
		default:
			words = append(words, fmt.Sprint(value))
		}
	}
	return words
}

package reader_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// sightless is a player who does not see. What it knows is what a screen reader reads: the texts of
// messages and pictures, and the labels of controls that can be used. It chooses by chance.
type sightless struct {
	*harness.Player
	env     *harness.Env
	ch      *localdiscord.Channel
	grammar *grammar
	rand    *rand.Rand
	// compared counts the text boards that were compared with the View.
	compared int
}

// word matches what makes a label more than a sign or a place.
var word = regexp.MustCompile(`\p{L}{3,}`)

// label is a control or an entry of a menu, as it is read.
type label struct {
	text  string
	press func() (*localdiscord.Message, error)
}

// labels returns what can be used below a message.
func (p *sightless) labels(m *localdiscord.Message) ([]label, error) {
	var all []label
	for _, c := range m.Controls() {
		if c.Disabled {
			continue
		}
		if len(c.Options) == 0 {
			all = append(all, label{c.Label, func() (*localdiscord.Message, error) {
				return p.Wait(p.Press(context.Background(), m, c.CustomID))
			}})
		}
		for _, o := range c.Options {
			all = append(all, label{o.Label, func() (*localdiscord.Message, error) {
				return p.Wait(p.Select(context.Background(), m, c.CustomID, o.Value))
			}})
		}
	}
	for _, l := range all {
		if !word.MatchString(l.text) || len([]rune(l.text)) > 100 {
			return nil, fmt.Errorf("the label %q does not make sense alone", l.text)
		}
	}
	return all, nil
}

// named returns the label that begins with a text of the bot.
func named(all []label, begin string) *label {
	for i := range all {
		if strings.HasPrefix(all[i].text, begin) {
			return &all[i]
		}
	}
	return nil
}

// besides are the buttons of a panel that play no move.
var besides = []string{"undo", "back", "turn", "ready", "hint", "why_not", "whole_turn", "rules"}

// turn uses the newest message of the channel, and then the panel until it offers no move.
func (p *sightless) turn() error {
	panel, err := p.open()
	for range 60 {
		if err != nil || panel == nil {
			return err
		}
		if err := p.readPanel(panel); err != nil {
			return err
		}
		all, err := p.labels(panel)
		if err != nil {
			return err
		}
		next := p.choose(all)
		if next == nil {
			return nil
		}
		if panel, err = next.press(); changed(err) {
			return nil // another player was quicker; the next look shows what is possible now
		} else if err != nil {
			return fmt.Errorf("%s pressed %q: %w", p.Name, next.text, err)
		}
	}
	return err
}

// changed reports whether Discord refused a press since the message has just changed.
func changed(err error) bool {
	var refused *localdiscord.RefusedError
	return errors.As(err, &refused)
}

// open presses the button of the newest message that opens the panel, or says that the player is
// ready. It returns nil if there is none.
func (p *sightless) open() (*localdiscord.Message, error) {
	messages := p.Messages(p.ch)
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Ephemeral() {
			continue
		}
		all, err := p.labels(messages[i])
		if err != nil {
			return nil, err
		}
		for _, key := range []string{"bot.button.ready", "bot.button.turn"} {
			if b := named(all, p.env.Words.T(key, nil)); b != nil {
				panel, err := b.press()
				if changed(err) {
					return nil, nil
				}
				return panel, err
			}
		}
	}
	return nil, nil
}

// choose returns the label to use, nil if there is nothing to do. At the cursor it goes to a place
// where the piece fits, and places it.
func (p *sightless) choose(all []label) *label {
	say := func(key string) string { return p.Words.Say("bot." + key) }
	if sure := named(all, say("button.sure")); sure != nil {
		return sure
	}
	back := named(all, say("button.back"))
	if place := named(all, say("cursor.place")); place != nil {
		return place
	}
	if next := named(all, say("cursor.next")); next != nil {
		return next
	}
	var moves []label
	for _, l := range all {
		move := true
		for _, key := range besides {
			move = move && !strings.HasPrefix(l.text, say("button."+key)) && !strings.HasPrefix(l.text, "📖")
		}
		if move {
			moves = append(moves, l)
		}
	}
	switch {
	case len(moves) > 0:
		return &moves[p.rand.IntN(len(moves))]
	case back != nil:
		return back
	}
	return named(all, say("button.undo"))
}

// readPanel checks that a panel can be read: every picture is told in words, and the text board is
// understood. It compares a text board that is all there with the View.
func (p *sightless) readPanel(m *localdiscord.Message) error {
	for _, a := range m.Attachments {
		if a.Description == "" {
			return fmt.Errorf("a picture without words below %q", m.Content)
		}
	}
	if len(m.Embeds) == 0 {
		return fmt.Errorf("%s reads no text board below %q", p.Name, m.Content)
	}
	now := p.env.At(p.ch).Now()
	said, cut := strings.CutSuffix(board(m), "\n"+p.T("bot.textboard.more"))
	if !cut { // a long board has no room for a mention of the command
		said, cut = strings.CutSuffix(said, "\n"+p.Words.Say("bot.textboard.more"))
	}
	if cut || p.env.Script.Live {
		_, err := readBoard(p.grammar, said, now.Game.Info().ID, now.Seat(p.UserID()))
		return err
	}
	checkRead(p.env, p.grammar, said, viewOf(now, p.UserID()))
	return nil
}

// look reads the text board of /board, in all its parts, and compares it with the View.
func (p *sightless) look() error {
	at := p.env.At(p.ch)
	before := at.Now()
	m, err := p.Command(p.ch, "board", localdiscord.Args{"view": "text"})
	if err != nil {
		return err
	}
	said := board(m)
	if _, content, _ := strings.Cut(m.Content, "\n"); content != "" {
		parts := numbers(content)
		p.env.Eventually("all parts are there", func() bool {
			said = ""
			n := 0
			for _, part := range p.Messages(p.ch) {
				if harness.Snowflake(part.ID) >= harness.Snowflake(m.ID) && part.Ephemeral() {
					said += board(part) + "\n"
					n++
				}
			}
			return n == parts[1]
		})
	}
	if now := at.Now(); now.Version != before.Version {
		return nil // somebody moved meanwhile, as in a live game
	}
	p.compared++
	checkRead(p.env, p.grammar, said, viewOf(before, p.UserID()))
	return nil
}

// viewOf returns what a user may see of a table.
func viewOf(t *table.Table, user table.UserID) engine.View { return t.State.View(t.Seat(user)) }

// board returns the text board of a message.
func board(m *localdiscord.Message) string {
	var said []string
	for _, e := range m.Embeds {
		said = append(said, e.Description)
	}
	return strings.Join(said, "\n")
}

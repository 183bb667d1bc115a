// Package reader_test has a player who does not see: it knows a game only by the texts of messages,
// text boards and the labels of controls. Its tests check that what can be read is the whole View.
package reader_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/longrun"
	"amytis/engine/table"
)

func TestMain(m *testing.M) { harness.Main(m) }

// TestAPlayerWhoDoesNotSeePlaysWholeGames plays games of each kind to their end in two languages,
// so that each language has two kinds or three. What the players read on the way is compared with
// the positions.
func TestAPlayerWhoDoesNotSeePlaysWholeGames(t *testing.T) {
	longrun.Only(t, "each of many games is read aloud, turn by turn")
	t.Parallel()
	for i, v := range []*harness.Variant{
		harness.GardensTogether, harness.Babel, harness.Towers, harness.QuickTowers, harness.Gardens,
	} {
		for n, locale := range harness.Locales {
			if (i+n)%2 == 1 {
				continue
			}
			t.Run(v.Name+" "+locale, func(t *testing.T) {
				env, ch, people := harness.OpenedGame(t,
					harness.Options{Locale: locale, Seed: uint64(60 + i), Variant: v}, v.Options, v.MinPlayers)
				playReading(t, env, ch, people)
				require.Equal(t, table.Ended, env.At(ch).Now().Status)
			})
		}
	}
}

func playReading(t *testing.T, env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	var players []*sightless
	for n, p := range env.At(ch).BySeat(people) {
		p.MustCommand(ch, "me text", localdiscord.Args{"on": true})
		players = append(players, &sightless{Player: p, env: env, ch: ch, rand: rand.New(rand.NewPCG(uint64(n), 5))})
	}
	for turn := range 2000 {
		for _, p := range players {
			over := harness.EndsGame(ch.Last())
			if over || turn%4 == 0 {
				require.NoError(t, p.look(func() (*localdiscord.Message, error) {
					return p.Command(ch, "board", localdiscord.Args{"view": "text"})
				}))
				require.Positive(t, p.compared)
			}
			if !over {
				require.NoError(t, p.turn())
				env.Settle()
			}
		}
		if harness.EndsGame(ch.Last()) {
			return
		}
	}
	require.Fail(t, "the game does not end", ch.Last().Content)
}

// sightless is a player who does not see. What it knows is what a screen reader reads: the texts of
// messages and pictures, and the labels of controls that can be used. It chooses by chance.
type sightless struct {
	*harness.Player
	env  *harness.Env
	ch   *localdiscord.Channel
	rand *rand.Rand
	// compared counts the text boards that were compared with the View.
	compared int
}

// word matches what makes a label more than a sign or a place.
var word = regexp.MustCompile(`\p{L}{3,}`)

// labels returns what can be used below a message. The message says what a sign without words does.
func (p *sightless) labels(m *localdiscord.Message) ([]localdiscord.Label, error) {
	all := p.Labels(m)
	for _, l := range all {
		told := word.MatchString(l.Text) || l.Text != "" && strings.Contains(m.Content, l.Text)
		if !told || len([]rune(l.Text)) > 100 {
			return nil, fmt.Errorf("the label %q does not make sense alone", l.Text)
		}
	}
	return all, nil
}

func (p *sightless) press(l *localdiscord.Label) (*localdiscord.Message, error) {
	return p.Wait(l.Use(context.Background()))
}

// named returns the label that begins with a text of the bot.
func named(all []localdiscord.Label, begin string) *localdiscord.Label {
	for i := range all {
		if strings.HasPrefix(all[i].Text, begin) {
			return &all[i]
		}
	}
	return nil
}

// besides are the buttons of a panel that play no move. That of a plan shows a copy.
var besides = []string{
	"undo", "back", "turn", "ready", "hint", "whole_turn", "rules", "previous", "next", "plan", "give_up",
}

// turn uses the newest message of the channel, and then the panel until it offers no move.
func (p *sightless) turn() error {
	panel, err := p.open()
	now := p.env.At(p.ch).Now()
	if seat := now.Seat(p.UserID()); panel != nil && !p.env.Variant.Live && now.Turn().Has(seat) {
		require.Contains(p.env, panel.Content, sentences.Totals(p.Words, sentences.ReadBy(now, seat)))
	}
	if panel != nil {
		require.NotNil(p.env, named(p.Labels(panel), p.Words.Say("bot.textboard.view")), panel.Content)
	}
	for range 60 {
		if err != nil || panel == nil {
			return err
		}
		all, err := p.labels(panel)
		if err == nil {
			err = p.readPanel(panel, all)
		}
		if err != nil {
			return err
		}
		next := p.choose(all)
		if next == nil {
			return nil
		}
		if panel, err = p.press(next); changed(err) {
			return nil // another player was quicker; the next look shows what is possible now
		} else if err != nil {
			return fmt.Errorf("%s pressed %q: %w", p.Name, next.Text, err)
		}
	}
	return err
}

// changed reports whether Discord refused a press since the message has just changed.
func changed(err error) bool {
	var refused *localdiscord.RefusedError
	return errors.As(err, &refused)
}

// open presses the newest button that opens the panel or says that the player is ready, if any.
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
				panel, err := p.press(b)
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
func (p *sightless) choose(all []localdiscord.Label) *localdiscord.Label {
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
	var moves []localdiscord.Label
	for _, l := range all {
		move := !strings.HasPrefix(l.Text, say("textboard.view"))
		for _, key := range besides {
			move = move && !strings.HasPrefix(l.Text, say("button."+key)) && !strings.HasPrefix(l.Text, "📖")
		}
		if move {
			moves = append(moves, l)
		}
	}
	if goesOn := slices.DeleteFunc(slices.Clone(moves), p.ends); len(goesOn) > 0 && p.rand.IntN(20) > 0 {
		moves = goesOn
	}
	switch {
	case len(moves) > 0:
		return &moves[p.rand.IntN(len(moves))]
	case back != nil:
		return back
	}
	return named(all, say("button.undo"))
}

func (p *sightless) ends(l localdiscord.Label) bool {
	in := p.env.At(p.ch).Now().Game.Info()
	return slices.ContainsFunc(in.Verbs, func(v engine.VerbInfo) bool {
		return v.Ends && strings.HasPrefix(l.Text, sentences.ButtonWord(p.Words, in.ID, v.Subcommand()))
	})
}

// mostBeforeControls is how many characters a screen reader reads before the controls: a minute.
const mostBeforeControls = 1200

// readPanel checks that a panel is told in words, but not at length, that it calls its player
// "you", and now and then that its button tells the whole position.
func (p *sightless) readPanel(m *localdiscord.Message, all []localdiscord.Label) error {
	said := m.Content
	for _, a := range m.Attachments {
		if a.Description == "" {
			return fmt.Errorf("a picture without words below %q", m.Content)
		}
		said += a.Description
	}
	if regexp.MustCompile(`\b` + p.Name + `\b`).MatchString(said) {
		return fmt.Errorf("a panel of %s names its player: %s", p.Name, said)
	}
	if before := len([]rune(said)); before > mostBeforeControls || len(m.Embeds) > 0 {
		return fmt.Errorf("%d characters before the controls: %s", before, m.Text())
	}
	board := named(all, p.Words.Say("bot.textboard.view"))
	if board == nil || p.rand.IntN(8) > 0 {
		return nil
	}
	return p.look(func() (*localdiscord.Message, error) { return p.press(board) })
}

// whole returns the text board of a position, as the player may see it.
func (p *sightless) whole(t *table.Table) string {
	var said []string
	seat := t.Seat(p.UserID())
	for _, page := range pictures.TextBoard(p.Words, t, seat, seat) {
		for _, e := range page {
			said = append(said, e.Description)
		}
	}
	return strings.Join(said, "\n")
}

// look reads all parts of the text board that ask answers with, and compares it with the position.
func (p *sightless) look(ask func() (*localdiscord.Message, error)) error {
	at := p.env.At(p.ch)
	before := at.Now()
	m, err := ask()
	if changed(err) {
		return nil
	}
	if err != nil {
		return err
	}
	said := board(m)
	if _, content, _ := strings.Cut(m.Content, "\n"); content != "" {
		parts := digits.FindAllString(content, -1) // which part it is, and of how many
		p.env.Eventually("all parts are there", func() bool {
			var all []string
			for _, part := range p.Messages(p.ch) {
				if table.ParseID[uint64](part.ID) >= table.ParseID[uint64](m.ID) && part.Ephemeral() {
					all = append(all, board(part))
				}
			}
			said = strings.Join(all, "\n")
			return strconv.Itoa(len(all)) == parts[1]
		})
	}
	if at.Now().Version != before.Version {
		return nil // somebody moved meanwhile, as in a live game
	}
	p.compared++
	require.Equal(p.env, p.whole(before), said)
	return nil
}

var digits = regexp.MustCompile(`\d+`)

func board(m *localdiscord.Message) string {
	var said []string
	for _, e := range m.Embeds {
		said = append(said, e.Description)
	}
	return strings.Join(said, "\n")
}

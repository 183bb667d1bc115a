package pictures

import (
	"bytes"
	"errors"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
)

func TestOnlyHiddenPicturesAreRefusedAndFailedOnesAreLeftOut(t *testing.T) {
	t.Parallel()
	w, at := text.For("en"), playtest.Play(t, games.All[1], nil, 2).At(t, 0)
	var log bytes.Buffer
	d := NewDrawer(render.NewCache(1), 1, slog.New(slog.NewTextHandler(&log, nil)))
	m := &message.Message{}
	hidden := d.Attach(t.Context(), w, m, 1, at, Request{View: "hand", Seat: 2, Asker: 1})
	require.ErrorIs(t, hidden, render.ErrHidden)
	for _, c := range []struct {
		failure, want   error
		content, logged string
	}{
		{hidden, hidden, "", ""},
		{errBusy, nil, "\n" + w.T("bot.picture.busy", nil), ""},
		{errors.New("torn paper"), nil, "\n" + w.T("bot.picture.busy", nil), "torn paper"},
	} {
		m.Content = ""
		require.Equal(t, c.want, d.add(t.Context(), w, m, message.File{}, 0, "", c.failure))
		require.Equal(t, c.content, m.Content)
		require.Empty(t, m.Files)
		require.Contains(t, log.String(), c.logged)
		require.Equal(t, c.logged == "", log.Len() == 0)
	}
}

// attached returns the picture that a message gets.
func attached(t *testing.T, w *text.Words, at *table.Table, want Request) message.File {
	t.Helper()
	m := &message.Message{}
	d := NewDrawer(render.NewCache(1), 1, slog.New(slog.DiscardHandler))
	require.NoError(t, d.Attach(t.Context(), w, m, 1, at, want))
	return m.Files[0]
}

func TestAltTextBeginsWithTheNewsUnlessThePictureMarksThem(t *testing.T) {
	t.Parallel()
	w, game := text.For("en"), playtest.Play(t, games.All[1], nil, 2)
	before, at := game.At(t, 0), game.At(t, 9)
	alt := func(want Request) string { return attached(t, w, at, want).Alt }
	want := Request{View: at.Game.Info().TableView(), Seat: 1, News: "Ana travelled.", Possible: "Two places."}
	require.Regexp(t, `^Ana travelled\. Bo's turn .*\. Two places\. The whole table\.`, alt(want))
	want.Before = before
	require.NotContains(t, alt(want), "Ana travelled.")
	want.Brief = true
	require.Greater(t, render.AltLength(alt(Request{View: want.View, Seat: 1})), maxBriefAlt)
	require.LessOrEqual(t, render.AltLength(alt(want)), maxBriefAlt)
	require.Regexp(t, `^New: .* Bo's turn .*\. Two places\. .* `+regexp.QuoteMeta(w.T("alt.more", nil))+`$`, alt(want))
}

func TestOnlyWhoChoosesIsToldWhereATileToDigWouldFit(t *testing.T) {
	t.Parallel()
	w, at := text.For("en"), playtest.Play(t, games.All[0], nil, 4).At(t, 0)
	want := Planned(at, at.State.Legal(1, nil)[0])
	for _, want.Asker = range []engine.Seat{1, 2, 0} {
		alt := attached(t, w, at, want).Alt
		require.Equal(t, want.Asker == 1, strings.Contains(alt, "Would fit on level 1"), alt)
		require.Contains(t, alt, "The quarry and ")
	}
}

func TestPublicPicturesOfASetUpShowWhatItChoosesFrom(t *testing.T) {
	t.Parallel()
	for _, g := range games.All {
		in := g.Info()
		for _, seats := range []int{in.MinSeats, in.MaxSeats} { // four remove nothing in Babylon
			p := playtest.Play(t, g, nil, seats)
			for n := range p.Moves {
				at := p.At(t, n)
				want, removing := in.TableView(), in.Verb("remove")
				if removing != 0 && (n == 0 || p.Moves[n-1].Verb == removing) {
					want = "quarry"
				}
				require.Equal(t, want, Public(at, at, 1).View, "%s of %d after %d moves", in.ID, seats, n)
			}
		}
	}
	at := playtest.Play(t, games.All[0], nil, 3).At(t, 1)
	events, err := at.EndTurn(1, engine.ResignMove(1), at.Player(1).User, 0)
	require.NoError(t, err)
	at = playtest.After(t, at, events...)
	require.Equal(t, "quarry", Public(at, at, 1).View, "somebody resigns meanwhile")
}

func TestTheLegendOfATableIsInTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	at := playtest.Play(t, games.All[2], nil, 3).At(t, 0)
	d, m := NewDrawer(render.NewCache(1<<20), 1, slog.New(slog.DiscardHandler)), &message.Message{}
	for _, lang := range []string{"en", "de"} {
		require.NoError(t, d.Attach(t.Context(), text.For(lang), m, 1, at, Request{View: render.LegendView}))
	}
	require.NotEqual(t, m.Files[0].Data, m.Files[1].Data)
	require.Contains(t, m.Files[1].Alt, "großer Adliger: Kopf mit Krone")
}

func TestPicturesShowTheNamesOfComputers(t *testing.T) {
	for _, w := range text.All() {
		for nth := 1; nth <= table.MaxComputers; nth++ {
			computer := table.Computer(table.ComputerID(nth, 4))
			name := computer.Name
			at := &table.Table{Players: []table.Player{computer, {User: 9, Name: text.Drawn(name)}}}
			shown := Names(w, at, true)
			require.True(t, strings.HasSuffix(shown[0], name), shown[0])
			require.Equal(t, shown[0], render.Legible(shown[0]), "the fonts have the mark")
			require.NotEqual(t, render.Legible(shown[0]), render.Legible(shown[1]), "a person has the name of a computer")
		}
		at := &table.Table{Players: []table.Player{{User: 8, Name: "漢字", Seat: 1}, {User: 9, Name: "\u3164", Seat: 2}}}
		first, second := w.Say("bot.anonymous", "Number", 1), w.Say("bot.anonymous", "Number", 2)
		require.Equal(t, []string{first, second}, Names(w, at, true), "the fonts lack the name, or nobody sees it")
		require.Equal(t, []string{"漢字", second}, Names(w, at, false))
	}
}

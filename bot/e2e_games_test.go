package bot_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store"
)

// locales are Discord's for the four languages.
var locales = []string{"en-US", "fr", "de", "es-ES"}

// open opens a table by command, and has everybody join by button.
func (h *house) open(ch *localdiscord.Channel, args localdiscord.Args, people []*person) {
	h.Helper()
	_, err := people[0].slash(ch, "game new", args)
	require.NoError(h, err)
	h.settle()
	lobby := ch.Last()
	for _, p := range people[1:] {
		_, err := p.press(lobby, h.words.T("bot.button.join", nil))
		require.NoError(h, err)
	}
	_, err = people[0].press(lobby, h.words.T("bot.button.start", nil))
	require.NoError(h, err)
}

// playOut has everybody play at once, each when pinged, until the game is over.
func (h *house) playOut(ch *localdiscord.Channel, people []*person) {
	h.Helper()
	over := make(chan struct{})
	errs := make(chan error, len(people))
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() { errs <- p.play(ch, over) })
	}
	finished := make(chan struct{})
	go func() { all.Wait(); close(finished) }()
	defer func() { <-finished }()
	defer close(over)
	deadline := time.After(3 * time.Minute)
	for id := h.tableIn(ch); ; time.Sleep(2 * time.Millisecond) {
		header, err := h.db.Header(context.Background(), id)
		require.NoError(h, err)
		if header.Status != store.Running {
			return
		}
		select {
		case err := <-errs:
			require.NoError(h, err)
			require.FailNow(h, "a player left")
		case <-deadline:
			require.FailNow(h, "the game does not end")
		default:
		}
	}
}

// TestWholeGamesByCommandAndByPress plays games to their end with each number
// of players in each language, and with both ways to build for each number, by
// commands and by presses.
func TestWholeGamesByCommandAndByPress(t *testing.T) {
	for i, locale := range locales {
		for players := 2; players <= 4; players++ {
			way := []string{"turns", "together"}[(i+players)%2]
			t.Run(fmt.Sprintf("%s/%d/%s", locale, players, way), func(t *testing.T) {
				t.Parallel()
				h := build(t, setup{locale: locale, seed: uint64(10*i + players)})
				people := h.people(locale, players)
				for n, p := range people {
					p.byPress = (i/2+n*(players/4))%2 == 0 // four players mix
				}
				stranger := h.person("Eve", locale)
				ch := h.guild.AddChannel("gardens")
				h.open(ch, localdiscord.Args{"build": way}, people)
				h.playOut(ch, people)
				h.verdict(ch, people, stranger)
			})
		}
	}
}

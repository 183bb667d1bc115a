package bot_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// locales are Discord's for the four languages.
var locales = []string{"en-US", "fr", "de", "es-ES"}

// open opens a table by command, and has everybody join by button.
func (h *house) open(ch *localdiscord.Channel, args localdiscord.Args, people []*person) {
	h.Helper()
	before := "" // the lobby of a game before is not the one
	if last := ch.Last(); last != nil {
		before = last.ID
	}
	opened, err := people[0].slash(ch, "game new", args)
	require.NoError(h, err)
	require.False(h, people[0].refused(opened), opened.Content)
	h.eventually("the lobby is there", func() bool {
		return ch.Last() != nil && ch.Last().ID != before && button(ch.Last(), h.words.T("bot.button.join", nil)) != nil
	})
	lobby := ch.Last()
	for _, p := range people[1:] {
		_, err := p.press(lobby, h.words.T("bot.button.join", nil))
		require.NoError(h, err)
	}
	// An older state of the lobby may come last for a moment, in which too few have joined.
	h.eventually("the game can be started", func() bool {
		_, err = people[0].press(lobby, h.words.T("bot.button.start", nil))
		var disabled *localdiscord.RefusedError
		return !errors.As(err, &disabled)
	})
	require.NoError(h, err)
}

// playOut has everybody play at once, each when pinged, until the game is over.
func (h *house) playOut(ch *localdiscord.Channel, people []*person) {
	h.Helper()
	hangs := false
	defer func() { // when nobody plays any more
		if hangs {
			h.report(ch, people)
			require.FailNow(h, "the game does not end")
		}
	}()
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
	deadline := time.After(gameTime)
	for ; !h.won(ch); time.Sleep(2 * time.Millisecond) {
		select {
		case err := <-errs:
			require.NoError(h, err)
			require.FailNow(h, "a player left")
		case <-deadline:
			hangs = true
			return
		default:
		}
	}
}

// gameTime bounds a game.
const gameTime = slowness * 90 * time.Second

// report logs what a game that hangs waits for.
func (h *house) report(ch *localdiscord.Channel, people []*person) {
	messages := ch.Messages()
	for _, m := range messages[max(0, len(messages)-3):] {
		h.Log(m.Text(), "\nbuttons:", len(m.Controls()))
	}
	for _, p := range people {
		h.Log(p.Name, p.ID, "pings", len(p.Pings()), "followed", p.pinged, "last acts", p.acks[max(0, len(p.acks)-4):])
	}
	if h.db == nil {
		return
	}
	if waiting, err := h.db.Outbox(context.Background(), 0, 10); err == nil {
		h.Log("outbox", waiting)
	}
}

// won reports whether the end of the game has been announced.
func (h *house) won(ch *localdiscord.Channel) bool {
	last := ch.Last()
	return last != nil && endsGame(last)
}

// TestWholeGamesByCommandAndByPress plays games to their end with each number
// of players in each language, and with both ways to build for each number, by
// commands and by presses.
func TestWholeGamesByCommandAndByPress(t *testing.T) {
	for i, locale := range locales {
		for players := 2; players <= 4; players++ {
			if (testing.Short() || slowness > 1) && i != 2*players%4 {
				continue // one language for each number of players
			}
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

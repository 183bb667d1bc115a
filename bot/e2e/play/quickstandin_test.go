package play_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// pacedComputers is a store in which computers make as many moves as the test allows.
type pacedComputers struct {
	store.Store
	allowed chan struct{}
}

func (c pacedComputers) Commit(ctx context.Context, commit store.Commit) error {
	if len(commit.Events) == 0 || commit.Events[0].Kind != table.Moved {
		return c.Store.Commit(ctx, commit)
	}
	if _, _, computer := commit.Events[0].By.Computer(); !computer {
		return c.Store.Commit(ctx, commit)
	}
	select {
	case <-c.allowed:
	case <-ctx.Done():
		return ctx.Err()
	}
	err := c.Store.Commit(ctx, commit)
	if err != nil {
		c.allowed <- struct{}{} // it tries again
	}
	return err
}

// TestStandInBuildsInTheRoundsOfAQuickGame has a player ask for a stand-in in the middle of a
// round, in which all build at once against the clock. The stand-in builds beside the others, needs
// nobody to be ready for it, and outlasts a restart. The player returns in the middle of the next
// round, and builds in it.
func TestStandInBuildsInTheRoundsOfAQuickGame(t *testing.T) {
	t.Parallel()
	allowed := make(chan struct{}, 2)
	env := harness.New(t, harness.Options{
		Locale: "de", Seed: 290, Script: harness.QuickTowers,
		WrapStore: func(s store.Store) store.Store { return pacedComputers{s, allowed} },
	})
	people, ch := env.NewPlayers("fr", 3), env.Guild.AddChannel("quick")
	at := env.At(ch)
	at.Open(withStandIn(localdiscord.Args{"game": "towers", "mode": "quick", "clock": 300}, "1"), people)
	env.Settle()
	seats := at.BySeat(people)
	away, seat := seats[0], engine.Seat(1)
	at.Begin(seats)
	accepted := func(p *harness.Player, sub string, args localdiscord.Args) {
		m := p.MustCommand(ch, "towers "+sub, args)
		require.False(t, p.Refused(m), m.Content)
	}
	// steps returns how many steps of a seat its person has made, and how many somebody else.
	steps := func() (own, others int) {
		now := at.Now()
		for _, m := range now.Moves {
			switch {
			case m.Move.Seat != seat:
			case m.By == away.UserID():
				own++
			default:
				others++
			}
		}
		return own, others
	}

	accepted(away, "tower", localdiscord.Args{"cell": "1:k7"})
	accepted(seats[1], "tower", localdiscord.Args{"cell": "2:k7"})
	status := away.MustCommand(ch, "game status", nil)
	panel := away.MustClick(status, away.T("bot.button.ask_stand_in"))
	require.Contains(t, panel.Content, away.T("bot.stand_in.yours", "Level", 1))
	require.True(t, at.Now().Turn().Has(seat), "the round goes on")
	allowed <- struct{}{}
	env.Clock.Forward(11 * time.Second)
	env.Eventually("the stand-in builds", func() bool { return at.Now().Assisted.Has(seat) })
	refused := away.MustCommand(ch, "towers tower", localdiscord.Args{"cell": "1:x20"})
	require.Equal(t, "⛔ "+away.T("table.refused.stood_in"), refused.Content, "no moves are offered")

	env.Clock.Forward(5 * time.Minute)
	env.Eventually("the clock ends the round", func() bool { return at.Now().Round.Waiting })
	env.Bot.RestartAfter(0)
	env.Settle()
	require.Equal(t, engine.Seats(seat), at.Now().StoodIn())
	at.Begin(seats[1:])
	_, before := steps()
	allowed <- struct{}{}
	env.Clock.Forward(11 * time.Second)
	env.Eventually("the stand-in builds again", func() bool {
		_, others := steps()
		return others > before
	})

	env.Settle()
	panel = away.MustClick(ch.Last(), env.Words.T("bot.button.return", nil))
	require.Contains(t, panel.Content, away.T("bot.stand_in.welcome"))
	menus, _ := harness.PanelControls(panel)
	require.NotEmpty(t, menus, "the player builds at once: %s", panel.Content)
	_, before = steps()
	env.Clock.Forward(time.Minute)
	m := away.MustSuggest(ch, "towers tower", "cell")
	require.NotEmpty(t, m)
	accepted(away, "tower", localdiscord.Args{"cell": m[0]})
	own, others := steps()
	require.Equal(t, 2, own)
	require.Equal(t, before, others, "the stand-in is gone")
	env.Settle()
	require.Equal(t, table.Running, at.Now().Status)

	for _, p := range seats[1:] {
		p.MustClick(p.MustCommand(ch, "game resign", nil), p.T("bot.button.resign"))
	}
	checkAssisted(at, away, people)
}

package page_test

import (
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/control"
	"amytis/bot/localdiscord"
)

// roundClock is the option clock of the quick game.
const roundClock = 5 * time.Minute

// beat is the pause between two edits of a quick game's message. It is short, since nobody clicks
// there: a message that changes under the mouse loses the click.
const beat = 20 * time.Millisecond

// fillQuick takes the screenshots of a quick game. Its first round ends by the clock, the second
// because everybody has stopped building, and in the third nobody builds. Of another game, one
// player is left. The channel has an ended game before.
func (a *album) fillQuick() {
	a.Helper()
	ana := a.world.Ana
	all := append([]*localdiscord.User{ana}, a.others...)
	a.openQuick()
	first := a.settled(control.Ready)
	a.shoot("ready", first)
	a.shoot("ready-panel", a.command(ana, "game ready", nil))
	a.shoot("ready-some", a.edited(first))
	a.begin(a.others)
	a.shoot("round", a.settled(control.Panel))
	for _, u := range all {
		a.build(u, 12)
	}
	a.shoot("round-built", a.settled(control.Panel))
	panel := a.press(ana, a.settled(control.Panel), control.Panel)
	a.shoot("panel", panel)
	a.shoot("cursor", a.press(ana, panel, control.Cursor))
	a.shoot("scores", a.press(ana, a.settled(control.Panel), control.Scores))

	a.forward(roundClock + time.Second)
	a.shoot("clock-ended", a.settled(control.Ready)) // all have built, so the next round counts down
	a.shoot("round-over", a.edited(first))
	a.shoot("countdown-panel", a.command(ana, "game status", nil))
	a.begin(all)
	for _, u := range all {
		a.build(u, 8)
	}
	a.stop(all)
	second := a.settled(control.Ready)
	a.shoot("round-result", second)
	a.begin(all)
	a.stop(all)
	a.shoot("abandoned", a.saying("Nobody built"))

	earlier := a.newest(control.Rematch).ID
	a.openQuick()
	a.settled(control.Ready)
	a.begin(all)
	for _, u := range all {
		a.build(u, 8)
	}
	for _, u := range all[1:] {
		a.press(u, a.command(u, "game resign", nil), control.Resign)
	}
	require.Eventually(a, func() bool { return a.newest(control.Rematch).ID != earlier }, patience, 5*time.Millisecond)
	a.shoot("end", a.newest(control.Rematch))
}

// openQuick opens and starts a quick game of Ana and the others.
func (a *album) openQuick() {
	a.Helper()
	a.command(a.world.Ana, "game new", localdiscord.Args{
		"game": "towers", "mode": "quick", "clock": int(roundClock.Seconds()),
	})
	lobby := a.newest(control.Join)
	for _, u := range a.others {
		a.press(u, lobby, control.Join)
	}
	a.press(a.world.Ana, a.newest(control.Start), control.Start)
}

// begin has people be ready for a round, and waits until it has begun.
func (a *album) begin(people []*localdiscord.User) {
	a.Helper()
	waiting := a.newest(control.Ready)
	for _, u := range people {
		a.command(u, "game ready", nil)
	}
	require.Eventually(a, func() bool { return !has(a.edited(waiting), control.Ready) }, patience, 5*time.Millisecond)
}

// build has a player take some steps on the panel that build something.
func (a *album) build(u *localdiscord.User, steps int) {
	a.Helper()
	panel := a.press(u, a.settled(control.Panel), control.Panel)
	for range steps {
		next := a.choose(panel)
		if next == nil || strings.Contains(next.CustomID, ":stuck") {
			return
		}
		if next.IsSelect() {
			in, err := u.Select(a.Context(), panel, next.CustomID, next.Options[a.random.IntN(len(next.Options))].Value)
			panel = a.answer(in, err)
			continue
		}
		in, err := u.Press(a.Context(), panel, next.CustomID)
		panel = a.answer(in, err)
	}
}

// stop has people stop building for the round.
func (a *album) stop(people []*localdiscord.User) {
	a.Helper()
	for _, u := range people {
		a.command(u, "towers stuck", nil)
	}
}

// edited returns a message as it is now.
func (a *album) edited(m *localdiscord.Message) *localdiscord.Message {
	a.Helper()
	for _, now := range a.channel.Messages() {
		if now.ID == m.ID {
			m = now
		}
	}
	return m
}

// settled returns the newest message with a control of an action, once its edits seem to be over.
// It waits for much longer than the bot does between two edits. On a slow machine it may be edited
// once more.
func (a *album) settled(action string) *localdiscord.Message {
	a.Helper()
	for m := a.newest(action); ; {
		time.Sleep(10 * beat)
		now := a.newest(action)
		if now.ID == m.ID && now.Text() == m.Text() {
			return now
		}
		m = now
	}
}

// saying waits for a public message with a text, and returns it.
func (a *album) saying(text string) (found *localdiscord.Message) {
	a.Helper()
	require.Eventually(a, func() bool {
		for _, m := range a.channel.Messages() {
			if strings.Contains(m.Text(), text) {
				found = m
			}
		}
		return found != nil
	}, patience, 5*time.Millisecond, text)
	return found
}

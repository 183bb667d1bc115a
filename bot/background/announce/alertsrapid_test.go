package announce

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"amytis/bot/play/wishes"
	"amytis/engine/table"
	"amytis/store"
)

type step struct {
	what       string
	table, who int
	wait       time.Duration
	chosen     store.Preferences
}

// drawSteps draws what happens, in an order that rapid can shorten.
func drawSteps(rt *rapid.T) []step {
	pings := rapid.SampledFrom([]store.Pings{
		{}, {Direct: true}, {Next: true}, {Next: true, Direct: true},
		{When: store.PingLater, After: 600}, {When: store.PingLater, After: 10800, Direct: true, Next: true},
		{When: store.PingDaily, Hour: 8}, {When: store.PingDaily, Hour: 20, Direct: true},
		{When: store.PingNever}, {When: store.PingNever, Direct: true, Next: true},
	})
	quiet := rapid.SampledFrom([]store.QuietHours{{}, {}, {From: 22, To: 9}, {From: 7, To: 12, Offset: 345}})
	waits := rapid.SampledFrom([]time.Duration{
		0, 0, time.Second, 30 * time.Second, 4 * time.Minute, 20 * time.Minute, 2 * time.Hour, 7 * time.Hour,
	})
	what := rapid.SampledFrom([]string{
		"move", "move", "move", "move", "look", "look", "down", "up", "up", "lose", "kill", "restart", "start",
		"prefer", "refuse", "down later", "wait", "wait",
	})
	return rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) step {
		return step{
			what: what.Draw(rt, "what"), table: rapid.IntRange(0, 1).Draw(rt, "table"),
			who: rapid.IntRange(0, 2).Draw(rt, "who"), wait: waits.Draw(rt, "wait"),
			chosen: store.Preferences{Pings: pings.Draw(rt, "pings"), Quiet: quiet.Draw(rt, "quiet")},
		}
	}), 5, 60).Draw(rt, "steps")
}

func (b *alertBot) do(s step, ids []table.ID) {
	start := func() {
		if !b.running {
			b.start()
		}
	}
	id, user := ids[s.table], people[s.who]
	switch s.what {
	case "move":
		if b.at(id).Status == table.Running {
			b.move(id)
		}
	case "look":
		if b.at(id).Status == table.Running {
			b.look(id, user)
		}
	case "down", "up":
		b.discord.set(func(d *fakeDiscord) { d.down = s.what == "down" })
	case "down later":
		b.discord.set(func(d *fakeDiscord) { d.downAfterRefusal = true })
	case "lose":
		b.discord.set(func(d *fakeDiscord) { d.afterNext = func() error { return errDown } })
	case "kill":
		kill := b.kill
		b.discord.set(func(d *fakeDiscord) { d.afterNext = func() error { kill(); return nil } })
		wait(s.wait)
		b.end()
	case "restart":
		b.end()
		wait(s.wait)
		start()
	case "start":
		start()
	case "prefer":
		b.prefer(user, s.chosen)
	case "refuse":
		b.discord.set(func(d *fakeDiscord) { d.refusing[user.String()] = !d.refusing[user.String()] })
	}
	wait(s.wait)
}

// untold returns the players that a table waits for who should know of it by now but do not.
func (b *alertBot) untold(id table.ID) (untold []string) {
	t := b.at(id)
	if t.Status != table.Running {
		return nil
	}
	for _, seat := range t.Turn().Slice() {
		user := t.Player(seat).User
		p, _ := b.store.Preferences(b.Context(), user)
		wait := t.Waits[seat]
		if wait.PingHeld == 0 || wait.Looked || wait.Reminded || p.Pings.When == store.PingNever {
			continue
		}
		due := wishes.QuietOver(p.Quiet, max(wishes.CallAt(&p, wait.FirstHeld), wait.PingHeld), wishes.Location(&p))
		if due > time.Now().Add(-time.Hour).UnixMilli() {
			continue
		}
		told := b.times[fmt.Sprint(user, signTurn, " ", id, " ", seat, wait.Since)]
		for _, m := range b.discord.messages {
			if m.at.UnixMilli() >= wait.PingHeld && signOf(m.Content, "") == signSummary {
				told++ // the list has all tables
			}
		}
		if told == 0 {
			untold = append(untold, fmt.Sprint("untold: ", id, user, wait))
		}
	}
	return untold
}

// TestNoPlayerIsAlertedTwiceWhateverHappens draws what happens: moves, looks, outages, lost
// answers, kills, restarts, changed wishes and refused direct messages.
func TestNoPlayerIsAlertedTwiceWhateverHappens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := drawSteps(rt)
		limit := rapid.SampledFrom([]table.Limit{0, 0, 12 * 3600}).Draw(rt, "limit")
		wrong := wrongIn(t, 15*time.Minute, func(b *alertBot) {
			b.Limit = limit
			ids := []table.ID{b.open(people...), b.open(people[:2]...)}
			for _, s := range steps {
				b.do(s, ids)
			}
			b.discord.set(func(d *fakeDiscord) { d.down, d.afterNext, d.downAfterRefusal = false, nil, false })
			b.do(step{what: "start", wait: 36 * time.Hour}, ids)
			for _, id := range ids {
				b.wrong = append(b.wrong, b.untold(id)...)
			}
		})
		if len(wrong) > 0 {
			rt.Fatalf("wrong: %v", wrong)
		}
	})
}

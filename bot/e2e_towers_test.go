package bot_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/table"
)

// The options that open the two games of Tower Builders of Babylon.
var (
	towersGame = localdiscord.Args{"game": "towers", "expert": true}
	quickGame  = localdiscord.Args{"game": "towers", "mode": "quick"}
)

// TestTowersWholeGamesByCommandAndByPress plays the tactical game to its end with
// each number of players, the server and each of them in another language.
func TestTowersWholeGamesByCommandAndByPress(t *testing.T) {
	t.Parallel()
	for players := 3; players <= 5; players++ {
		if testing.Short() && players > 3 {
			continue
		}
		t.Run(fmt.Sprint(players), func(t *testing.T) {
			t.Parallel()
			h := build(t, setup{locale: locales[players%4], seed: uint64(60 + players), game: towersPastime})
			people := h.people(locales[(players+1)%4], players)
			for n, p := range people {
				p.byPress = (n+players)%2 == 0
			}
			stranger := h.person("Eve", "en-US")
			ch := h.guild.AddChannel("towers")
			h.open(ch, towersGame, people)
			h.playOut(ch, people)
			h.verdict(ch, people, stranger)
			h.onLeaderboard(ch, people)
		})
	}
}

// TestTowersQuickIsPlayedByAllAtOnce has four people build at the same time, by
// commands and by presses, while the bot restarts.
func TestTowersQuickIsPlayedByAllAtOnce(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 70, game: quickPastime})
	people := h.people("en-US", 4)
	for n, p := range people {
		p.byPress = n%2 == 0
		p.patient = true
	}
	ch := h.guild.AddChannel("towers")
	h.open(ch, quickGame, people)
	stop := h.restartNowAndThen(4, slowness*time.Second)
	h.playOut(ch, people)
	stop()
	h.verdict(ch, people)
	h.onLeaderboard(ch, people)
}

// TestTowersAKilledBotLosesAndRepeatsNothing kills the real program a few times.
func TestTowersAKilledBotLosesAndRepeatsNothing(t *testing.T) {
	t.Parallel()
	killed(t, towersPastime, towersGame, 3, 6)
}

// TestTowersTheFirstOnACellWins has two neighbours build on the same cell: one
// does, the other hears why not, and goes on from the panel that tells.
func TestTowersTheFirstOnACellWins(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 71, game: quickPastime})
	people := h.people("en-US", 3)
	ch := h.guild.AddChannel("towers")
	h.open(ch, quickGame, people)
	h.settle()
	seats := h.bySeat(ch, people)
	m := must(t)(seats[0].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7"}))
	require.Contains(t, m.Content, "k7.1")
	m = must(t)(seats[1].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7.1"}))
	require.Contains(t, m.Content, "⛔ "+seats[1].say("towers.refused.cell_taken", "cell", "1:k7.1"))
	m = must(t)(seats[2].slash(ch, "towers tower", localdiscord.Args{"cell": "1:m7"}))
	require.Contains(t, m.Content, "⛔ ", "not a zone of hers")

	// By presses: what was offered before somebody else moved is still good, but
	// for what it was about.
	panels := []*localdiscord.Message{must(t)(seats[0].openPanel(ch, nil)), must(t)(seats[1].openPanel(ch, nil))}
	menus, _ := controls(panels[0])
	theirs, _ := controls(panels[1])
	var shared string
	for _, mine := range menus[0].Options {
		for _, other := range theirs[0].Options {
			if mine.Value == other.Value {
				shared = mine.Value
			}
		}
	}
	require.NotEmpty(t, shared, "neighbours are offered the same cells")
	first := must(t)(seats[0].choose(panels[0], menus[0].CustomID, shared))
	require.False(t, seats[0].refused(first), first.Content)
	second := must(t)(seats[1].choose(panels[1], theirs[0].CustomID, shared))
	require.True(t, seats[1].refused(second), second.Content)
	menus, _ = controls(second)
	require.NotEmpty(t, menus, "the panel as it is now")
	third := must(t)(seats[1].choose(second, menus[0].CustomID, otherThan(menus[0], shared)))
	require.False(t, seats[1].refused(third) || seats[1].movedOn(third), third.Content)
	h.settle()
	require.Empty(t, h.discord.Violations())
}

func otherThan(menu localdiscord.Component, value string) string {
	for _, o := range menu.Options {
		if o.Value != value {
			return o.Value
		}
	}
	return ""
}

// bySeat are people in the order of their seats.
func (h *house) bySeat(ch *localdiscord.Channel, people []*person) []*person {
	h.Helper()
	header, _, err := h.db.Table(context.Background(), h.tableIn(ch))
	require.NoError(h, err)
	var seated []*person
	for _, user := range header.Players {
		for _, p := range people {
			if table.UserID(snowflake(p.ID)) == user {
				seated = append(seated, p)
			}
		}
	}
	return seated
}

// restartNowAndThen stops the bot and starts another, so often at most, until it
// is told not to.
func (h *house) restartNowAndThen(times int, every time.Duration) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for range times {
			select {
			case <-done:
				return
			case <-time.After(every):
			}
			if err := h.stop(); err != nil {
				h.Errorf("stopping: %v", err)
			}
			h.start()
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}

// TestTowersTheClockEndsARoundAsItStoodThen lets the time of a round run out: while
// the bot is there, and while it is away. What comes later is refused; everybody is
// called to the next round, whose clock begins when the one before is scored.
func TestTowersTheClockEndsARoundAsItStoodThen(t *testing.T) {
	t.Parallel()
	h := build(t, setup{seed: 72, game: quickPastime})
	people := h.people("en-US", 3)
	ch := h.guild.AddChannel("towers")
	h.open(ch, localdiscord.Args{"game": "towers", "mode": "quick", "clock": 300}, people)
	h.settle()
	h.near(5*time.Minute, h.ending(ch.Last()))
	seats := h.bySeat(ch, people)
	must(t)(seats[0].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7"}))
	panel := must(t)(seats[1].openPanel(ch, nil))

	h.clock.forward(5*time.Minute + time.Second)
	h.eventually("the second round begins", func() bool { return len(seats[2].Pings()) == 2 })
	h.settle()
	require.Contains(t, ch.Last().Content, h.words.T("towers.line.time", map[string]any{"round": "1"}))
	h.near(5*time.Minute, h.ending(ch.Last()))
	menus, _ := controls(panel)
	stale := must(t)(seats[1].choose(panel, menus[0].CustomID, menus[0].Options[0].Value))
	require.True(t, seats[1].movedOn(stale), "what was offered in the first round is not for the second: %s", stale.Content)

	must(t)(seats[0].slash(ch, "towers tower", localdiscord.Args{"cell": "1:k7"}))
	h.again(time.Hour)
	h.eventually("the third round begins", func() bool { return len(seats[2].Pings()) == 3 })
	h.settle()
	require.Contains(t, ch.Last().Content, h.words.T("towers.line.time", map[string]any{"round": "2"}))
	h.near(5*time.Minute, h.ending(ch.Last()))
	require.Empty(t, h.discord.Violations())
	require.Empty(t, h.log.faults())
}

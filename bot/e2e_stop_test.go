package bot_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// TestNoTokenInTheLog plays a game with a log of everything, also of what fails,
// and looks for the bot's token and those of all interactions.
func TestNoTokenInTheLog(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var tokens []string
	h := build(t, setup{seed: 50, level: slog.LevelDebug - 4, discord: localdiscord.Options{
		OnTraffic: func(m localdiscord.Traffic) {
			// "/interactions/ID/TOKEN/callback"
			if parts := strings.Split(m.Path, "/"); m.Kind == "rest" && len(parts) == 5 && parts[1] == "interactions" {
				mu.Lock()
				defer mu.Unlock()
				tokens = append(tokens, parts[3])
			}
		},
	}})
	people := h.people("en-US", 2)
	people[0].byPress = true
	ch := h.guild.AddChannel("gardens")
	h.open(ch, localdiscord.Args{"build": "together"}, people)
	h.playOut(ch, people)
	h.verdict(ch, people)

	f := h.discord.Faults()
	for _, fault := range []localdiscord.RESTFault{{Status: 500, Times: 20}, {DropReply: true, Times: 20}, {DropRequest: true, Times: 20}, {Status: 401, Times: 2}} {
		fault.Path = "/callback"
		armed := f.REST(fault)
		in, err := people[0].Slash(context.Background(), ch, "game status", nil)
		require.NoError(t, err)
		_, _ = in.Wait(context.Background())
		armed.Remove()
	}
	require.NoError(t, h.stop())
	log := h.log.text.String()
	require.Contains(t, log, "answering", "what failed is in the log")
	require.NotContains(t, log, strings.TrimPrefix(h.discord.Token(), "Bot "), "the bot's token")
	mu.Lock()
	defer mu.Unlock()
	require.Greater(t, len(tokens), 100)
	for _, token := range tokens {
		require.NotContains(t, log, token, "an interaction's token")
	}
}

// TestAGracefulStopLeavesNothingUnsaid stops the bot the moment a move is
// acknowledged: it is stored, and announced before Run returns.
func TestAGracefulStopLeavesNothingUnsaid(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	for round := range 3 {
		cell, err := first.pick(ch, "garden remove", nil, "cell")
		require.NoError(t, err)
		require.NoError(t, first.act(ch, "remove", localdiscord.Args{"cell": cell}))
		stopping := time.Now()
		require.NoError(t, h.stop())
		require.Less(t, time.Since(stopping), 10*time.Second, "no handler's time ran out")
		waiting, err := h.db.Outbox(context.Background(), 0, 10)
		require.NoError(t, err)
		require.Empty(t, waiting)
		require.Contains(t, ch.Last().Content, "removed")
		require.Contains(t, ch.Last().Content, cell)
		require.Equal(t, round+1, h.moves(ch))
		h.startAgain()
		first, second = second, first
	}
	h.clean()
}

// TestWhatWasNotAnnouncedIsAfterTheNextStart stops the bot while Discord takes no
// messages.
func TestWhatWasNotAnnouncedIsAfterTheNextStart(t *testing.T) {
	t.Parallel()
	h, ch, first, second := started(t, setup{}, "en-US", nil)
	fault := h.discord.Faults().REST(localdiscord.RESTFault{Method: "POST", Path: `^/channels/\d+/messages`, Status: 503})
	before := len(ch.Messages())
	cell, err := first.pick(ch, "garden remove", nil, "cell")
	require.NoError(t, err)
	require.NoError(t, first.act(ch, "remove", localdiscord.Args{"cell": cell}))
	h.eventually("it is tried", func() bool { return fault.Hits() > 1 })
	require.NoError(t, h.stop())
	require.Len(t, ch.Messages(), before)
	fault.Remove()
	h.startAgain()
	h.settle()
	require.Len(t, ch.Messages(), before+1)
	require.Len(t, second.Pings(), 1)
	h.clean()
}

// TestAPanelWorksAfterARestart presses what was shown before a restart.
func TestAPanelWorksAfterARestart(t *testing.T) {
	t.Parallel()
	h, ch, first, _ := started(t, setup{}, "en-US", nil)
	panel := must(t)(first.openPanel(ch, nil))
	menus, _ := controls(panel)
	require.NoError(t, h.stop())
	h.startAgain()
	m := must(t)(first.choose(panel, menus[0].CustomID, menus[0].Options[0].Value))
	require.False(t, first.refused(m) || first.movedOn(m), m.Content)
	require.Equal(t, 1, h.moves(ch))
	h.clean()
}

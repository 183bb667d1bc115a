package faults_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine"
	"amytis/engine/table"
)

// TestKilledBotLosesAndRepeatsNothing kills the real program sooner or later after a turn was
// acknowledged, so before it is announced, meanwhile, or afterwards. Then a player resigns.
func TestKilledBotLosesAndRepeatsNothing(t *testing.T) {
	p := harness.NewKillable(t, harness.Gardens)
	people, ch := p.NewPlayers(2), p.Guild.AddChannel("gardens")
	p.At(ch).Open(nil, people)
	called := func() (next *harness.Player) {
		p.Eventually("the player in turn is pinged", func() bool {
			i := slices.IndexFunc(people, func(p *harness.Player) bool { return p.Inbox.Pending() })
			if i >= 0 {
				next = people[i]
			}
			return i >= 0
		})
		return next
	}
	for _, after := range []time.Duration{0, 3, 10, 30} {
		next := called()
		next.Inbox.TakePing()
		next.MustRemoveTile(ch)
		time.Sleep(after * time.Millisecond)
		p.KillAndRestart()
	}
	loser := called()
	loser.MustClick(loser.MustCommand(ch, "game resign", nil), loser.T("bot.button.resign"))
	p.Eventually("the end is announced and older messages have lost their buttons", func() bool {
		return p.At(ch).Won() && p.At(ch).OnlyLastHasButtons()
	})
	p.TerminateAndOpen()
	p.At(ch).CheckFinished(people)
}

// TestKilledBotOpensASoloGameOnce kills the real program soon after /game solo was sent. Ana asks
// again after the restart. Then there is one table, at which she plays.
func TestKilledBotOpensASoloGameOnce(t *testing.T) {
	p := harness.NewKillable(t, harness.Babel)
	ana := p.NewPlayer("Ana", "en-US")
	ana.ByPanel, ana.Patient, ana.Retries = true, true, 20
	var channels []*localdiscord.Channel
	for i, after := range []time.Duration{2, 10} {
		ch := p.Guild.AddChannel("solo-" + strconv.Itoa(i))
		channels = append(channels, ch)
		args := localdiscord.Args{"game": "babel", "level": "5"}
		_, err := ana.Slash(context.Background(), ch, "game solo", args)
		require.NoError(t, err)
		time.Sleep(after * time.Millisecond)
		p.KillAndRestart()

		p.Eventually("the program answers", func() bool {
			panel, err := ana.Command(ch, "game solo", args)
			if err == nil && ana.Refused(panel) {
				refusal, _, _ := strings.Cut(ana.T("table.refused.channel_taken", "link", "\n"), "\n")
				require.True(t, strings.HasPrefix(panel.Content, "⛔ "+refusal), panel.Content)
			}
			return err == nil
		})
		require.NoError(t, ana.TakeTurn(ch))
		require.Len(t, ch.Messages(), 1, "the table")
	}
	p.TerminateAndOpen()
	p.CheckClean()
	p.CheckStore()
	open, err := p.Store.Playing(t.Context(), p.GuildID(), 0)
	require.NoError(t, err)
	require.Len(t, open, len(channels))
	var acked []table.Event
	for _, ch := range channels {
		require.Contains(t, open, p.At(ch).ID())
		now, log := p.At(ch).Load()
		require.Len(t, now.Players, 2)
		require.True(t, now.Solo(), "one person plays against the computer")
		acked = append(acked, log...)
	}
	ana.Acks.Check(acked)
}

// TestBotKilledWhileComputersThinkLosesAndRepeatsNoTurn kills the real program at several times
// after Ana has ended a turn, while two computers of the highest level answer.
func TestBotKilledWhileComputersThinkLosesAndRepeatsNoTurn(t *testing.T) {
	p := harness.NewKillable(t, harness.Towers)
	ana := p.NewPlayer("Ana", "en-US")
	ana.ByPanel, ana.Patient, ana.Retries = true, true, 20
	ch := p.Guild.AddChannel("towers")
	at := p.At(ch)
	at.Open(localdiscord.Args{"game": "towers"}, []*harness.Player{ana}, 5, 5)
	kills := []time.Duration{10, 60, 140} // such a game has five turns each
	for _, after := range kills {
		takeWholeTurn(t, ana, ch)
		time.Sleep(after * time.Millisecond)
		p.KillAndRestart()
	}
	takeWholeTurn(t, ana, ch)
	p.Eventually("the table message is there", func() bool { return at.OnlyLastHasButtons() })
	p.TerminateAndOpen()
	p.CheckClean()
	p.CheckStore()
	now, log := at.Load()
	ana.Acks.Check(log)
	seat := now.Seat(ana.UserID())
	turns := map[engine.Seat]int{}
	for _, m := range now.Moves {
		require.Equal(t, now.Player(m.Move.Seat).User, m.By)
		if now.Game.Info().VerbInfo(m.Move.Verb).Ends {
			turns[m.Move.Seat]++
		}
	}
	require.GreaterOrEqual(t, turns[seat], 2, "Ana may have taken turns back")
	for _, computer := range now.Computers().Slice() {
		require.InDelta(t, turns[seat], turns[computer], 1, "every computer answers each turn once")
	}
}

// takeWholeTurn plays until the player has ended a turn. The player looks again while computers
// play.
func takeWholeTurn(t *testing.T, p *harness.Player, ch *localdiscord.Channel) {
	t.Helper()
	late := make(chan struct{})
	defer time.AfterFunc(harness.Patience, func() { close(late) }).Stop()
	p.Over = late
	for before := p.Acks.Len(); p.Acks.Len() == before || p.Acks.List[p.Acks.Len()-1].Parts[0] != "done"; {
		require.NoError(t, p.TakeTurn(ch), "%v, %s", p.Acks.List, ch.Last().Text())
		select {
		case <-late:
			require.FailNow(t, "the turn does not end", "%v, %s", p.Acks.List, ch.Last().Text())
		default:
		}
	}
	p.Over = nil
}

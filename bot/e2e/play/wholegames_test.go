package play_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine/longrun"
)

// TestWholeGamesByCommandsAndPanels plays every game to its end, in the long run with the most
// players. The server and half of the players use different languages.
func TestWholeGamesByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	for i, v := range harness.Variants {
		if v.Name != v.Script.GameID {
			continue // the options of other variants are known below
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Locale: harness.Locale(i + 1), Seed: 65, Script: v.Script})
			people := env.NewPlayers(longrun.Choose(v.MinPlayers, v.MaxPlayers), harness.Locale(i))
			for n, p := range people {
				p.ByPanel = n%2 == 1
			}
			stranger := env.NewPlayer("Eve", "en-US")
			ch := env.Guild.AddChannel("games")
			env.At(ch).Open(v.Options, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people, stranger)
			checkLeaderboard(env, ch, people)
		})
	}
}

// TestWholeGamesByPanelsAlone plays every game, and in the long run every variant that is not live,
// in a forum, without a slash command, except the one that opens it. Players wander with cursors,
// choose in steps, undo, answer questions with no, look at boards and click outdated panels.
func TestWholeGamesByPanelsAlone(t *testing.T) {
	t.Parallel()
	var ran, boards, more, outdated atomic.Int64 // of all games: one may be short, and most panels are refreshed in time
	t.Cleanup(func() {
		if int(ran.Load()) < len(games.All) {
			return // -run chose some
		}
		assert.Positive(t, boards.Load(), "looks at boards")
		assert.Positive(t, more.Load(), "looks at more")
		assert.Positive(t, outdated.Load(), "clicks on outdated panels")
	})
	for i, v := range harness.Variants {
		if v.Script.Live || v.Name != v.Script.GameID && !longrun.On() {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Seed: uint64(90 + i), Script: v.Script})
			people := env.NewPlayers(min(longrun.Choose(v.MinPlayers, 3), v.MaxPlayers))
			for _, p := range people {
				p.ByPanel = true
				p.Extras = &harness.ExtraClicks{}
			}
			forum := env.Guild.AddForum("games", false, v.Script.GameID, "Open seat", "Running", "Over")
			ch := env.At(people[0].Post(forum, "Who plays?")).OpenThread(v.Options, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people)
			ran.Add(1)
			for _, p := range people {
				boards.Add(int64(p.Extras.Boards))
				more.Add(int64(p.Extras.More))
				outdated.Add(int64(p.Extras.Outdated))
			}
		})
	}
}

// TestLiveGamesArePlayedByAllAtOnce has all players act at the same time, by commands and by
// panels, while the bot restarts.
func TestLiveGamesArePlayedByAllAtOnce(t *testing.T) {
	t.Parallel()
	for _, v := range harness.Variants {
		if !v.Script.Live {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t, harness.Options{
				Seed: 70, Script: v.Script,
				// A player waits that long for what a stopping bot has lost, and the others for the
				// player.
				Discord: localdiscord.Options{AnswerWithin: harness.Slowness * 3 * time.Second},
			})
			people := env.NewPlayers(v.MinPlayers)
			for n, p := range people {
				p.ByPanel = n%2 == 0
				p.Patient = true
			}
			ch := env.Guild.AddChannel("games")
			env.At(ch).Open(v.Options, people)
			stop := env.Bot.RestartEvery(harness.Slowness*time.Second, 2)
			env.At(ch).PlayToEnd(people)
			stop()
			env.At(ch).CheckFinished(people)
			checkLeaderboard(env, ch, people)
		})
	}
}

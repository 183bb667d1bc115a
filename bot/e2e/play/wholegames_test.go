package play_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/engine/longrun"
)

func TestMain(m *testing.M) { harness.Main(m) }

// TestWholeGamesByCommandsAndPanels plays every game to its end, in the long run with the most
// players. The server and half of the players use different languages. The interactions of every
// other game come by HTTP.
func TestWholeGamesByCommandsAndPanels(t *testing.T) {
	t.Parallel()
	for i, v := range harness.Variants {
		if v.Name != v.Game {
			continue // the options of other variants are known below
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t,
				harness.Options{Locale: harness.Locale(i + 1), Seed: 65, Variant: v, ByHTTP: i%2 == 1})
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
// choose in steps, undo, and answer questions with no.
func TestWholeGamesByPanelsAlone(t *testing.T) {
	t.Parallel()
	for i, v := range harness.Variants {
		if v.Live || v.Name != v.Game && !longrun.On() {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t, harness.Options{Seed: uint64(90 + i), Variant: v})
			people := env.NewPlayers(min(longrun.Choose(v.MinPlayers, 3), v.MaxPlayers))
			for _, p := range people {
				p.ByPanel = true
			}
			forum := env.Guild.AddForum("games", false, v.Game, "Open seat", "Running", "Over")
			ch := env.At(people[0].Post(forum, "Who plays?")).OpenThread(v.Options, people)
			env.At(ch).PlayToEnd(people)
			env.At(ch).CheckFinished(people)
		})
	}
}

// TestLiveGamesArePlayedByAllAtOnce plays by commands and panels, while the bot restarts.
func TestLiveGamesArePlayedByAllAtOnce(t *testing.T) {
	t.Parallel()
	for _, v := range harness.Variants {
		if !v.Live {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			env := harness.New(t, harness.Options{
				Seed: 70, Variant: v,
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
			restarted := make(chan struct{})
			go func() {
				defer close(restarted)
				for range 2 {
					time.Sleep(harness.Slowness * time.Second)
					assert.NoError(t, env.Bot.Stop())
					env.Bot.Start()
				}
			}()
			env.At(ch).PlayToEnd(people)
			<-restarted
			env.At(ch).CheckFinished(people)
			checkLeaderboard(env, ch, people)
		})
	}
}

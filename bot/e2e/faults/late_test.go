package faults_test

import (
	"context"
	"math"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/store"
	"amytis/store/storetest"
)

// slowStore is a store on a slow disk.
type slowStore struct {
	// deferrals counts the interactions that the bot has answered or deferred.
	deferrals atomic.Int64
	// reading and writing are how many of them reads and commits wait for.
	reading, writing atomic.Int64
}

// noDeferral is more interactions than any test makes.
const noDeferral = math.MaxInt64

func (s *slowStore) wrap(inner store.Store) store.Store {
	wait := map[string]*atomic.Int64{
		"Header": &s.reading, "Settings": &s.reading, "ChangeSettings": &s.reading, "ChangePreferences": &s.reading,
		"Commit": &s.writing,
	}
	return &storetest.Hooked{Store: inner, Before: func(ctx context.Context, call string) error {
		for part := wait[call]; part != nil && s.deferrals.Load() < part.Load() && ctx.Err() == nil; {
			time.Sleep(time.Millisecond)
		}
		return nil
	}}
}

// untilDeferred has reads or commits wait until the bot has deferred one more interaction.
func (s *slowStore) untilDeferred(part *atomic.Int64) { part.Store(s.deferrals.Load() + 1) }

// slow returns options for a bot with a store that can be slow. The bot defers early.
func slow() (*slowStore, harness.Options) {
	disk := &slowStore{}
	return disk, harness.Options{
		WrapStore: disk.wrap, DeferAfter: 100 * time.Millisecond, Discord: localdiscord.Options{
			OnTraffic: func(m localdiscord.Traffic) {
				if m.Kind == "rest" && strings.HasSuffix(m.Path, "/callback") && m.Status < http.StatusBadRequest {
					disk.deferrals.Add(1)
				}
			},
		},
	}
}

func TestSlowStoreLosesNoConfirmation(t *testing.T) {
	t.Parallel()
	for name, byPanel := range map[string]bool{"command": false, "panel": true} {
		t.Run(name, func(t *testing.T) {
			disk, options := slow()
			env, ch, first, _ := harness.StartedGame(t, options, nil)
			panel := first.MustOpenPanel(ch)
			disk.untilDeferred(&disk.writing)
			var done *localdiscord.Message
			if byPanel {
				done = first.MustChooseFirst(panel)
				require.Equal(t, panel.ID, done.ID, "the panel is changed in place")
				require.NotEqual(t, panel.Content, done.Content)
			} else {
				now := env.At(ch).Now()
				command, args := harness.CommandOf(now.Game, now.State.Sound(now.Turn().Slice()[0], nil)[0])
				done = first.MustCommand(ch, command, args)
				require.NotEmpty(t, done.Pictures())
				require.True(t, done.Ephemeral(), "nobody else sees the answer: %s", done.Content)
			}
			disk.writing.Store(0)
			require.False(t, first.Refused(done), done.Content)
			require.Equal(t, 1, env.At(ch).Moves())
		})
	}
	t.Run("lobby", func(t *testing.T) {
		disk, options := slow()
		env := harness.New(t, options)
		ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de")
		ch := env.Guild.AddChannel("gardens")
		disk.untilDeferred(&disk.writing)
		ana.MustCommand(ch, "game new", nil)
		disk.writing.Store(0)
		env.Settle()
		lobby := ch.Last()
		disk.untilDeferred(&disk.reading)
		joined := bo.MustClick(lobby, env.Words.Say("bot.button.join"))
		require.Equal(t, lobby.ID, joined.ID, "the lobby is changed in place")
		require.Contains(t, joined.Text(), "• Bo")
		disk.untilDeferred(&disk.reading)
		refused := bo.MustClick(lobby, env.Words.Say("bot.button.start"))
		disk.reading.Store(0)
		bo.CheckRefused(refused, "not_host")
		require.True(t, refused.Ephemeral(), "only Bo sees the refusal")
	})
}

// lateWorld is an environment with a slow store, in which Discord's clock can be put forward.
type lateWorld struct {
	*harness.Env
	disk  *slowStore
	ahead atomic.Int64
}

func newLateWorld(t *testing.T) *lateWorld {
	disk, options := slow()
	w := &lateWorld{disk: disk}
	options.Discord.Now = func() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }
	w.Env = harness.New(t, options)
	return w
}

// miss does something while Discord accepts no answer and the store is so slow that the player is
// told that nobody answered. It returns when the bot has given up. The bot learns the time from
// Discord's answers to a command of another member.
func (w *lateWorld) miss(do func() error, member *harness.Player, ch *localdiscord.Channel) {
	down := w.Discord.Faults().REST(localdiscord.RESTFault{
		Path: `/callback$`, Status: http.StatusTooManyRequests, RetryAfter: time.Millisecond,
	})
	w.disk.reading.Store(noDeferral)
	done := make(chan error, 1)
	go func() { done <- do() }()
	w.Eventually("a deferral is tried", func() bool { return down.Hits() > 0 })
	w.ahead.Store(int64(harness.AnswerTime + 2*time.Second)) // the bot knows Discord's time to the second
	tries := down.Hits()
	_, err := member.Slash(w.Context(), ch, "game status", nil)
	require.NoError(w, err)
	w.Eventually("Discord tells the time", func() bool { return down.Hits() > tries })
	time.Sleep(200 * time.Millisecond) // the bot reads it in no time
	w.Discord.GiveUpInteractions()
	require.ErrorIs(w, <-done, harness.ErrFailed)
	down.Remove()
	w.disk.reading.Store(0)
	w.Eventually("the bot gives up both", func() bool {
		return strings.Count(w.BotLog.Text(), "too late to answer") == 2
	})
}

func TestChangeBegunTooLateIsNotMade(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(p *harness.Player, ch *localdiscord.Channel) error{
		"join": func(p *harness.Player, ch *localdiscord.Channel) error {
			_, err := p.Click(ch.Last(), "Join")
			return err
		},
		"settings": func(p *harness.Player, ch *localdiscord.Channel) error {
			_, err := p.Command(ch, "settings", localdiscord.Args{"pings": "name"})
			return err
		},
		"me quiet": func(p *harness.Player, ch *localdiscord.Channel) error {
			_, err := p.Command(ch, "me quiet", localdiscord.Args{"from": 22, "to": 8, "zone": "0"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newLateWorld(t)
			ana, mara, ch := w.NewPlayer("Ana", "en-US"), w.NewManager("Mara", "en-US"), w.Guild.AddChannel("gardens")
			ana.MustCommand(ch, "game new", nil)
			w.Settle()
			w.miss(func() error { return do(mara, ch) }, ana, ch)
			require.Len(t, w.At(ch).Now().Players, 1, "Discord has shown the press as failed")
			require.Zero(t, w.Settings())
			require.Zero(t, w.Preferences(mara))
			w.Discord.ForgetViolations()
			require.NoError(t, do(mara, ch))
		})
	}
}

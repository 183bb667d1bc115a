package faults_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/engine/table"
	"amytis/store"
)

// slowStore is a store on a slow disk.
type slowStore struct {
	store.Store
	reading, writing atomic.Int64 // pauses
}

func (s *slowStore) wrap(inner store.Store) store.Store {
	s.Store = inner
	return s
}

func (s *slowStore) Header(ctx context.Context, id table.ID) (store.Header, error) {
	time.Sleep(time.Duration(s.reading.Load()))
	return s.Store.Header(ctx, id)
}

func (s *slowStore) Settings(ctx context.Context, guild table.GuildID) (store.Settings, error) {
	time.Sleep(time.Duration(s.reading.Load()))
	return s.Store.Settings(ctx, guild)
}

func (s *slowStore) ChangeSettings(
	ctx context.Context, guild table.GuildID, change func(settings *store.Settings) error,
) error {
	time.Sleep(time.Duration(s.reading.Load()))
	return s.Store.ChangeSettings(ctx, guild, change)
}

func (s *slowStore) ChangePreferences(
	ctx context.Context, user table.UserID, change func(p *store.Preferences) error,
) error {
	time.Sleep(time.Duration(s.reading.Load()))
	return s.Store.ChangePreferences(ctx, user, change)
}

func (s *slowStore) Commit(ctx context.Context, c store.Commit) error {
	time.Sleep(time.Duration(s.writing.Load()))
	return s.Store.Commit(ctx, c)
}

// tooLong is longer than Discord waits for the answer to an interaction.
const tooLong = 3500 * time.Millisecond

// slow returns options for a bot with a slow store, to which Discord is as impatient as always.
func slow() (*slowStore, harness.Options) {
	disk := &slowStore{}
	return disk, harness.Options{
		Discord: localdiscord.Options{AnswerWithin: 3 * time.Second}, WrapStore: disk.wrap,
	}
}

func TestSlowStoreLosesNoConfirmation(t *testing.T) {
	t.Parallel()
	t.Run("command", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		env, ch, first, _ := harness.StartedGame(t, options, "fr", nil)
		sub, args := legalMove(env, ch)
		disk.writing.Store(int64(tooLong))
		done := first.MustCommand(ch, sub, args)
		disk.writing.Store(0)
		require.False(t, first.Refused(done), done.Content)
		require.NotEmpty(t, done.Pictures())
		require.True(t, done.Ephemeral())
		require.Equal(t, 1, env.At(ch).Moves())
		env.CheckClean()
	})
	t.Run("panel", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		env, ch, first, _ := harness.StartedGame(t, options, "es-ES", nil)
		panel := first.MustOpenPanel(ch)
		menus, buttons := harness.PanelControls(panel)
		disk.writing.Store(int64(tooLong))
		var done *localdiscord.Message
		if len(buttons) > 0 {
			done = first.MustClick(panel, buttons[0].Label)
		} else {
			done = first.MustChoose(panel, menus[0].CustomID, menus[0].Options[0].Value)
		}
		disk.writing.Store(0)
		require.Equal(t, panel.ID, done.ID, "the panel is changed in place")
		require.NotEqual(t, panel.Content, done.Content)
		require.Equal(t, 1, env.At(ch).Moves())
		env.CheckClean()
	})
	t.Run("lobby", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		env := harness.New(t, options)
		ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de")
		ch := env.Guild.AddChannel("gardens")
		disk.writing.Store(int64(tooLong))
		ana.MustCommand(ch, "game new", nil)
		disk.writing.Store(0)
		env.Settle()
		lobby := ch.Last()
		disk.reading.Store(int64(tooLong) / 2) // twice in a press
		joined := bo.MustClick(lobby, env.Words.T("bot.button.join", nil))
		require.Equal(t, lobby.ID, joined.ID, "the lobby is changed in place")
		require.Contains(t, joined.Text(), "• Bo")
		refused := bo.MustClick(lobby, env.Words.T("bot.button.start", nil))
		disk.reading.Store(0)
		require.Equal(t, "⛔ "+bo.T("table.refused.not_host"), refused.Content)
		require.True(t, refused.Ephemeral())
		env.CheckClean()
	})
	t.Run("slow answers", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		options.Discord.AnswerWithin = 5 * time.Second // leaves a busy machine time for the deferral
		env, ch, first, _ := harness.StartedGame(t, options, "de", nil)
		callbacks := env.Discord.Faults().REST(localdiscord.RESTFault{Path: `/callback$`, Delay: 2 * time.Second})
		first.MustCommand(ch, "game status", nil) // the bot sees how slow Discord is
		sub, args := legalMove(env, ch)
		disk.writing.Store(int64(3200 * time.Millisecond)) // the answer alone would come after 5.2 s
		done := first.MustCommand(ch, sub, args)
		disk.writing.Store(0)
		callbacks.Remove()
		require.False(t, first.Refused(done), done.Content)
		require.Equal(t, 1, env.At(ch).Moves())
		env.CheckClean()
	})
	t.Run("public command", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		env, ch, first, _ := harness.StartedGame(t, options, "en-US", nil)
		disk.reading.Store(int64(tooLong))
		board := first.MustCommand(ch, "board", localdiscord.Args{"public": true})
		disk.reading.Store(0)
		require.False(t, board.Ephemeral())
		require.NotEmpty(t, board.Pictures())
		env.CheckClean()
	})
	t.Run("several pictures", func(t *testing.T) {
		t.Parallel()
		disk, options := slow()
		env, ch, first, _ := harness.StartedGame(t, options, "en-US", nil)
		disk.reading.Store(int64(tooLong))
		all := first.MustCommand(ch, "board", localdiscord.Args{"view": "all"})
		disk.reading.Store(0)
		require.False(t, all.V2(), "an edit cannot bring pictures for galleries")
		require.Greater(t, len(all.Pictures()), 1)
		env.CheckPictures(all)
		env.CheckClean()
	})
}

// legalMove returns a turn command and its arguments for a legal move.
func legalMove(env *harness.Env, ch *localdiscord.Channel) (command string, args localdiscord.Args) {
	now := env.At(ch).Now()
	sub, args := harness.CommandOf(now.Game, now.State.Sound(now.Turn().Slice()[0], nil)[0])
	return now.Game.Info().Command + " " + sub, args
}

// TestChangeBegunTooLateIsNotMade has Discord answer no deferral, and the store read so slowly that
// the player has been told that nobody answered.
func TestChangeBegunTooLateIsNotMade(t *testing.T) {
	t.Parallel()
	disk, options := slow()
	env := harness.New(t, options)
	ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de")
	ch := env.Guild.AddChannel("gardens")
	ana.MustCommand(ch, "game new", nil)
	env.Settle()
	down := env.Discord.Faults().REST(localdiscord.RESTFault{Path: `/callback$`, Status: http.StatusBadGateway})
	disk.reading.Store(int64(tooLong))
	_, err := bo.Click(ch.Last(), env.Words.T("bot.button.join", nil))
	require.ErrorIs(t, err, harness.ErrFailed)
	down.Remove()
	disk.reading.Store(0)
	env.Eventually("the bot gives up", func() bool { return strings.Contains(env.BotLog.Text(), "too late to answer") })
	require.Len(t, env.At(ch).Now().Players, 1, "Discord has shown the press as failed")
	env.Discord.ForgetViolations()
	bo.MustClick(ch.Last(), env.Words.T("bot.button.join", nil))
	require.Len(t, env.At(ch).Now().Players, 2)
	env.CheckClean()
}

// TestSettingsAreNotChangedTooLate is TestChangeBegunTooLateIsNotMade for settings.
func TestSettingsAreNotChangedTooLate(t *testing.T) {
	t.Parallel()
	for command, args := range map[string]localdiscord.Args{
		"settings": {"pings": "name"}, "me quiet": {"from": 22, "to": 8, "zone": "0"},
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			disk, options := slow()
			env := harness.New(t, options)
			mara, ch := env.NewManager("Mara", "en-US"), env.Guild.AddChannel("gardens")
			down := env.Discord.Faults().REST(localdiscord.RESTFault{Path: `/callback$`, Status: http.StatusBadGateway})
			disk.reading.Store(int64(tooLong))
			_, err := mara.Command(ch, command, args)
			require.ErrorIs(t, err, harness.ErrFailed)
			down.Remove()
			disk.reading.Store(0)
			env.Eventually("the bot gives up", func() bool {
				return strings.Contains(env.BotLog.Text(), "too late to answer")
			})
			settings, err := env.Store.Settings(t.Context(), table.GuildID(harness.Snowflake(env.Guild.ID)))
			require.NoError(t, err)
			require.Zero(t, settings)
			preferences, err := env.Store.Preferences(t.Context(), mara.UserID())
			require.NoError(t, err)
			require.Zero(t, preferences)
		})
	}
}

// TestOldInteractionsChangeNothingWhateverTheHostsClockSays delivers presses and commands late to a
// bot whose clock is right, or wrong by ten minutes.
func TestOldInteractionsChangeNothingWhateverTheHostsClockSays(t *testing.T) {
	t.Parallel()
	for name, wrong := range map[string]time.Duration{
		"right": 0, "ten minutes behind": 10 * time.Minute, "ten minutes ahead": -10 * time.Minute,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, options := slow()
			options.WrapStore = nil
			options.Discord.Now = func() time.Time { return time.Now().Add(wrong) }
			env := harness.New(t, options)
			ana, bo := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "fr")
			ch, other := env.Guild.AddChannel("gardens"), env.Guild.AddChannel("other")
			ana.MustCommand(ch, "game new", nil)
			env.Settle()
			faults := env.Discord.Faults()
			faults.LateInteractions(2)
			_, err := bo.Click(ch.Last(), env.Words.T("bot.button.join", nil))
			require.ErrorIs(t, err, harness.ErrFailed)
			_, err = bo.Command(other, "game new", nil)
			require.ErrorIs(t, err, harness.ErrFailed)
			time.Sleep(tooLong + time.Second) // the bot knows Discord's time to the second
			faults.ReleaseEvents()
			env.Eventually("the bot has refused both", func() bool {
				return strings.Count(env.BotLog.Text(), "too late to answer") == 2
			})
			require.Len(t, env.At(ch).Now().Players, 1)
			_, err = env.Store.LastTable(t.Context(), table.ChannelID(harness.Snowflake(other.ID)))
			require.ErrorIs(t, err, store.ErrNotFound)
			env.Discord.ForgetViolations()

			bo.MustClick(ch.Last(), env.Words.T("bot.button.join", nil))
			bo.MustCommand(other, "game new", nil)
			env.CheckClean()
		})
	}
}

package faults_test

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/session"
	"amytis/store"
)

// failingNotes is a store that cannot write the note of the bot's instance name for a while.
type failingNotes struct {
	store.Store
	failures atomic.Int64
}

func (d *failingNotes) SetNote(ctx context.Context, name, value string) error {
	if name == "instance" && d.failures.Add(-1) >= 0 {
		return errors.New("no space left")
	}
	return d.Store.SetNote(ctx, name, value)
}

// TestBotThatCannotStoreItsInstanceNameAnnouncesLater fails the first write of the bot.
func TestBotThatCannotStoreItsInstanceNameAnnouncesLater(t *testing.T) {
	t.Parallel()
	notes := &failingNotes{}
	notes.failures.Store(2)
	env, ch, first, _ := harness.StartedGame(t, harness.Options{
		WrapStore: func(s store.Store) store.Store { notes.Store = s; return notes },
	}, "en-US", nil)
	require.Negative(t, notes.failures.Load())
	require.Len(t, env.BotLog.Errors(), 2, "the failures are in the log")
	env.BotLog.ForgetErrors()
	first.MustRemoveTile(ch)
	env.CheckClean()
}

// TestCommandsThatDiscordRefusesAreRegisteredLater has Discord fail when the bot registers its
// commands.
func TestCommandsThatDiscordRefusesAreRegisteredLater(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	require.NoError(t, env.Bot.Stop())
	require.NoError(t, env.Store.SetNote(context.Background(), "commands:"+env.Discord.BotID(),
		"the commands of an older program"))
	armed := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: "PUT", Path: "/commands", Times: 2, Status: http.StatusServiceUnavailable,
	})
	env.Bot.StartAgain()
	require.Equal(t, 2, armed.Hits())
	require.Contains(t, env.BotLog.Text(), session.InstallLink(env.Discord.ApplicationID(), ""))
	env.CheckClean()
}

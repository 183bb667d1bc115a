package bot_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store"
)

// fullDisk is a store that takes no notes for a while.
type fullDisk struct {
	store.Store
	refuses atomic.Int64
}

func (d *fullDisk) SetNote(ctx context.Context, name, value string) error {
	if name == "instance" && d.refuses.Add(-1) >= 0 {
		return errors.New("no space left")
	}
	return d.Store.SetNote(ctx, name, value)
}

// TestABotThatCannotTakeItsNameAnnouncesLater has the first thing fail that the bot
// wants to write.
func TestABotThatCannotTakeItsNameAnnouncesLater(t *testing.T) {
	t.Parallel()
	disk := &fullDisk{}
	disk.refuses.Store(2)
	h, ch, first, _ := started(t, setup{between: func(s store.Store) store.Store { disk.Store = s; return disk }}, "en-US", nil)
	require.Negative(t, disk.refuses.Load())
	require.Len(t, h.log.faults(), 2, "it is in the log")
	h.log.forget()
	h.removes(first, ch)
	h.clean()
}

// TestCommandsThatDiscordDoesNotTakeAreRegisteredLater has Discord fail when the bot
// registers its commands.
func TestCommandsThatDiscordDoesNotTakeAreRegisteredLater(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	h.eventually("the commands are registered", func() bool { return strings.Contains(h.log.text.String(), "msg=connected ") })
	require.NoError(t, h.stop())
	require.NoError(t, h.db.SetNote(context.Background(), "commands:"+h.discord.BotID(), "those of an older program"))
	armed := h.discord.Faults().REST(localdiscord.RESTFault{Method: "PUT", Path: "/commands", Times: 2, Status: http.StatusServiceUnavailable})
	h.startAgain()
	h.eventually("the commands are registered", func() bool {
		return strings.Count(h.log.text.String(), "msg=connected ") == 2
	})
	require.Equal(t, 2, armed.Hits())
	h.clean()
}

package discord

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dispatch gives an event to its handler and returns when that is done.
func (c *Client) dispatch(name, data string) {
	if handle := c.admitEvent(name, []byte(data)); handle != nil {
		handle()
	}
}

// handling returns a client that handles events, and its log.
func handling(t *testing.T, h Handlers) (*Client, *bytes.Buffer) {
	cfg, log := quick(""), new(bytes.Buffer)
	cfg.Logger = slog.New(slog.NewTextHandler(log, nil))
	h.Interactions = ignoring.Interactions
	c, err := New(cfg, h)
	require.NoError(t, err)
	c.handling = t.Context()
	return c, log
}

func TestPanicInAnyOtherHandlerIsSurvived(t *testing.T) {
	e, log := handling(t, Handlers{GuildGone: func(context.Context, string) { panic("the roof is on fire") }})
	e.dispatch("GUILD_DELETE", `{"id":"1"}`)
	assert.Contains(t, log.String(), "the roof is on fire")
}

func TestChangesCallPlaceChangedWithTheirPlace(t *testing.T) {
	var seen []string
	e, _ := handling(t, Handlers{PlaceChanged: func(_ context.Context, guild, place string, now Sight) {
		seen = append(seen, fmt.Sprint(guild, " ", place, " ", now == Visible))
	}})
	e.dispatch("CHANNEL_UPDATE", `{"id":"9","guild_id":"1"}`)
	e.dispatch("CHANNEL_UPDATE", `{"id":"9","guild_id":"1","name":"___hidden___","flags":131072,"last_message_id":null}`)
	e.dispatch("THREAD_CREATE", `{"id":"9","guild_id":"2"}`)
	e.dispatch("THREAD_UPDATE", `{"id":"9","guild_id":"2","thread_metadata":{"locked":true}}`)
	e.dispatch("GUILD_ROLE_UPDATE", `{"guild_id":"3","role":{"id":"9"}}`)
	e.dispatch("GUILD_ROLE_DELETE", `{"guild_id":"3","role_id":"9"}`)
	e.dispatch("GUILD_MEMBER_UPDATE", `{"guild_id":"4","user":{"id":"9"}}`)
	e.dispatch("CHANNEL_UPDATE", `{"id":"9"}`)
	assert.Equal(t, []string{"1 9 true", "1 9 false", "2 9 true", "2 9 false", "3  true", "3  true", "4  true"}, seen)
}

func TestServerOutageDoesNotCountAsRemoval(t *testing.T) {
	var seen []string
	e, _ := handling(t, Handlers{
		GuildSeen: func(_ context.Context, g *discordgo.Guild) { seen = append(seen, "seen "+g.ID) },
		GuildGone: func(_ context.Context, id string) { seen = append(seen, "gone "+id) },
		PlaceGone: func(_ context.Context, guild, id, parent string) {
			seen = append(seen, fmt.Sprint("place ", guild, " ", id, " in ", parent))
		},
	})
	e.dispatch("GUILD_DELETE", `{"id":"1","unavailable":true}`)
	e.dispatch("GUILD_CREATE", `{"id":"1","unavailable":true}`)
	e.dispatch("GUILD_CREATE", `{"id":"1"}`)
	e.dispatch("CHANNEL_DELETE", `{"id":"2","guild_id":"1","type":0,"parent_id":"7"}`)
	e.dispatch("THREAD_DELETE", `{"id":"3","guild_id":"1","type":11,"parent_id":"4"}`)
	e.dispatch("GUILD_DELETE", `{"id":"1"}`)
	assert.Equal(t, []string{"seen 1", "place 1 2 in ", "place 1 3 in 4", "gone 1"}, seen)
}

func TestEventsWithoutDataAreNotHandled(t *testing.T) {
	e, _ := handling(t, Handlers{
		GuildSeen: func(context.Context, *discordgo.Guild) { t.Error("there is no server") },
		GuildGone: func(context.Context, string) { t.Error("there is no server") },
	})
	for _, name := range []string{"GUILD_CREATE", "GUILD_DELETE", "GUILD_UPDATE"} {
		e.dispatch(name, "null")
		e.dispatch(name, "")
	}
}

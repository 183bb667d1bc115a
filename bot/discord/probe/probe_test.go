package probe

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest"
	"amytis/bot/localdiscord"
)

func newProbe(t *testing.T) (*Probe, *localdiscord.Server) {
	t.Helper()
	discord, err := localdiscord.Start(localdiscord.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	p, err := New(rest.Config{Token: discord.Token(), BaseURL: discord.URL()})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p, discord
}

func TestProbeGivesUpOnASilentGateway(t *testing.T) {
	t.Parallel()
	p, discord := newProbe(t)
	require.NoError(t, p.Token(t.Context()))
	discord.Faults().Silent(true)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	require.ErrorContains(t, p.Gateway(ctx, 0, true), "no READY")
	assert.Zero(t, discord.Identifies())
}

func TestProbeOfTheGatewayIdentifiesOnlyIfAsked(t *testing.T) {
	t.Parallel()
	p, discord := newProbe(t)
	require.NoError(t, p.Token(t.Context()))
	require.NoError(t, p.Gateway(t.Context(), 0, false))
	assert.Zero(t, discord.Identifies())
	require.NoError(t, p.Gateway(t.Context(), 0, true))
	assert.Equal(t, 1, discord.Identifies())
	left, total := p.StartsLeft()
	assert.Equal(t, 1000, left, "as it was when Discord was asked")
	assert.Equal(t, 1000, total)
	assert.Empty(t, discord.Violations())
}

func TestProbeWaitsWhenDiscordAsksItTo(t *testing.T) {
	t.Parallel()
	p, discord := newProbe(t)
	discord.AddGuild("Babylon", "en-US")
	limited := discord.Faults().REST(localdiscord.RESTFault{
		Path: "^/users/@me/guilds", Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond, Times: 1,
	})
	guilds, err := p.Guilds(t.Context())
	require.NoError(t, err)
	require.Len(t, guilds, 1)
	assert.Equal(t, "Babylon", guilds[0].Name)
	assert.Equal(t, 1, limited.Hits())
}

// TestSkewIsWhatTheHeadersProve has headers that are cut to seconds, and slow answers.
func TestSkewIsWhatTheHeadersProve(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		date, sent, received time.Duration // from noon
		want                 time.Duration
	}{
		"the same second":           {0, 0, 0, 0},
		"cut to the second":         {0, 900 * time.Millisecond, 990 * time.Millisecond, 0},
		"a slow answer":             {5 * time.Second, 0, 10 * time.Second, 0},
		"ahead":                     {0, time.Minute, time.Minute, 59 * time.Second},
		"behind":                    {time.Minute, 0, 0, -time.Minute},
		"behind, by a slow answer":  {time.Minute, 0, 10 * time.Second, -50 * time.Second},
		"ahead, by a slow answer":   {0, time.Minute, 70 * time.Second, 59 * time.Second},
		"ahead by part of a second": {0, 1500 * time.Millisecond, 1500 * time.Millisecond, 500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &Probe{}
			_, known := p.Skew()
			assert.False(t, known, "Discord has not answered yet")
			p.saw(http.Header{"Date": {noon.Add(c.date).Format(http.TimeFormat)}}, noon.Add(c.sent), noon.Add(c.received))
			ahead, known := p.Skew()
			assert.True(t, known, "Discord's answer had a date")
			assert.Equal(t, c.want, ahead)
		})
	}
}

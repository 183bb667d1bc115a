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

func TestSkewIsThatOfDiscordsAnswers(t *testing.T) {
	t.Parallel()
	const wrong = time.Hour
	discord, err := localdiscord.Start(localdiscord.Options{Now: func() time.Time { return time.Now().Add(-wrong) }})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	p, err := New(rest.Config{Token: discord.Token(), BaseURL: discord.URL()})
	require.NoError(t, err)
	t.Cleanup(p.Close)
	_, known := p.Skew()
	assert.False(t, known, "Discord has not answered yet")
	require.NoError(t, p.Token(t.Context()))
	ahead, known := p.Skew()
	assert.True(t, known, "Discord's answer had a date")
	assert.InDelta(t, wrong, ahead, float64(2*time.Second))
}

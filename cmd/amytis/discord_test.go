package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// startDiscord starts a local Discord that the program connects to.
func startDiscord(t *testing.T, o localdiscord.Options) *localdiscord.Server {
	t.Helper()
	discord, err := localdiscord.Start(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, discord.Close()) })
	t.Setenv(tokenVariable, strings.TrimPrefix(discord.Token(), "Bot "))
	t.Setenv("AMYTIS_DISCORD_URL", discord.URL())
	return discord
}

func TestRefusedTokenHasItsOwnExitCode(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	t.Setenv(tokenVariable, "another")
	code, _, errs := amytis(t, "", "run", "--db", filepath.Join(t.TempDir(), "amytis.db"))
	assert.Equal(t, exitRefused, code)
	assert.Contains(t, errs, "does not accept the bot token")
	assert.Zero(t, discord.Identifies())
}

func TestTooFewConfiguredShardsHaveTheSameExitCode(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{GuildsPerShard: 1})
	// On two shards, as Discord recommends, each of these servers would be on its own.
	discord.AddGuild("Babylon", "en-US", strconv.FormatUint(275_000_000_000<<22, 10))
	discord.AddGuild("Babel", "en-US", strconv.FormatUint(275_000_000_001<<22, 10))
	t.Setenv("AMYTIS_SHARDS", "1")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	printed := &output{}
	db := filepath.Join(t.TempDir(), "amytis.db")
	code := run(ctx, []string{"run", "--db", db}, streams{strings.NewReader(""), printed, printed})
	assert.Equal(t, exitRefused, code)
	assert.Contains(t, printed.String(), "discord.shards")
}

// A service manager starts a program that ends again and again. Discord resets the token of a bot
// that identifies too often.
func TestCrashLoopDoesNotCostTheToken(t *testing.T) {
	const allowed = 4
	discord := startDiscord(t, localdiscord.Options{SessionStarts: allowed})
	db := filepath.Join(t.TempDir(), "amytis.db")
	for restart := range allowed + 1 {
		ctx, stop := context.WithCancel(context.Background())
		printed := &output{}
		code := make(chan int, 1)
		go func() {
			code <- run(ctx, []string{"run", "--db", db}, streams{strings.NewReader(""), printed, printed})
		}()
		identifies := min(restart+1, allowed-1)
		require.Eventually(t, func() bool {
			waits := strings.Contains(printed.String(), "used up: waiting")
			return discord.Identifies() == identifies && waits == (restart >= allowed-1)
		}, patience, time.Millisecond, "restart %d: %s", restart, printed)
		stop()
		require.Zero(t, <-code)
	}
	assert.Equal(t, allowed-1, discord.Identifies(), "one is left for emergencies")
	assert.Empty(t, discord.Violations())
}

func TestUnitFileForHostsPreventsUselessRestarts(t *testing.T) {
	hosting, err := os.ReadFile("HOSTING.md")
	require.NoError(t, err)
	assert.Contains(t, string(hosting), fmt.Sprintf("RestartPreventExitStatus=%d\n", exitRefused))
	assert.Contains(t, string(hosting), fmt.Sprintf("and %d if Discord refuses the bot", exitRefused))
}

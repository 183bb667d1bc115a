package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/store/bolt"
	"amytis/store/postgres/postgrestest"
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

// A service manager starts a program that ends again and again. Discord resets the token of a bot
// that identifies too often.
func TestCrashLoopDoesNotCostTheToken(t *testing.T) {
	const allowed = 4
	discord := startDiscord(t, localdiscord.Options{SessionStarts: allowed})
	for restart := range allowed + 1 {
		db := filepath.Join(t.TempDir(), "amytis.db") // that knows no session to resume
		printed, end := started(t, "run", "--db", db)
		identifies := min(restart+1, allowed-1)
		require.Eventually(t, func() bool {
			waits := strings.Contains(printed.String(), "used up: waiting")
			return discord.Identifies() == identifies && waits == (restart >= allowed-1)
		}, patience, time.Millisecond, "restart %d: %s", restart, printed)
		require.Zero(t, end())
	}
	assert.Equal(t, allowed-1, discord.Identifies(), "one is left for emergencies")
	assert.Empty(t, discord.Violations())
}

func TestUnitFileForHostsPreventsUselessRestarts(t *testing.T) {
	hosting, err := os.ReadFile("HOSTING.md")
	require.NoError(t, err)
	assert.Contains(t, string(hosting), fmt.Sprintf("RestartPreventExitStatus=%d\n", exitRefused))
	assert.Contains(t, string(hosting), fmt.Sprintf("and %d if starting the bot again cannot help", exitRefused))
	_, unit, _ := strings.Cut(string(hosting), "```ini\n")
	unit, _, _ = strings.Cut(unit, "```")
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "amytis.service")
	here := strings.Replace(unit, "/usr/local/bin/amytis", os.Args[0], 1)
	require.NoError(t, os.WriteFile(file, []byte(here), 0o600))
	out, err := exec.Command("systemd-analyze", "verify", file).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.NotContains(t, string(out), "amytis.service")
}

// A restart every few seconds would only fill the log.
func TestExitCodeTellsWhetherAnotherStartCanHelp(t *testing.T) {
	startDiscord(t, localdiscord.Options{})
	folder := t.TempDir()
	damaged, newer, used := filepath.Join(folder, "damaged.db"), soundStore(t), soundStore(t)
	require.NoError(t, os.WriteFile(damaged, bytes.Repeat([]byte("no store"), 4096), 0o600))
	putBehind(t, newer, "meta", "schema", []byte{0, 0, 1, 0})
	other, err := bolt.Open(used, bolt.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, other.Close()) })
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, taken.Close()) })
	for name, c := range map[string]struct {
		code int
		args []string
	}{
		"a wrong key":          {exitRefused, []string{"--config", writeTemp(t, "[limits]\ntables = 3\n")}},
		"no configuration":     {exitRefused, []string{"--config", filepath.Join(folder, "none.toml")}},
		"a wrong address":      {exitRefused, []string{"--http", "9420"}},
		"a wrong flag":         {exitRefused, []string{"--loud"}},
		"a damaged store":      {exitRefused, []string{"--db", damaged}},
		"a newer store":        {exitRefused, []string{"--db", newer}},
		"a store in use":       {exitFailed, []string{"--db", used}},
		"a port that is taken": {exitFailed, []string{"--http", taken.Addr().String()}},
		"no folder":            {exitFailed, []string{"--db", filepath.Join(folder, "unmounted", "amytis.db")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for _, command := range [][]string{nil, {"run"}} {
				code, _, errs := amytis(t, "", append(command, c.args...)...)
				assert.Equal(t, c.code, code, errs)
				assert.NotEmpty(t, errs)
			}
		})
	}
}

func TestStoreIsOfOneBot(t *testing.T) {
	const first, second = "MTE1MDAwMDAwMDAwMDAwMDAwMQ.first.token", "MTE1MDAwMDAwMDAwMDAwMDAwMg.second.token"
	// Another Discord would not know the commands, which are not registered again while unchanged.
	servers := map[string]*localdiscord.Server{}
	connect := func(token string) *localdiscord.Server {
		t.Helper()
		if servers[token] == nil {
			servers[token] = startDiscord(t, localdiscord.Options{BotToken: token})
		}
		t.Setenv(tokenVariable, token)
		t.Setenv("AMYTIS_DISCORD_URL", servers[token].URL())
		return servers[token]
	}
	start := func(token, db string, flags ...string) {
		t.Helper()
		whileServing(t, connect(token), db, func() {}, flags...)
	}
	refused := func(token, db string) {
		t.Helper()
		discord := connect(token)
		before := discord.Identifies()
		code, _, errs := amytis(t, "", "run", "--db", db)
		assert.Equal(t, exitRefused, code)
		assert.Contains(t, errs, "is of the bot 1150000000000000001, and the token is of the bot 1150000000000000002")
		assert.Contains(t, errs, "--take-over")
		assert.Equal(t, before, discord.Identifies())
	}
	file, url := soundStore(t), postgrestest.Start(t).NewURL(t)
	start(first, file) // an existing store takes the first bot that it sees
	refused(second, file)
	start(first, file)
	folder := t.TempDir()
	moved, restored, backup := filepath.Join(folder, "moved.db"), filepath.Join(folder, "restored.db"), filepath.Join(folder, "backup")
	for _, args := range [][]string{
		{"backup", "--db", file, backup}, {"restore", "--db", restored, backup}, {"move", file, url}, {"move", url, moved},
	} {
		succeeds(t, append([]string{"store"}, args...)...)
	}
	for _, place := range []string{restored, url, moved} {
		refused(second, place)
	}
	start(second, url, "--take-over")
	start(second, url)
	start(second, file, "--take-over")
	start(second, file)
}

func TestRefusedTokenHasItsOwnExitCodeAndDoesNotClaimTheStore(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	db := filepath.Join(t.TempDir(), "amytis.db")
	t.Setenv(tokenVariable, "MTE1MDAwMDAwMDAwMDAwMDAwMg.wrong.token")
	fails(t, exitRefused, "does not accept the bot token", "run", "--db", db)
	assert.Zero(t, discord.Identifies())
	t.Setenv(tokenVariable, strings.TrimPrefix(discord.Token(), "Bot "))
	discord.Faults().RefuseIntents(true)
	fails(t, exitRefused, "intents", "run", "--db", db)
	discord.Faults().RefuseIntents(false)
	whileServing(t, discord, db, func() {})
}

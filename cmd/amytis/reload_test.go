//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/rest/resttest"
	"amytis/bot/localdiscord"
)

func TestHangUpReloadsTheConfigurationOfARunningProcess(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	guild, ana := populated(discord)
	t.Setenv(asProgram, "1")
	self, err := os.Executable()
	require.NoError(t, err)
	config := filepath.Join(t.TempDir(), "config.toml")
	write := func(text string) { require.NoError(t, os.WriteFile(config, []byte(text), 0o600)) }
	write("[limits]\ntables_per_host = 1\n")
	printed := &resttest.LockedBuffer{}
	bot := exec.Command(self, "run", "--config", config, "--db", filepath.Join(t.TempDir(), "amytis.db"))
	bot.Stdout, bot.Stderr = printed, printed
	require.NoError(t, bot.Start())
	t.Cleanup(func() { _ = bot.Process.Kill() })
	await := func(text string, times int) {
		t.Helper()
		require.Eventually(t, func() bool { return strings.Count(printed.String(), text) >= times },
			patience, time.Millisecond, "%s in %s", text, printed)
	}
	hangUp := func(text string) { write(text); require.NoError(t, bot.Process.Signal(syscall.SIGHUP)) }
	open := func() string { return newGame(t, ana, guild) }
	require.Eventually(t, func() bool { return discord.Sessions() == 1 && len(discord.Commands()) > 0 },
		patience, time.Millisecond)
	assert.NotContains(t, open(), "⛔")
	assert.Contains(t, open(), "⛔")
	assert.NotContains(t, printed.String(), "level=DEBUG")

	hangUp("[limits]\ntables_per_host = 2\n[log]\nlevel = \"DEBUG\"\n")
	await(`msg="reloaded the configuration" changed="limits.tables_per_host log.level"`, 1)
	assert.NotContains(t, open(), "⛔")
	assert.Contains(t, open(), "⛔")
	discord.Faults().Reconnect()
	await(`level=DEBUG msg="connecting to Discord"`, 1)

	hangUp("[limits]\ntables_per_host = 0\n[lgo]\nlevel = \"WARN\"\n")
	await("level=ERROR msg=\"the configuration was not reloaded: the old one stays\"", 1)
	assert.Contains(t, printed.String(), config+":2: limits.tables_per_host is 0")
	assert.Contains(t, printed.String(), config+":4: unknown key lgo.level: did you mean level below [log]?")
	assert.Contains(t, open(), "⛔")

	hangUp("[limits]\ntables_per_host = 2\n[log]\nformat = \"json\"\n[discord]\nshards = 1\n")
	await(`some changes need a restart" changed=log.level restart="discord.shards log.format"`, 1)
	hangUp("[limits]\ntables_per_host = 2\n[log]\nformat = \"json\"\n")
	await(`some changes need a restart" changed="" restart=log.format`, 1)
	hangUp("[limits]\ntables_per_host = 2\n")
	await(`msg="reloaded the configuration" changed=""`, 1)

	require.NoError(t, bot.Process.Signal(syscall.SIGTERM))
	require.NoError(t, bot.Wait())
	assert.Empty(t, discord.Violations())
}

func TestEveryLiveKeyIsApplied(t *testing.T) {
	t.Parallel()
	c, faults := read("[limits]\ntables_per_host = 3\ntables_per_server = 4\n[log]\nlevel = \"ERROR\"\n")
	require.Empty(t, faults)
	l := &live{}
	l.apply(*newConfigReader().config)
	before := *l.caps.Load()
	l.apply(*c)
	assert.Equal(t, "ERROR", l.level.Level().String())
	assert.NotEqual(t, before.PerHost, l.caps.Load().PerHost)
	assert.NotEqual(t, before.PerServer, l.caps.Load().PerServer)
	applied, waiting := changedKeys(newConfigReader().config, c)
	assert.Equal(t, []string{"limits.tables_per_host", "limits.tables_per_server", "log.level"}, applied)
	assert.Empty(t, waiting)
	for _, s := range c.settings() {
		assert.Equal(t, s.isLive(), strings.Contains(strings.Join(applied, " "), s.key), "%s is live, but not tested here", s.key)
	}
}

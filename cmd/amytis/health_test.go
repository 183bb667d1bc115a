package main

import (
	"net"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// freeAddress returns an address at which nobody listens.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return l.Addr().String()
}

func TestHealthCommandSaysWhetherTheBotWorks(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{})
	address := freeAddress(t)
	code, _, errs := amytis(t, "", "health", "--http", address)
	assert.Equal(t, exitWrong, code)
	assert.Contains(t, errs, "the bot does not answer")
	config := writeTemp(t, "[http]\nlisten = \""+address+"\"\n")
	whileServing(t, discord, filepath.Join(t.TempDir(), "amytis.db"), func() {
		require.Eventually(t, func() bool {
			code, out, _ := amytis(t, "", "health", "--config", config)
			return code == 0 && out == "ok\n"
		}, patience, healthWithin/1000)
		discord.Faults().Down(localdiscord.RESTFault{Status: 503})
		require.Eventually(t, func() bool {
			code, out, _ := amytis(t, "", "health", "--http", address)
			return code == exitWrong && out != "" && out != "ok\n"
		}, patience, healthWithin/1000)
		discord.Faults().Clear()
	}, "--config", config)
}

func TestHealthNeedsAnAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	code, _, errs := amytis(t, "", "health")
	assert.Equal(t, exitWrong, code)
	assert.Contains(t, errs, "set http.listen")
	code, _, errs = amytis(t, "", "run", "--http", "9420")
	assert.Equal(t, exitRefused, code)
	assert.Contains(t, errs, `http.listen is "9420"`)
}

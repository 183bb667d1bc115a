package main

import (
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	discord := startDiscord(t, localdiscord.Options{Now: func() time.Time { return time.Now().Add(-48 * time.Hour) }})
	address := freeAddress(t)
	fails(t, exitWrong, "the bot does not answer", "health", "--http", address)
	config := writeTemp(t, "[http]\nlisten = \""+address+"\"\n")
	whileServing(t, discord, filepath.Join(t.TempDir(), "amytis.db"), func() {
		require.Eventually(t, func() bool {
			code, out, _ := amytis(t, "", "health", "--config", config)
			return code == 0 && strings.HasPrefix(out, "ok\ndegraded: this machine's clock")
		}, patience, healthWithin/1000)
		discord.Faults().Down(localdiscord.RESTFault{Status: 503})
		require.Eventually(t, func() bool {
			code, out, _ := amytis(t, "", "health", "--http", address)
			return code == exitWrong && out != "" && !strings.HasPrefix(out, "ok\n")
		}, patience, healthWithin/1000)
		discord.Faults().Clear()
	}, "--config", config)
}

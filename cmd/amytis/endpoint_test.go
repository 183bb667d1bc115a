package main

import (
	"fmt"
	"net"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

const goodKey = "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9"

func TestAddressInUseIsNamed(t *testing.T) {
	startDiscord(t, localdiscord.Options{})
	other, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer other.Close()
	config := writeTemp(t, fmt.Sprintf("[discord]\npublic_key = %q\nlisten = %q\n", goodKey, other.Addr()))
	code, _, errs := amytis(t, "", "run", "--config", config, "--db", filepath.Join(t.TempDir(), "amytis.db"))
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, errs, "discord.listen: ")
	assert.Contains(t, errs, other.Addr().String())
}

func TestWrongTokenTellsNoPublicKey(t *testing.T) {
	startDiscord(t, localdiscord.Options{})
	t.Setenv(tokenVariable, "another")
	config := writeTemp(t, "[discord]\nlisten = \"127.0.0.1:0\"\n")
	fails(t, exitRefused, "does not accept the bot token", "run", "--config", config, "--db", filepath.Join(t.TempDir(), "amytis.db"))
}

func TestProgramTakesInteractionsByHTTP(t *testing.T) {
	discord := startDiscord(t, localdiscord.Options{AnswerWithin: 3 * patience})
	guild, ana := populated(discord)
	config := writeTemp(t, "[discord]\nlisten = \"127.0.0.1:0\"\n") // Discord tells the key
	printed, end := started(t, "run", "--config", config, "--db", filepath.Join(t.TempDir(), "amytis.db"))
	listening := regexp.MustCompile(`taking interactions by HTTP.*address=(\S+)`)
	require.Eventually(t, func() bool {
		return discord.Sessions() == 1 && len(discord.Commands()) > 0 && listening.MatchString(printed.String())
	}, patience, time.Millisecond)
	address := listening.FindStringSubmatch(printed.String())[1]
	endpoint := localdiscord.Endpoint{URLs: []string{"http://" + address + "/interactions"}}
	require.NoError(t, discord.SetEndpoint(t.Context(), endpoint))
	typed(t, ana, guild.AddChannel("games"), "help", nil)
	listen := fmt.Sprintf("[discord]\nlisten = %q\n", address)
	for text, want := range map[string]string{listen: "a running amytis has", listen + "[http]\nlisten = \"" + freeAddress(t) + "\"": "is free"} {
		examined, out, errs := amytis(t, "", "doctor", "--json", "--config", writeTemp(t, text))
		assert.Zero(t, examined, out+errs)
		assert.Contains(t, out, want)
	}
	require.Zero(t, end(), printed)
	require.Error(t, discord.SetEndpoint(t.Context(), endpoint), "a stopped program takes nothing")
	assert.Empty(t, discord.Violations())
}

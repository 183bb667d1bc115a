package localdiscord_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// clients has the commands that run the bots in testdata/clients, which .ci/clients installs. Each
// is made with an unmodified library, and all do the same.
var clients = map[string][]string{
	"discord.js": {"node", "testdata/clients/discordjs/client.js"},
	"disgo":      {"testdata/clients/disgo/disgo"},
}

// installed says what .ci/clients installs for each client.
var installed = map[string]string{
	"discord.js": "testdata/clients/discordjs/node_modules",
	"disgo":      "testdata/clients/disgo/disgo",
}

// client is a running bot. said has what it prints.
type client struct {
	name string
	said chan string
}

func TestOtherClientsConnectRegisterAndAnswer(t *testing.T) {
	for name := range clients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t, localdiscord.Options{EnforceRate: true, AnswerWithin: patience, Lenient: true})
			startClient(t, w, name).await(t, "ready")
			m := hello(t, w)
			require.Len(t, m.Attachments, 1)
			assert.Equal(t, "a dot", m.Attachments[0].Description)
			pressed, err := w.Ana.Press(soon(t), m, "press")
			require.NoError(t, err)
			out := outcome(t, pressed)
			require.NotNil(t, out.Message, out.Failure)
			assert.Equal(t, "pressed", out.Message.Content)

			w.Faults().CutGateway()
			hello(t, w) // a bot that resumes is told what it missed
			assert.Equal(t, 1, w.Identifies())
			assert.Empty(t, w.Violations())
		})
	}
}

// hello sends the bot's only command and returns its answer.
func hello(t *testing.T, w *testWorld) *localdiscord.Message {
	t.Helper()
	in, err := w.Ana.Slash(soon(t), w.General, "hello", nil)
	require.NoError(t, err)
	m := outcome(t, in).Message
	require.NotNil(t, m)
	assert.Equal(t, "hello", m.Content)
	return m
}

// startClient runs a bot until the test ends.
func startClient(t *testing.T, w *testWorld, name string) *client {
	t.Helper()
	if _, err := os.Stat(installed[name]); err != nil {
		if os.Getenv("AMYTIS_CLIENTS_REQUIRED") != "" {
			t.Fatal(err)
		}
		t.Skip(".ci/clients installs " + name)
	}
	command := clients[name]
	bot := exec.CommandContext(t.Context(), command[0], command[1:]...)
	bot.Env = append(os.Environ(), "LOCAL_DISCORD_URL="+w.URL(),
		"LOCAL_DISCORD_TOKEN="+strings.TrimPrefix(w.Token(), "Bot "))
	out, in := io.Pipe()
	bot.Stdout, bot.Stderr = in, in
	require.NoError(t, bot.Start())
	c := &client{name: name, said: make(chan string, 100)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			t.Log(name + ": " + lines.Text())
			select {
			case c.said <- lines.Text():
			default: // nobody waits for so much
			}
		}
	}()
	t.Cleanup(func() {
		_ = bot.Process.Kill()
		_ = bot.Wait() // it was killed
		_ = in.Close()
		<-read
	})
	return c
}

// await waits until the bot prints a line.
func (c *client) await(t *testing.T, line string) {
	t.Helper()
	for {
		select {
		case said := <-c.said:
			if said == line {
				return
			}
		case <-soon(t).Done():
			require.Fail(t, c.name+" does not say "+line)
		}
	}
}

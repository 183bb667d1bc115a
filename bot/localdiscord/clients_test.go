package localdiscord_test

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

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

func TestOtherClientsUseEverythingTheyOffer(t *testing.T) {
	for name := range clients {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t, localdiscord.Options{EnforceRate: true})
			c := startClient(t, w, name)
			c.await(t, "ready")
			t.Run("commands", func(t *testing.T) { useCommands(t, w) })
			t.Run("components", func(t *testing.T) { useComponents(t, w) })
			t.Run("channels", func(t *testing.T) { useChannels(t, w) })
			w.Faults().CutGateway()
			in := slashNamed(t, w, "form")
			assert.Equal(t, localdiscord.ModalShown, outcome(t, in).Kind, "a bot that resumes is told what it missed")
			assert.Equal(t, 1, w.Identifies())
			assert.Empty(t, w.Violations())
		})
	}
}

func useCommands(t *testing.T, w *testWorld) {
	in := slashNamed(t, w, "file")
	m := outcome(t, in).Message
	require.NotNil(t, m)
	require.Eventually(t, func() bool {
		f := in.Followups()
		return len(f) == 1 && f[0].Content == "1 file"
	}, patience, time.Millisecond)
	m = w.Message(m.ID)
	assert.Equal(t, "edited", m.Content)
	assert.Equal(t, "a dot", m.Attachments[0].Description)
	assert.True(t, in.Followups()[0].Ephemeral())

	later := outcome(t, slashNamed(t, w, "later")).Message
	assert.Equal(t, "later", later.Content)
	assert.Len(t, later.Attachments, 1)

	choices, err := w.Ana.Autocomplete(soon(t), w.General, "find", nil, "word", "go")
	require.NoError(t, err)
	assert.Equal(t, []localdiscord.Choice{{Name: "go east", Value: "east"}, {Name: "go west", Value: "west"}}, choices)
	found, err := w.Ana.Slash(soon(t), w.General, "find", localdiscord.Args{"word": "west"})
	require.NoError(t, err)
	assert.Equal(t, "found west", outcome(t, found).Message.Content)

	form := slashNamed(t, w, "form")
	require.Equal(t, localdiscord.ModalShown, outcome(t, form).Kind)
	sent, err := w.Ana.Submit(soon(t), form, map[string]string{"text": "a word"})
	require.NoError(t, err)
	assert.Equal(t, "wrote a word", outcome(t, sent).Message.Content)
}

func useComponents(t *testing.T, w *testWorld) {
	m := outcome(t, slashNamed(t, w, "panel")).Message
	require.NotNil(t, m)
	in, err := w.Ana.Press(soon(t), m, "press")
	require.NoError(t, err)
	assert.Equal(t, "pressed", outcome(t, in).Message.Content)
	in, err = w.Ana.Select(soon(t), m, "choose", "2")
	require.NoError(t, err)
	assert.Equal(t, "chose 2", outcome(t, in).Message.Content)
	in, err = w.Ana.Select(soon(t), m, "people", w.Bo.ID)
	require.NoError(t, err)
	assert.Equal(t, "chose bo", outcome(t, in).Message.Content)
}

func useChannels(t *testing.T, w *testWorld) {
	assert.Equal(t, "2 threads", outcome(t, slashNamed(t, w, "thread")).Message.Content)
	threads := w.General.Threads()
	require.Len(t, threads, 2)
	assert.Equal(t, "unarchived", threads[0].Last().Content)
	assert.Equal(t, "renamed", threads[1].Name)
	found := outcome(t, slashNamed(t, w, "channel")).Message.Content
	assert.Equal(t, "true directly Amytis ana Babylon Amytis 7", found)
	assert.Equal(t, "plain, edited", w.General.Last().Content)
	require.Len(t, w.Ana.DirectMessages(), 1)
	assert.Equal(t, "directly", w.Ana.DirectMessages()[0].Content)
}

func slashNamed(t *testing.T, w *testWorld, command string) *localdiscord.Interaction {
	t.Helper()
	in, err := w.Ana.Slash(soon(t), w.General, command, nil)
	require.NoError(t, err)
	return in
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

package localdiscord_test

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/discordgotest"
)

// closing counts the sessions that are closing. discordgo takes a second for that, and no test
// needs to wait for it.
var closing sync.WaitGroup

func TestMain(m *testing.M) { goleak.VerifyTestMain(allTests{m}) }

type allTests struct{ *testing.M }

func (m allTests) Run() int {
	defer closing.Wait()
	return m.M.Run()
}

// testWorld is a playground with three channels.
type testWorld struct {
	*localdiscord.World
	General, Games, Other *localdiscord.Channel
}

// generalID is the id of the first channel.
var generalID = localdiscord.ChannelID(0)

// world starts a playground that ends with the test.
func world(t testing.TB, options localdiscord.Options) *testWorld {
	t.Helper()
	w, err := localdiscord.Playground(options, "general", "games", "other")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	return &testWorld{w, w.Channels[0], w.Channels[1], w.Channels[2]}
}

// session returns a discordgo session that talks to the world. It is not open yet.
func session(t testing.TB, w *testWorld) *discordgo.Session {
	t.Helper()
	s, err := discordgo.New(w.Token())
	require.NoError(t, err)
	s.Identify.Intents = discordgo.IntentGuilds
	s.StateEnabled = false // its cache shares objects with handlers, which is a data race
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.Client = &http.Client{Transport: discordgotest.Transport(w.URL()), Timeout: patience}
	t.Cleanup(s.Client.CloseIdleConnections)
	return s
}

// open returns a session that is ready, with a handler for interactions.
func open(
	t testing.TB,
	w *testWorld,
	handle func(*discordgo.Session, *discordgo.InteractionCreate),
) *discordgo.Session {
	t.Helper()
	s := session(t, w)
	if handle != nil {
		s.AddHandler(handle)
	}
	connect(t, s)
	return s
}

// connect opens a session until the test ends. It waits for the first heartbeat: discordgo treats
// one that comes after it has closed a connection as a failure, and closes the next connection as
// well.
func connect(t testing.TB, s *discordgo.Session) {
	t.Helper()
	require.NoError(t, s.Open())
	t.Cleanup(func() { leave(s) })
	require.Eventually(t, func() bool {
		s.RLock()
		defer s.RUnlock()
		return s.DataReady
	}, patience, time.Millisecond)
}

// leave closes a session for good. discordgo tries for ever to recover from an end that it did not
// expect, such as the world's right after this.
func leave(s *discordgo.Session) {
	if s.ShouldReconnectOnError { // written only if needed, since a session that was cut off may be reading it
		s.ShouldReconnectOnError = false
	}
	closing.Add(1)
	go func() {
		defer closing.Done()
		_ = s.Close()
	}()
}

// patience bounds every wait of a test. It is more than a busy machine needs.
const patience = time.Minute

// soon returns a context that ends when a test has waited for too long.
func soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// gardenCommands has a command with subcommands in two languages, like a game's command.
const gardenCommands = `[
	{"name": "garden", "description": "Build a garden", "name_localizations": {"fr": "jardin"}, "options": [
		{"type": 1, "name": "dig", "description": "Dig a tile", "name_localizations": {"fr": "creuser"}, "options": [
			{"type": 3, "name": "tile", "description": "Which tile", "required": true, "autocomplete": true,
				"name_localizations": {"fr": "tuile"}},
			{"type": 4, "name": "level", "description": "How high", "min_value": 1, "max_value": 5},
			{"type": 3, "name": "corner", "description": "Open corner", "choices": [
				{"name": "north-west", "value": "nw", "name_localizations": {"fr": "nord-ouest"}},
				{"name": "south-east", "value": "se"}]},
			{"type": 6, "name": "player", "description": "Whose garden"}]},
		{"type": 1, "name": "end", "description": "End the turn"}]},
	{"name": "settings", "description": "Settings", "default_member_permissions": "32"}]`

func register(t testing.TB, w *testWorld, s *discordgo.Session) {
	t.Helper()
	_, err := s.Request("PUT", discordgo.EndpointApplicationGlobalCommands(w.BotID()), json.RawMessage(gardenCommands))
	require.NoError(t, err)
}

// say returns an answer with a message.
func say(
	content string,
	flags discordgo.MessageFlags,
	components ...discordgo.MessageComponent,
) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: content, Flags: flags, Components: components}}
}

func row(components ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: components}
}

func button(id string) discordgo.Button {
	return discordgo.Button{Label: id, CustomID: id, Style: discordgo.PrimaryButton}
}

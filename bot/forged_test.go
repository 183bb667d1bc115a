package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/bolt"
)

// forger hands any bytes to the bot as an interaction, as the gateway does, and sees the answers.
type forger struct {
	testing.TB
	bot      *Bot
	receiver *interactions.Receiver
	store    *bolt.DB
	log      *resttest.LockedBuffer
	last     int // ID of an interaction
	channel  int

	mu sync.Mutex
	// answers are the types of the answers to the last interaction.
	answers []discordgo.InteractionResponseType
	said    string
}

func newForger(t testing.TB) *forger {
	f := &forger{TB: t, log: &resttest.LockedBuffer{}, channel: 100}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/callback") {
			_, place, _ := strings.Cut(r.URL.Path, "/guilds/6")
			_, _ = io.WriteString(w, cmp.Or(map[string]string{
				"/channels": `[{"id":"5"}]`, "/threads/active": `{}`,
			}[place], `{"id":"6","roles":[{"id":"5"}]}`))
			return
		}
		body, _ := io.ReadAll(r.Body)
		var answer struct {
			Type discordgo.InteractionResponseType `json:"type"`
		}
		text := string(body)
		_ = json.NewDecoder(strings.NewReader(text[strings.Index(text, "{"):])).Decode(&answer)
		f.mu.Lock()
		f.answers, f.said = append(f.answers, answer.Type), text
		f.mu.Unlock()
		_, _ = io.WriteString(w, resttest.MadeMessage)
	}))
	t.Cleanup(server.Close)
	var err error
	f.store, err = bolt.Open(filepath.Join(t.TempDir(), "forged.db"), bolt.Options{Program: "test"})
	require.NoError(t, err)
	log := slog.New(slog.NewTextHandler(f.log, nil))
	toDiscord := rest.Config{Token: resttest.Token, BaseURL: server.URL}
	f.bot, err = New(Options{Discord: discord.Config{REST: toDiscord}, Store: f.store, Logger: log, NoIcons: true})
	require.NoError(t, err)
	client, err := rest.New(toDiscord, log)
	require.NoError(t, err)
	f.receiver, f.bot.router.Services.Responder = interactions.New(
		interactions.Config{AnswerWithin: time.Minute}, f.bot.handlers().Interactions, client, nil, log)
	ctx, cancel := context.WithCancel(context.Background())
	f.receiver.Start(ctx, ctx)
	advised := make(chan struct{})
	go func() { defer close(advised); f.bot.adviser.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-advised
		client.Close()
		require.NoError(t, f.store.Close())
	})
	return f
}

const forgedPlayer = `{"user":{"id":"42","username":"ana"},"roles":[],"permissions":"8"}`

// body returns an interaction with some fields replaced or, for "", left out.
func (f *forger) body(kind int, data string, others map[string]string) string {
	const discordEpoch = 1420070400000
	f.last = max(f.last+1, int(time.Now().UnixMilli()-discordEpoch)<<22)
	fields := map[string]string{
		"id": strconv.Quote(strconv.Itoa(f.last)), "token": `"t"`, "application_id": `"77"`, "version": "1",
		"guild_id": `"6"`, "channel_id": strconv.Quote(strconv.Itoa(f.channel)), "member": forgedPlayer,
		"message": `{"id":"800","channel_id":"5"}`,
		"type":    strconv.Itoa(kind), "data": data, "app_permissions": `"8"`,
	}
	maps.Copy(fields, others)
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] != "" {
			parts = append(parts, strconv.Quote(name)+":"+fields[name])
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// allowed are the types of answers that Discord takes for each type of interaction.
var allowed = map[discordgo.InteractionType][]discordgo.InteractionResponseType{
	discordgo.InteractionApplicationCommand:             {4, 5, 9},
	discordgo.InteractionMessageComponent:               {4, 5, 6, 7, 9},
	discordgo.InteractionApplicationCommandAutocomplete: {8},
	discordgo.InteractionModalSubmit:                    {4, 5, 6, 7},
}

// check gives the bot an interaction. It requires an answer of its type, and no panic.
func (f *forger) check(body string) {
	f.Helper()
	f.mu.Lock()
	f.answers = nil
	f.log.Reset()
	f.mu.Unlock()
	if handle := f.receiver.TakeInteraction([]byte(body)); handle != nil {
		handle()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	require.NotContains(f, f.log.String(), "panicked", body)
	var of struct {
		ID, Token string
		Type      discordgo.InteractionType
	}
	if json.Unmarshal([]byte(body), &of) != nil || of.ID == "" || of.Token == "" || allowed[of.Type] == nil {
		return // nobody knows how to answer it
	}
	require.Len(f, f.answers, 1, body)
	require.Contains(f, allowed[of.Type], f.answers[0], body)
}

// press presses a control.
func (f *forger) press(id string, values ...string) {
	f.Helper()
	data, err := json.Marshal(map[string]any{"custom_id": id, "component_type": 2, "values": values})
	require.NoError(f, err)
	f.check(f.body(3, string(data), nil))
}

// begin starts a game in another channel and returns its ID.
func (f *forger) begin() table.ID { return f.beginWith(`[{"name":"thread","type":5,"value":false}]`) }

// beginWith is begin with options of /game new.
func (f *forger) beginWith(options string) table.ID {
	f.Helper()
	f.channel++
	f.check(f.body(2, `{"name":"game","options":[{"name":"new","type":1,"options":`+options+`}]}`, nil))
	id, err := f.store.OpenTable(f.Context(), table.ChannelID(f.channel))
	require.NoError(f, err, f.said)
	join := control.Control{Action: control.Join, Table: id}.ID()
	f.check(f.body(3, `{"custom_id":"`+join+`","component_type":2}`,
		map[string]string{"member": strings.ReplaceAll(forgedPlayer, "42", "43")}))
	f.press(control.Control{Action: control.Start, Table: id}.ID())
	header, err := f.store.Header(f.Context(), id)
	require.NoError(f, err)
	require.Equal(f, "running", string(header.Status))
	return id
}

// commandData returns the data of a command by its route, with what its options are.
func commandData(route, options string) string {
	names := strings.Fields(route)
	for i, name := range slices.Backward(names) {
		switch {
		case i == 0:
			options = fmt.Sprintf(`{"id":"1","type":1,"name":%q,"options":%s}`, name, options)
		default:
			options = fmt.Sprintf(`[{"name":%q,"type":%d,"options":%s}]`, name, min(len(names)-i, 2), options)
		}
	}
	return options
}

func TestForgedInteractionsAreAnsweredByTheirTypeWithoutAPanic(t *testing.T) {
	f := newForger(t)
	f.begin()
	lists := []string{
		"", "null", "[null]", "[null,null]", "[{}]", `[{"name":"move","type":3}]`, `[{"name":"move","type":3,"value":null}]`,
		`[{"name":"page","type":4,"value":1e300}]`, `[{"name":"turn","type":3,"value":{"a":1},"focused":true}]`,
		`[{"name":"x","type":2,"options":[null]}]`, `[{"name":"user","type":6,"value":"nobody"}]`, `{}`, `7`,
	}
	for route := range f.bot.router.Routes {
		if strings.HasPrefix(route, ":") {
			continue
		}
		if action, isForm := strings.CutPrefix(route, "="); isForm {
			for _, fields := range append(lists, `[{"component":{"type":22,"custom_id":"also","values":["hints"]}}]`,
				`[{"type":18,"component":{"type":4,"custom_id":"zone","value":"x"}},{"component":{"type":3,"custom_id":"until"}}]`) {
				for _, at := range []string{":1:0:", ":0:0:", "", ":1:zzz:x"} {
					data := fmt.Sprintf(`{"custom_id":%q,"components":%s}`, action+at, cmp.Or(fields, "null"))
					f.check(f.body(5, data, nil))
					f.check(f.body(5, data, map[string]string{"message": ""}))
				}
			}
			continue
		}
		kind := 2
		if strings.HasPrefix(route, "?") {
			kind = 4
		}
		for _, options := range lists {
			data := commandData(strings.TrimPrefix(route, "?"), options)
			if options == "" {
				data = strings.ReplaceAll(data, `,"options":}`, "}")
			}
			f.check(f.body(kind, data, nil))
		}
	}
	values := []string{"", "null", "7", `"x"`, "[]", "{}", "[null]"}
	for kind := -1; kind <= 6; kind++ {
		for _, data := range append(values, `{"custom_id":"opts:1:1:","components":[{"component":null}]}`, `{"custom_id":"panel:1:1:","component_type":2}`, commandData("game new", "[]")) {
			for _, field := range []string{"message", "member", "guild_id", "channel_id", "user", "locale", "guild_locale", "app_permissions"} {
				for _, value := range values {
					f.check(f.body(kind, data, map[string]string{field: value}))
				}
			}
		}
	}
}

// TestControlsThatNoMessageHasAreRefusedInWords presses every control with any argument.
func TestControlsThatNoMessageHasAreRefusedInWords(t *testing.T) {
	f := newForger(t)
	args := []string{"", "-1,0", "gardens,1", "99999999999999999999", "x", "l place"}
	for _, route := range slices.Sorted(maps.Keys(f.bot.router.Routes)) {
		action, isControl := strings.CutPrefix(route, ":")
		if !isControl {
			continue
		}
		id := f.begin()
		for _, at := range []table.ID{0, id, id + 1} {
			for _, version := range longrun.Choose([]table.Version{0, 3}, []table.Version{0, 3, 1 << 30}) {
				for _, arg := range longrun.Choose(args[:4], args) {
					pressed := control.Control{Action: action, Table: at, Version: version, Arg: arg}.ID()
					f.press(pressed)
					assert.NotContains(t, f.log.String(), "level=ERROR", pressed)
					f.press(pressed, "x")
					assert.NotContains(t, f.log.String(), "level=ERROR", "%s, with a choice", pressed)
				}
			}
		}
		if action == control.Options || action == control.AddComputer || action == control.RemoveComputer {
			f.press(control.Control{Action: action, Table: id}.ID())
			require.Contains(t, f.said, "⛔", "%s at a running table", action)
		}
	}
}

func TestSettingsTakeOnlyChannelsAndRolesOfTheServer(t *testing.T) {
	f := newForger(t)
	for _, name := range []string{"role", "channels", "news", "board", "challenge"} {
		for _, id := range []string{"99", "5"} {
			f.check(f.body(5, fmt.Sprintf(`{"custom_id":%q,"components":[{"component":{"type":8,"custom_id":%q,"values":[%q]}}]}`,
				control.Control{Action: control.Settings}.ID(), name, id), nil))
			require.Equal(t, id == "99", strings.Contains(f.said, "⛔"), "%s %s: %s", name, id, f.said)
		}
	}
	s, err := f.store.Settings(t.Context(), 6)
	require.NoError(t, err)
	require.Equal(t, store.Settings{
		Role: 5, Channels: []table.ChannelID{5}, News: 5, Board: 5, Challenge: store.Challenge{Channel: 5},
	}, s)
}

// FuzzForgedInteraction is the same for any fields.
func FuzzForgedInteraction(f *testing.F) {
	f.Add(2, forgedPlayer, `{"id":"800"}`, commandData("game new", "[null]"))
	f.Add(4, forgedPlayer, "", commandData("garden place", `[{"name":"tile","focused":true}]`))
	f.Add(3, `{"user":null}`, "", `{"custom_id":"move:0:0:x"}`)
	f.Add(5, "null", "null", "null")
	f.Add(5, forgedPlayer, "", `{"custom_id":"quiet:0:0:","components":[{"type":18,"component":{"type":4,"value":7}}]}`)
	forge := newForger(f)
	forge.begin()
	f.Fuzz(func(t *testing.T, kind int, member, message, data string) {
		forge.TB = t
		forge.check(forge.body(kind, data, map[string]string{"member": member, "message": message}))
	})
}

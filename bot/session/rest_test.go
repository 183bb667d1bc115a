package session

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sent is a request as it came in.
type sent struct {
	Method, Path, Query, Auth string
	JSON                      string
	Files                     map[string]string
}

// answers makes a client of a server that answers with the given statuses and bodies in turn, the last one for ever.
func answers(t *testing.T, replies ...func(http.ResponseWriter)) (*Client, func() []sent) {
	t.Helper()
	f := newFake(t, healthy)
	var mu sync.Mutex
	var got []sent
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		s := received(t, r)
		mu.Lock()
		got = append(got, s)
		reply := replies[min(len(got), len(replies))-1]
		mu.Unlock()
		reply(w)
	}
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	return c, func() []sent {
		mu.Lock()
		defer mu.Unlock()
		return append([]sent(nil), got...)
	}
}

func received(t *testing.T, r *http.Request) sent {
	s := sent{Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Auth: r.Header.Get("Authorization"), Files: map[string]string{}}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		b, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		s.JSON = strings.TrimSpace(string(b))
		return s
	}
	parts := multipart.NewReader(r.Body, params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil {
			assert.ErrorIs(t, err, io.EOF)
			return s
		}
		b, err := io.ReadAll(part)
		assert.NoError(t, err)
		if part.FormName() == "payload_json" {
			s.JSON = strings.TrimSpace(string(b))
		} else {
			s.Files[part.FormName()+" "+part.FileName()+" "+part.Header.Get("Content-Type")] = string(b)
		}
	}
}

func reply(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func press(t *testing.T) *discordgo.Interaction {
	var i discordgo.Interaction
	require.NoError(t, json.Unmarshal([]byte(pressJSON), &i))
	return &i
}

const madeMessage = `{"interaction":{"id":"900","type":3,"response_message_id":"1234"},
	"resource":{"type":4,"message":{"id":"1234","components":[{"type":250}]}}}`

var fountain = File{Name: "board.png", ContentType: "image/png", Alt: "a fountain", Data: []byte("PNG")}

func TestResponsesOnTheWire(t *testing.T) {
	t.Parallel()
	const quiet = `"allowed_mentions":{"parse":[]}`
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Go", CustomID: "go", Style: 1}}}
	button := `{"components":[{"label":"Go","style":1,"disabled":false,"custom_id":"go","type":2}],"type":1}`
	for name, c := range map[string]struct {
		response *Response
		body     string
		id       string
	}{
		"say":     {Say(&Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `}}`, "1234"},
		"whisper": {Whisper(&Message{Content: "hi"}), `{"type":4,"data":{"content":"hi",` + quiet + `,"flags":64}}`, "1234"},
		"ping": {Say(&Message{Content: "<@42>", Mentions: []string{"42"}}),
			`{"type":4,"data":{"content":"\u003c@42\u003e","allowed_mentions":{"parse":[],"users":["42"]}}}`, "1234"},
		"picture": {Say(&Message{Files: []File{fountain}}),
			`{"type":4,"data":{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],` + quiet + `}}`, "1234"},
		"defer":        {Defer(), `{"type":5}`, "1234"},
		"deferWhisper": {DeferWhisper(), `{"type":5,"data":{"flags":64}}`, "1234"},
		"deferUpdate":  {DeferUpdate(), `{"type":6}`, "800"},
		"update": {Update(&Message{Content: "now", Components: []discordgo.MessageComponent{row}}),
			`{"type":7,"data":{"content":"now","components":[` + button + `],"attachments":[],` + quiet + `}}`, "800"},
		"update that only removes the buttons": {Update(&Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}),
			`{"type":7,"data":{"components":[],` + quiet + `}}`, "800"},
		"choices": {Choices(&discordgo.ApplicationCommandOptionChoice{Name: "c3", Value: "c3"}),
			`{"type":8,"data":{"choices":[{"name":"c3","value":"c3"}]}}`, "800"},
		"no choices": {Choices(), `{"type":8,"data":{}}`, "800"},
		"modal":      {Modal("m", "Move", row), `{"type":9,"data":{"custom_id":"m","title":"Move","components":[` + button + `]}}`, "800"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, madeMessage))
			id, err := client.Respond(t.Context(), press(t), c.response)
			require.NoError(t, err)
			assert.Equal(t, c.id, id)
			s := got()[0]
			assert.JSONEq(t, c.body, s.JSON)
			assert.Equal(t, "/api/v10/interactions/900/"+press(t).Token+"/callback", s.Path)
			if c.id == "1234" {
				assert.Equal(t, "with_response=true", s.Query)
			}
			if name == "picture" {
				assert.Equal(t, map[string]string{"files[0] board.png image/png": "PNG"}, s.Files)
			}
		})
	}
}

func TestAnAnswerIsTriedAgainWhenDiscordFails(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(502, "<html>"), reply(429, `{"retry_after":0.05,"message":"slow"}`), reply(200, madeMessage))
	id, err := c.Respond(t.Context(), press(t), Say(&Message{Content: "hi", Files: []File{fountain}}))
	require.NoError(t, err)
	assert.Equal(t, "1234", id)
	assert.Len(t, got(), 3)
	assert.Equal(t, got()[0], got()[2], "the whole body again")
}

func TestAnAnswerWhoseReceiptWasLostCountsAsGiven(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(502, ""), reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err := c.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.NoError(t, err)

	c, got := answers(t, reply(400, `{"code":40060,"message":"already acknowledged"}`))
	_, err = c.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.ErrorIs(t, err, ErrAnswered, "but not when it was somebody else's")
	assert.Len(t, got(), 1)
}

func TestErrorsSayWhetherTryingAgainCanHelp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
		is     []error
		not    []error
	}{
		{500, "", []error{ErrTemporary}, []error{ErrPermanent, ErrGone}},
		{503, "<html>", []error{ErrTemporary}, nil},
		{429, `{"retry_after":2.5}`, []error{ErrTemporary}, nil},
		{403, `{"code":50013,"message":"Missing Permissions"}`, []error{ErrPermanent, ErrForbidden}, []error{ErrTemporary, ErrGone}},
		{404, `{"code":10003,"message":"Unknown Channel"}`, []error{ErrPermanent, ErrGone}, []error{ErrTooLate}},
		{404, `{"code":10062,"message":"Unknown interaction"}`, []error{ErrPermanent, ErrTooLate}, []error{ErrGone}},
		{401, `{"code":50027,"message":"Invalid Webhook Token"}`, []error{ErrPermanent, ErrTooLate}, nil},
		{400, `{"code":50083,"message":"Thread is archived"}`, []error{ErrPermanent, ErrArchived}, nil},
		{400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_BAD_LENGTH"}]}}}`, []error{ErrPermanent}, nil},
	} {
		t.Run(fmt.Sprint(c.status, c.body), func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(c.status, c.body))
			_, err := client.Send(t.Context(), "5", &Message{Content: "hi"}, "n1")
			require.Error(t, err)
			for _, target := range c.is {
				assert.ErrorIs(t, err, target)
			}
			for _, target := range c.not {
				assert.NotErrorIs(t, err, target)
			}
			assert.Len(t, got(), 1, "Send leaves trying again to the outbox")
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.status, e.Status)
			if c.status == 429 {
				assert.Equal(t, 2500*time.Millisecond, RetryAfter(err))
			}
			if e.Code == 50035 {
				assert.Contains(t, err.Error(), "BASE_TYPE_BAD_LENGTH")
			}
		})
	}
}

func TestANetworkErrorIsTemporaryAndHoldsNoToken(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Token: testToken, BaseURL: "http://127.0.0.1:1"}, Handlers{Interaction: ignore})
	require.NoError(t, err)
	_, err = c.Send(t.Context(), "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, ErrTemporary)

	_, err = c.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
	require.ErrorIs(t, err, ErrTemporary)
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v %#v", err, err)} {
		assert.NotContains(t, text, press(t).Token)
		assert.NotContains(t, text, testToken)
	}
}

func TestARefusalThatNamesTheTokenIsScrubbed(t *testing.T) {
	t.Parallel()
	i := press(t)
	c, _ := answers(t, reply(400, `{"code":1,"message":"bad path /interactions/900/`+i.Token+`/callback"}`))
	_, err := c.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
	require.Error(t, err)
	assert.NotContains(t, err.Error(), i.Token)
}

func TestSendOnTheWire(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"55","components":[{"type":250}]}`))
	id, err := c.Send(t.Context(), "5", &Message{Content: "hi", Files: []File{fountain, {Name: `a"b.gif`, Data: []byte("GIF")}}}, "turn-7")
	require.NoError(t, err)
	assert.Equal(t, "55", id)
	s := got()[0]
	assert.Equal(t, "POST /api/v10/channels/5/messages", s.Method+" "+s.Path)
	assert.Equal(t, "Bot "+testToken, s.Auth)
	assert.JSONEq(t, `{"content":"hi","nonce":"turn-7","enforce_nonce":true,"allowed_mentions":{"parse":[]},
		"attachments":[{"id":"0","filename":"board.png","description":"a fountain"},{"id":"1","filename":"a\"b.gif"}]}`, s.JSON)
	assert.Equal(t, map[string]string{"files[0] board.png image/png": "PNG", `files[1] a"b.gif application/octet-stream`: "GIF"}, s.Files)
}

func TestEditLeavesOutWhatIsNotToChange(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m    Message
		body string
	}{
		"only the buttons go":  {Message{Components: []discordgo.MessageComponent{}, KeepAttachments: true}, `{"components":[],"allowed_mentions":{"parse":[]}}`},
		"the picture goes":     {Message{Content: "x"}, `{"content":"x","attachments":[],"allowed_mentions":{"parse":[]}}`},
		"the content goes":     {Message{ClearContent: true, KeepAttachments: true}, `{"content":"","allowed_mentions":{"parse":[]}}`},
		"the embeds go":        {Message{Embeds: []*discordgo.MessageEmbed{}, KeepAttachments: true}, `{"embeds":[],"allowed_mentions":{"parse":[]}}`},
		"a picture takes over": {Message{Files: []File{fountain}}, `{"attachments":[{"id":"0","filename":"board.png","description":"a fountain"}],"allowed_mentions":{"parse":[]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, `{"id":"55"}`))
			require.NoError(t, client.Edit(t.Context(), "5", "55", &c.m))
			require.NoError(t, client.EditOriginal(t.Context(), press(t), &c.m))
			assert.JSONEq(t, c.body, got()[0].JSON)
			assert.Equal(t, "PATCH /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
			assert.JSONEq(t, c.body, got()[1].JSON)
			assert.Equal(t, "PATCH /api/v10/webhooks/77/"+press(t).Token+"/messages/@original", got()[1].Method+" "+got()[1].Path)
		})
	}
	client, _ := answers(t, reply(200, `{}`))
	require.Error(t, client.Edit(t.Context(), "5", "55", &Message{KeepAttachments: true, Files: []File{fountain}}))
}

func TestFollowupIsNotRepeatedBlindly(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(429, `{"retry_after":0.01}`), reply(200, `{"id":"56"}`))
	id, err := c.Followup(t.Context(), press(t), &Message{Content: "psst"}, true)
	require.NoError(t, err)
	assert.Equal(t, "56", id)
	assert.JSONEq(t, `{"content":"psst","flags":64,"allowed_mentions":{"parse":[]}}`, got()[1].JSON)

	c, got = answers(t, reply(502, ""))
	_, err = c.Followup(t.Context(), press(t), &Message{Content: "psst"}, true)
	require.ErrorIs(t, err, ErrTemporary)
	assert.Len(t, got(), 1)
}

func TestDeletingWhatIsGoneSucceeds(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(204, ""), reply(404, `{"code":10008,"message":"Unknown Message"}`))
	require.NoError(t, c.Delete(t.Context(), "5", "55"))
	require.NoError(t, c.Delete(t.Context(), "5", "55"))
	assert.Equal(t, "DELETE /api/v10/channels/5/messages/55", got()[0].Method+" "+got()[0].Path)
}

func TestStartThread(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(201, `{"id":"57"}`))
	id, err := c.StartThread(t.Context(), "5", "Gardens", 1440)
	require.NoError(t, err)
	assert.Equal(t, "57", id)
	assert.JSONEq(t, `{"name":"Gardens","auto_archive_duration":1440,"type":11}`, got()[0].JSON)
}

func TestIDsCannotLeaveTheirPath(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{}`))
	for _, id := range []string{"", "..", "5/../6", "5?x=1", "5#", "%2e"} {
		_, err := c.Send(t.Context(), id, &Message{Content: "hi"}, "")
		require.Error(t, err, id)
		i := press(t)
		i.Token = id
		_, err = c.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
		require.Error(t, err, id)
	}
	assert.Empty(t, got())
}

func TestMissingMessagesAreErrorsAndNoPanics(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(200, `{}`))
	_, err := c.Send(t.Context(), "5", nil, "")
	require.Error(t, err)
	require.Error(t, c.Edit(t.Context(), "5", "6", nil))
	require.Error(t, c.EditOriginal(t.Context(), press(t), nil))
	_, err = c.Followup(t.Context(), press(t), nil, false)
	require.Error(t, err)
	for _, r := range []*Response{nil, {}, Say(nil), Update(nil)} {
		_, err = c.Respond(t.Context(), press(t), r)
		require.Error(t, err)
	}
	_, err = c.Respond(t.Context(), nil, Defer())
	require.Error(t, err)
}

func TestEndedContextsEndRequests(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(429, `{"retry_after":60}`, "Retry-After", "60"))
	_, err := c.Send(t.Context(), "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, ErrTemporary)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err = c.Send(ctx, "5", &Message{Content: "hi"}, "")
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorIs(t, err, ErrTemporary)
	assert.Less(t, time.Since(began), time.Second, "discordgo sleeps through it")
}

func TestEditsOfDifferentInteractionsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, func(w http.ResponseWriter) { time.Sleep(200 * time.Millisecond); reply(200, `{}`)(w) })
	began := time.Now()
	var wg sync.WaitGroup
	for n := range 10 {
		wg.Go(func() {
			i := press(t)
			i.Token = fmt.Sprint("token", n)
			assert.NoError(t, c.EditOriginal(t.Context(), i, &Message{Content: "x"}))
		})
	}
	wg.Wait()
	assert.Less(t, time.Since(began), time.Second, "discordgo takes ten times as long: one bucket for all")
}

func TestNothingIsKeptOfAnInteractionOrAnIdleChannel(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(200, madeMessage))
	for n := range 40 {
		i := press(t)
		i.ID = fmt.Sprint(n + 1)
		_, err := c.Respond(t.Context(), i, Say(&Message{Content: "hi"}))
		require.NoError(t, err)
		_, err = c.Send(t.Context(), i.ID, &Message{Content: "hi"}, "")
		require.NoError(t, err)
	}
	assert.Empty(t, c.rest.limits.buckets, "discordgo keeps two for each interaction, for ever")
}

func TestConnectionsAreKept(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	var opened atomic.Int64
	f.rest = func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		_, _ = io.WriteString(w, madeMessage)
	}
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	dial := c.rest.pool.DialContext
	c.rest.pool.DialContext = func(ctx context.Context, network, addr string) (conn net.Conn, err error) {
		opened.Add(1)
		return dial(ctx, network, addr)
	}
	for range 10 {
		var wg sync.WaitGroup
		for range 32 {
			wg.Go(func() {
				_, err := c.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
				assert.NoError(t, err)
			})
		}
		wg.Wait()
	}
	assert.LessOrEqual(t, opened.Load(), int64(64), "two idle connections would mean about 300")
}

// A connection that the server closed while it was idle is replaced without the player noticing.
func TestAnIdleConnectionThatWasClosedIsReplaced(t *testing.T) {
	t.Parallel()
	f := newFake(t, healthy)
	f.rest = func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, madeMessage) }
	c, err := New(quick(f), Handlers{Interaction: ignore})
	require.NoError(t, err)
	t.Cleanup(c.rest.closeIdle)
	for range 20 {
		_, err := c.Respond(t.Context(), press(t), Say(&Message{Content: "hi"}))
		require.NoError(t, err)
		f.server.CloseClientConnections()
	}
}

func TestCommandsAreOverwrittenOnlyWhenTheyChanged(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{"id":"77"}`))
	names := map[discordgo.Locale]string{}
	for _, l := range []discordgo.Locale{"de", "fr", "es-ES", "id", "ja"} {
		names[l] = string(l)
	}
	cmds := []*discordgo.ApplicationCommand{{Name: "garden", Description: "d", NameLocalizations: &names}}
	hash, changed, err := c.OverwriteCommandsIfChanged(t.Context(), "", cmds, "")
	require.NoError(t, err)
	assert.True(t, changed)
	assert.Equal(t, "/api/v10/applications/@me", got()[0].Path)
	assert.Equal(t, "PUT /api/v10/applications/77/commands", got()[1].Method+" "+got()[1].Path)

	for range 20 {
		again, changed, err := c.OverwriteCommandsIfChanged(t.Context(), "", cmds, hash)
		require.NoError(t, err)
		assert.False(t, changed)
		assert.Equal(t, hash, again)
	}
	assert.Len(t, got(), 2)

	other, changed, err := c.OverwriteCommandsIfChanged(t.Context(), "6", nil, hash)
	require.NoError(t, err)
	assert.True(t, changed)
	assert.NotEqual(t, hash, other)
	assert.Equal(t, "/api/v10/applications/77/guilds/6/commands", got()[2].Path)
	assert.Equal(t, `[]`, got()[2].JSON)
}

func TestFailedOverwritesAreNotRemembered(t *testing.T) {
	t.Parallel()
	c, _ := answers(t, reply(200, `{"id":"77"}`), reply(500, ""))
	hash, changed, err := c.OverwriteCommandsIfChanged(t.Context(), "", []*discordgo.ApplicationCommand{{Name: "x"}}, "old")
	require.ErrorIs(t, err, ErrTemporary)
	assert.False(t, changed)
	assert.Equal(t, "old", hash)
}

func TestAnOptionUpToZeroIsRefusedRatherThanUnbounded(t *testing.T) {
	t.Parallel()
	c, got := answers(t, reply(200, `{}`))
	low := -3.0
	_, _, err := c.OverwriteCommandsIfChanged(t.Context(), "", []*discordgo.ApplicationCommand{{Name: "dive", Options: []*discordgo.ApplicationCommandOption{
		{Name: "sub", Type: discordgo.ApplicationCommandOptionSubCommand, Options: []*discordgo.ApplicationCommandOption{
			{Name: "depth", Type: discordgo.ApplicationCommandOptionInteger, MinValue: &low},
		}},
	}}}, "")
	require.ErrorContains(t, err, "depth")
	assert.Empty(t, got())
}

func TestConfigurationsThatCannotWorkAreRefused(t *testing.T) {
	for _, cfg := range []Config{
		{}, {Token: "Bot "}, {Token: "a b"}, {Token: testToken, BaseURL: "localhost:80"}, {Token: testToken, BaseURL: "ftp://x"},
	} {
		_, err := New(cfg, Handlers{Interaction: ignore})
		require.Error(t, err)
	}
	_, err := New(Config{Token: testToken}, Handlers{})
	require.Error(t, err)
	_, err = New(Config{Token: "Bot " + testToken}, Handlers{Interaction: ignore})
	require.NoError(t, err, "with the prefix is fine too")
}

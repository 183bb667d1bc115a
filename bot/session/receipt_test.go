package session

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// handling returns the context of a handler for a press that arrived some time ago.
func handling(t *testing.T, ago time.Duration) (context.Context, *receipt) {
	t.Helper()
	seen := &receipt{
		interaction: press(t), arrived: time.Now().Add(-ago), within: 3 * time.Second, clock: &discordClock{},
	}
	t.Cleanup(seen.close)
	return context.WithValue(t.Context(), receiptKey{}, seen), seen
}

// deferred has a deferral sent, and returns the context of the handler.
func deferred(t *testing.T, c *Client, got func() []sent, deferral *Response) context.Context {
	t.Helper()
	ctx, seen := handling(t, time.Minute)
	require.ErrorIs(t, CheckInTime(ctx), ErrTooLate)
	c.Responder.DeferLate(ctx, deferral)
	eventually(t, func() bool { return len(got()) > 0 }, "the deferral is sent")
	seen.close()
	return ctx
}

func TestLateAnswerTakesThePlaceOfTheDeferral(t *testing.T) {
	t.Parallel()
	hi := &Message{Content: "hi"}
	webhook := "/api/v10/webhooks/77/" + press(t).Token
	for name, c := range map[string]struct {
		deferral, answer       *Response
		deferredAs, method     string
		path, body, wantedText string
	}{
		"command":     {DeferWhisper(), Whisper(hi), `{"type":5,"data":{"flags":64}}`, "PATCH", "/messages/@original", "", "hi"},
		"in public":   {Defer(), Say(hi), `{"type":5}`, "PATCH", "/messages/@original", "", "hi"},
		"in place":    {DeferUpdate(), Update(hi), `{"type":6}`, "PATCH", "/messages/@original", "", "hi"},
		"new message": {DeferUpdate(), Whisper(hi), `{"type":6}`, "POST", "", `"flags":64`, "hi"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, reply(200, madeMessage))
			ctx := deferred(t, client, got, c.deferral)
			require.NoError(t, CheckInTime(ctx), "an acknowledged interaction may take its time")
			_, err := client.Responder.Respond(ctx, press(t), c.answer)
			require.NoError(t, err)
			require.Len(t, got(), 2)
			assert.JSONEq(t, c.deferredAs, got()[0].JSON)
			assert.Equal(t, c.method+" "+webhook+c.path, got()[1].Method+" "+got()[1].Path)
			assert.Contains(t, got()[1].JSON, c.body)
			assert.Contains(t, got()[1].JSON, c.wantedText)
			_, err = client.Responder.Respond(ctx, press(t), c.answer)
			require.ErrorIs(t, err, ErrAnswered)
		})
	}
}

// TestLateGalleriesBecomeAttachments: Discord refuses an edit that brings pictures for galleries.
func TestLateGalleriesBecomeAttachments(t *testing.T) {
	t.Parallel()
	const v2 = discordgo.MessageFlagsIsComponentsV2
	galleries := &Message{
		Flags: v2,
		Components: []discordgo.MessageComponent{
			discordgo.TextDisplay{Content: "Above"},
			discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{
				{Media: discordgo.UnfurledMediaItem{URL: "attachment://a.png"}},
			}},
			discordgo.TextDisplay{Content: "Below"},
			discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "Next", CustomID: "x"}}},
		},
		Files: []File{{Name: "a.png", Alt: "a garden", Data: []byte("PNG")}},
	}
	client, got := answers(t, reply(200, madeMessage))
	_, err := client.Responder.Respond(deferred(t, client, got, DeferWhisper()), press(t), Whisper(galleries))
	require.NoError(t, err)
	edit := got()[1].JSON
	assert.Contains(t, edit, `"content":"Above\nBelow","components":[{"components":[{"label":"Next"`)
	assert.Contains(t, edit, `"attachments":[{"id":"0","filename":"a.png","description":"a garden"}]`)
	assert.NotContains(t, edit, `"flags"`)

	// A new message keeps its galleries.
	client, got = answers(t, reply(200, madeMessage))
	_, err = client.Responder.Respond(deferred(t, client, got, DeferUpdate()), press(t), Whisper(galleries))
	require.NoError(t, err)
	assert.Contains(t, got()[1].JSON, `"flags":32832`)
	assert.Contains(t, got()[1].JSON, `attachment://a.png`)
	assert.Equal(t, v2, galleries.Flags, "the caller's message stays as it was")
}

func TestAnswerFollowsADeferralWhoseReplyWasLost(t *testing.T) {
	t.Parallel()
	lost := reply(502, "")
	client, got := answers(t, lost, lost, lost, reply(400, `{"code":40060}`), reply(200, `{}`))
	ctx := deferred(t, client, got, DeferWhisper())
	require.ErrorIs(t, CheckInTime(ctx), ErrTooLate, "it is not known that Discord accepted the deferral")
	_, err := client.Responder.Respond(ctx, press(t), Whisper(&Message{Content: "hi"}))
	require.NoError(t, err)
	require.Len(t, got(), 5)
	assert.Equal(t, http.MethodPatch, got()[4].Method)
}

func TestAnswerInTimeIsNotDeferred(t *testing.T) {
	t.Parallel()
	client, got := answers(t, reply(200, madeMessage))
	ctx, seen := handling(t, 0)
	client.Responder.deferAfter = 50 * time.Millisecond
	client.Responder.DeferLate(ctx, DeferWhisper())
	_, err := client.Responder.Respond(ctx, press(t), Whisper(&Message{Content: "hi"}))
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond)
	seen.close()
	require.Len(t, got(), 1)
	assert.Contains(t, got()[0].JSON, `"type":4`)
}

func TestTimeBeforeTheHandlerCountsTowardsTheDeferral(t *testing.T) {
	t.Parallel()
	client, got := answers(t, reply(200, madeMessage))
	client.Responder.deferAfter, client.Responder.within = time.Hour, 3*time.Hour
	ctx, _ := handling(t, 59*time.Minute)
	client.Responder.DeferLate(ctx, DeferWhisper())
	time.Sleep(50 * time.Millisecond)
	require.Empty(t, got())
	ctx, _ = handling(t, time.Hour)
	client.Responder.DeferLate(ctx, DeferWhisper())
	eventually(t, func() bool { return len(got()) == 1 }, "the deferral is sent")
}

func TestAnswersAreDeferredEarlierWhileDiscordIsSlow(t *testing.T) {
	t.Parallel()
	c, err := New(Config{Token: testToken, BaseURL: "http://127.0.0.1:1"}, Handlers{Interaction: ignore})
	require.NoError(t, err)
	assert.Equal(t, 1500*time.Millisecond, c.Responder.deferAge())
	c.Responder.sawAnswerTime(200 * time.Millisecond)
	assert.Equal(t, 1500*time.Millisecond, c.Responder.deferAge())
	c.Responder.sawAnswerTime(2 * time.Second)
	assert.Equal(t, 500*time.Millisecond, c.Responder.deferAge(), "a deferral sent at 0.5 s arrives at 2.5 s")
	for range 30 {
		c.Responder.sawAnswerTime(100 * time.Millisecond)
	}
	assert.Equal(t, 1500*time.Millisecond, c.Responder.deferAge())
	c.Responder.sawAnswerTime(time.Minute)
	assert.Negative(t, c.Responder.deferAge())
}

func TestInteractionThatDiscordForgotIsTooLate(t *testing.T) {
	t.Parallel()
	client, got := answers(t, reply(404, `{"code":10062}`))
	ctx, _ := handling(t, 0)
	require.NoError(t, CheckInTime(ctx))
	client.Responder.deferAfter = -1
	client.Responder.DeferLate(ctx, DeferWhisper())
	eventually(t, func() bool { return CheckInTime(ctx) != nil }, "Discord says that it is too late")
	require.ErrorIs(t, CheckInTime(ctx), ErrTooLate)
	require.Len(t, got(), 1)
	require.NoError(t, CheckInTime(t.Context()), "other work is never late")
}

func TestEveryRequestHasAUserAgentWithAURLAndRefusalsCountOnEveryRoute(t *testing.T) {
	t.Parallel()
	requests := make(chan string, 1000)
	f := newFake(t, healthy)
	refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests <- r.URL.Path + " " + r.Header.Get("User-Agent")
		if strings.Contains(r.URL.Path, "/shared/") {
			w.Header().Set("X-RateLimit-Scope", "shared")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		w.WriteHeader(http.StatusForbidden)
	})
	f.server.Config.Handler = refuse
	cfg := quick(f)
	cfg.BackoffMin, cfg.BackoffMax = time.Hour, time.Hour
	c, stop := run(t, cfg, Handlers{})
	eventually(t, func() bool { return len(requests) == 1 }, "the gateway is looked up")
	_, err := c.Responder.Respond(t.Context(), press(t), Whisper(&Message{Content: "hi"}))
	require.ErrorIs(t, err, ErrForbidden)
	_, err = c.Responder.Followup(t.Context(), press(t), &Message{Content: "hi"}, true)
	require.ErrorIs(t, err, ErrForbidden)
	require.ErrorIs(t, c.Responder.EditOriginal(t.Context(), press(t), &Message{Content: "hi"}), ErrForbidden)
	_, err = c.Guilds.IsMember(t.Context(), "6", "42")
	require.ErrorIs(t, err, ErrForbidden)
	_, _ = c.Guilds.IsMember(t.Context(), "shared", "42")
	require.NoError(t, stop())

	const counted = 5
	refused := c.rest.observer.refused
	assert.Positive(t, refused.until(counted, time.Now()), "each refusal counts")
	assert.Zero(t, refused.until(counted+1, time.Now()), "a shared limit does not count")
	close(requests)
	for r := range requests {
		assert.Regexp(t, `^/\S+ DiscordBot \(https://\S+, v\d+\.\d+\.\d+\)`, r)
	}
}

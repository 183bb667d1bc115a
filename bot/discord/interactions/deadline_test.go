package interactions

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/discord/rest/resttest"
)

// handling returns the context of a handler for a press that arrived some time ago.
func handling(t *testing.T, ago time.Duration) (context.Context, *receipt) {
	t.Helper()
	seen := &receipt{
		interaction: resttest.Press(t), arrived: time.Now().Add(-ago), within: 3 * time.Second, clock: &rest.Clock{},
	}
	t.Cleanup(seen.close)
	return context.WithValue(t.Context(), receiptKey{}, seen), seen
}

// deferred has a deferral sent, and returns the context of the handler.
func deferred(t *testing.T, c *Responder, got func() []resttest.Sent, deferral *Response) context.Context {
	t.Helper()
	ctx, seen := handling(t, time.Minute)
	require.ErrorIs(t, CheckInTime(ctx), rest.ErrTooLate)
	c.DeferLate(ctx, deferral)
	resttest.Eventually(t, func() bool { return len(got()) > 0 }, "the deferral is sent")
	seen.close()
	return ctx
}

func TestLateAnswerTakesThePlaceOfTheDeferral(t *testing.T) {
	t.Parallel()
	hi := &message.Message{Content: "hi"}
	webhook := "/api/v10/webhooks/77/" + resttest.Press(t).Token
	for name, c := range map[string]struct {
		deferral, answer       *Response
		deferredAs, method     string
		path, body, wantedText string
	}{
		"command":     {DeferWhisper(), Whisper(hi), `{"type":5,"data":{"flags":64}}`, "PATCH", "/messages/@original", "", "hi"},
		"in public":   {Defer(), Say(hi), `{"type":5}`, "PATCH", "/messages/@original", "", "hi"},
		"in place":    {DeferUpdate(), Update(hi), `{"type":6}`, "PATCH", "/messages/@original", "", "hi"},
		"new message": {DeferUpdate(), Whisper(hi), `{"type":6}`, "POST", "", `"flags":64`, "hi"},
		"a form":      {DeferWhisper(), Ask(nil, hi), `{"type":5,"data":{"flags":64}}`, "PATCH", "/messages/@original", "", "hi"},
		"pressed":     {DeferUpdate(), Ask(nil, hi), `{"type":6}`, "POST", "", `"flags":64`, "hi"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client, got := answers(t, resttest.Reply(200, resttest.MadeMessage))
			ctx := deferred(t, client, got, c.deferral)
			require.NoError(t, CheckInTime(ctx), "an acknowledged interaction may take its time")
			_, err := client.Respond(ctx, resttest.Press(t), c.answer)
			require.NoError(t, err)
			require.Len(t, got(), 2)
			assert.JSONEq(t, c.deferredAs, got()[0].JSON)
			assert.Equal(t, c.method+" "+webhook+c.path, got()[1].Method+" "+got()[1].Path)
			assert.Contains(t, got()[1].JSON, c.body)
			assert.Contains(t, got()[1].JSON, c.wantedText)
			_, err = client.Respond(ctx, resttest.Press(t), c.answer)
			require.ErrorIs(t, err, rest.ErrAnswered)
		})
	}
}

func TestAnswerFollowsADeferralWhoseReplyWasLost(t *testing.T) {
	t.Parallel()
	lost := resttest.Reply(502, "")
	client, got := answers(t, lost, lost, lost, resttest.Reply(400, `{"code":40060}`), resttest.Reply(200, `{}`))
	ctx := deferred(t, client, got, DeferWhisper())
	require.ErrorIs(t, CheckInTime(ctx), rest.ErrTooLate, "it is not known that Discord accepted the deferral")
	_, err := client.Respond(ctx, resttest.Press(t), Whisper(&message.Message{Content: "hi"}))
	require.NoError(t, err)
	require.Len(t, got(), 5)
	assert.Equal(t, http.MethodPatch, got()[4].Method)
}

func TestAnswerOfAnotherProgramIsLoggedOnceAnHour(t *testing.T) {
	t.Parallel()
	type replies []func(http.ResponseWriter)
	taken, lost := resttest.Reply(400, `{"code":40060}`), resttest.Reply(502, "")
	ok := resttest.Reply(200, resttest.MadeMessage)
	for name, c := range map[string]struct {
		replies replies
		answers []int // to one interaction after the other
		want    int
	}{
		"another program was first":        {replies{taken}, []int{1, 1}, 1},
		"this one may have answered":       {replies{lost, taken}, []int{1}, 0},
		"this one has answered twice":      {replies{ok, taken}, []int{2}, 0},
		"all tries of one failed, then it": {replies{lost, lost, lost, taken}, []int{2}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var logged strings.Builder
			client, _ := answers(t, c.replies...)
			client.log = slog.New(slog.NewTextHandler(&logged, nil))
			for _, n := range c.answers {
				ctx, seen := handling(t, 0)
				for range n {
					_, _ = client.Respond(ctx, resttest.Press(t), Whisper(&message.Message{Content: "hi"}))
				}
				seen.close()
			}
			assert.Equal(t, c.want, strings.Count(logged.String(), "another program answers with the same bot token"))
		})
	}
}

func TestAnswerInTimeIsNotDeferred(t *testing.T) {
	t.Parallel()
	client, got := answers(t, resttest.Reply(200, resttest.MadeMessage))
	ctx, seen := handling(t, 0)
	client.cfg.DeferAfter = 50 * time.Millisecond
	client.DeferLate(ctx, DeferWhisper())
	_, err := client.Respond(ctx, resttest.Press(t), Whisper(&message.Message{Content: "hi"}))
	require.NoError(t, err)
	time.Sleep(100 * time.Millisecond)
	seen.close()
	require.Len(t, got(), 1)
	assert.Contains(t, got()[0].JSON, `"type":4`)
}

func TestTimeBeforeTheHandlerCountsTowardsTheDeferral(t *testing.T) {
	t.Parallel()
	client, got := answers(t, resttest.Reply(200, resttest.MadeMessage))
	client.cfg.DeferAfter, client.cfg.AnswerWithin = time.Hour, 3*time.Hour
	ctx, _ := handling(t, 59*time.Minute)
	client.DeferLate(ctx, DeferWhisper())
	time.Sleep(50 * time.Millisecond)
	require.Empty(t, got())
	ctx, _ = handling(t, time.Hour)
	client.DeferLate(ctx, DeferWhisper())
	resttest.Eventually(t, func() bool { return len(got()) == 1 }, "the deferral is sent")
}

func TestInteractionThatDiscordForgotIsTooLate(t *testing.T) {
	t.Parallel()
	client, got := answers(t, resttest.Reply(404, `{"code":10062}`))
	ctx, _ := handling(t, 0)
	require.NoError(t, CheckInTime(ctx))
	client.cfg.DeferAfter = -1
	client.DeferLate(ctx, DeferWhisper())
	resttest.Eventually(t, func() bool { return CheckInTime(ctx) != nil }, "Discord says that it is too late")
	require.ErrorIs(t, CheckInTime(ctx), rest.ErrTooLate)
	require.Len(t, got(), 1)
	require.NoError(t, CheckInTime(t.Context()), "other work is never late")
}

// pressedWith returns the context of the handler of an interaction with these fields as well.
func pressedWith(t *testing.T, fields string) (in context.Context) {
	d, _ := started(t, Handlers{Interaction: func(ctx context.Context, _ *discordgo.InteractionCreate) { in = ctx }})
	d.dispatch(strings.TrimSuffix(resttest.PressJSON, "}") + strings.Replace(fields, "{", ",", 1))
	return in
}

func TestOnlyThreadsHaveAParent(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]Channel{
		`{"channel":{"type":10,"parent_id":"7"}}`:                                   {Type: 10, Parent: "7"},
		`{"channel":{"type":11,"parent_id":"7","thread_metadata":{"locked":true}}}`: {Type: 11, Parent: "7", Locked: true},
		`{"channel":{"type":12,"parent_id":"7"}}`:                                   {Type: 12, Parent: "7"},
		`{"channel":{"type":0,"parent_id":"7"}}`:                                    {}, // a category
		`{"n":0}`:                                                                   {},
	} {
		assert.Equal(t, want, ChannelOf(pressedWith(t, event)), event)
	}
	assert.Zero(t, ChannelOf(t.Context()), "this context is of no interaction")
}

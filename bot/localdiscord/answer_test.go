package localdiscord_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

// code returns the REST code of an error of discordgo, 0 if it has none.
func code(err error) int {
	if rest, ok := err.(*discordgo.RESTError); ok && rest.Message != nil {
		return rest.Message.Code
	}
	return 0
}

// collect opens a session that passes interactions to the test.
func collect(t testing.TB, w *testWorld) (*discordgo.Session, <-chan *discordgo.InteractionCreate) {
	t.Helper()
	got := make(chan *discordgo.InteractionCreate, 1000)
	s := open(t, w, func(_ *discordgo.Session, i *discordgo.InteractionCreate) { got <- i })
	register(t, w, s)
	return s, got
}

func slash(t testing.TB, w *testWorld, u *localdiscord.User) *localdiscord.Interaction {
	t.Helper()
	in, err := u.Slash(soon(t), w.General, "garden end", nil)
	require.NoError(t, err)
	return in
}

func outcome(t testing.TB, in *localdiscord.Interaction) localdiscord.Outcome {
	t.Helper()
	out, err := in.Wait(soon(t))
	require.NoError(t, err)
	return out
}

func TestAnAnswerAfterThreeSecondsIsTooLate(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{AnswerWithin: 50 * time.Millisecond})
	s, got := collect(t, w)
	in := slash(t, w, w.Ana)
	i := <-got
	out := outcome(t, in)
	assert.Equal(t, localdiscord.Failed, out.Kind)
	assert.Equal(t, localdiscord.NotResponded, out.Failure)
	err := s.InteractionRespond(i.Interaction, say("late", 0))
	assert.Equal(t, wire.CodeUnknownInteraction, code(err))
	require.Len(t, w.Violations(), 1)
	assert.Equal(t, wire.CodeUnknownInteraction, w.Violations()[0].Code)
	assert.NotContains(t, w.Violations()[0].Request+w.Violations()[0].Detail, i.Token)
	assert.Empty(t, w.General.Messages())
}

func TestASecondAnswerIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	in := slash(t, w, w.Ana)
	i := <-got
	require.NoError(t, s.InteractionRespond(i.Interaction, say("first", 0)))
	assert.Equal(t, wire.CodeAlreadyAnswered, code(s.InteractionRespond(i.Interaction, say("second", 0))))
	assert.Equal(t, "first", outcome(t, in).Message.Content)
	assert.Len(t, w.General.Messages(), 1)
	assert.Equal(t, wire.CodeAlreadyAnswered, w.Violations()[0].Code)
	assert.Empty(t, w.Violations(wire.CodeAlreadyAnswered))
}

func TestATokenExpiresAfterFifteenMinutes(t *testing.T) {
	t.Parallel()
	var later atomic.Int64
	w := world(t, localdiscord.Options{Now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }})
	s, got := collect(t, w)
	slash(t, w, w.Ana)
	i := <-got
	_, err := s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "too early"})
	assert.Equal(t, wire.CodeUnknownWebhook, code(err), "a follow-up needs an answer first")
	require.NoError(t, s.InteractionRespond(i.Interaction, say("first", 0)))
	later.Store(int64(14 * time.Minute))
	m, err := s.FollowupMessageCreate(
		i.Interaction,
		true,
		&discordgo.WebhookParams{Content: "more", Flags: discordgo.MessageFlagsEphemeral},
	)
	require.NoError(t, err)
	assert.Equal(t, "more", w.Message(m.ID).Content)
	_, err = s.FollowupMessageEdit(i.Interaction, m.ID, &discordgo.WebhookEdit{Content: ptr("even more")})
	require.NoError(t, err)
	assert.Equal(t, "even more", w.Message(m.ID).Content)
	later.Store(int64(16 * time.Minute))
	_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: ptr("too late")})
	assert.Equal(t, wire.CodeInvalidToken, code(err))
	assert.Empty(t, w.Violations(wire.CodeUnknownWebhook, wire.CodeInvalidToken))
}

func ptr[T any](v T) *T { return &v }

func TestWaitSkipsADeferral(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	in := slash(t, w, w.Ana)
	i := <-got
	require.NoError(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral}}))
	first, err := in.FirstAnswer(soon(t))
	require.NoError(t, err)
	assert.Equal(t, localdiscord.Thinking, first.Kind)
	assert.True(t, first.Message.Loading())
	_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: ptr("done")})
	require.NoError(t, err)
	out := outcome(t, in)
	assert.Equal(t, localdiscord.Replied, out.Kind)
	assert.Equal(t, "done", out.Message.Content)
	assert.True(t, out.Message.Ephemeral())
	assert.False(t, out.Message.Loading())
	assert.Nil(t, out.Message.EditedTimestamp)
	assert.Empty(t, w.Bo.Messages(w.General))
	assert.Len(t, w.Ana.Messages(w.General), 1)

	in = slash(t, w, w.Ana)
	i = <-got
	require.NoError(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredChannelMessageWithSource}))
	_, err = s.FollowupMessageCreate(i.Interaction, true, &discordgo.WebhookParams{Content: "done, too"})
	require.NoError(t, err)
	assert.Equal(t, "done, too", outcome(t, in).Message.Content)
	assert.Len(t, w.General.Messages(), 1, "the first follow-up takes the place of a deferral")
	assert.Empty(t, w.Violations())
}

func TestADeferredUpdateIsFollowedByAnEdit(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	m, err := s.ChannelMessageSendComplex(w.General.ID, &discordgo.MessageSend{Content: "table",
		Components: []discordgo.MessageComponent{row(button("go"))}})
	require.NoError(t, err)
	in, err := w.Bo.Press(soon(t), w.Message(m.ID), "go")
	require.NoError(t, err)
	i := <-got
	assert.Equal(t, m.ID, i.Message.ID)
	require.NoError(t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseDeferredMessageUpdate}))
	first, err := in.FirstAnswer(soon(t))
	require.NoError(t, err)
	assert.Equal(t, localdiscord.Acknowledged, first.Kind)
	_, err = s.InteractionResponseEdit(
		i.Interaction,
		&discordgo.WebhookEdit{Content: ptr("moved"), Components: &[]discordgo.MessageComponent{}},
	)
	require.NoError(t, err)
	out := outcome(t, in)
	assert.Equal(t, localdiscord.Updated, out.Kind)
	assert.Empty(t, out.Message.Components)
	assert.Empty(t, w.Violations())
}

func TestWithResponseReturnsTheMessage(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s, got := collect(t, w)
	posted, err := s.ChannelMessageSend(w.General.ID, "for all")
	require.NoError(t, err)
	in := slash(t, w, w.Ana)
	i := <-got
	body, err := s.RequestWithBucketID(
		"POST",
		discordgo.EndpointInteractionResponse(i.ID, i.Token)+"?with_response=true",
		say("hello", discordgo.MessageFlagsEphemeral),
		"bucket",
	)
	require.NoError(t, err)
	var r struct {
		Interaction struct {
			ID        string `json:"id"`
			MessageID string `json:"response_message_id"`
			Ephemeral bool   `json:"response_message_ephemeral"`
		} `json:"interaction"`
		Resource struct {
			Type    int                `json:"type"`
			Message *discordgo.Message `json:"message"`
		} `json:"resource"`
	}
	require.NoError(t, discordgo.Unmarshal(body, &r))
	assert.Equal(t, in.ID, r.Interaction.ID)
	assert.True(t, r.Interaction.Ephemeral)
	assert.Equal(t, 4, r.Resource.Type)
	assert.Equal(t, outcome(t, in).Message.ID, r.Resource.Message.ID)
	assert.Equal(t, r.Interaction.MessageID, r.Resource.Message.ID)
	ch, err := s.Channel(w.General.ID)
	require.NoError(t, err)
	assert.Equal(t, posted.ID, ch.LastMessageID, "a message for one member is not the channel's last")
}

func TestAnotherBotsTokenIsRefused(t *testing.T) {
	t.Parallel()
	w := world(t, localdiscord.Options{})
	s := session(t, w)
	s.Token = "Bot somebody-else"
	_, err := s.Channel(w.General.ID)
	require.Error(t, err)
	assert.Equal(t, http.StatusUnauthorized, err.(*discordgo.RESTError).Response.StatusCode)
	assert.Contains(t, err.Error(), `"code":0`)
}

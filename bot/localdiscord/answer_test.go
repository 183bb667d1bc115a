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
	_, err = s.FollowupMessageEdit(i.Interaction, m.ID, &discordgo.WebhookEdit{Content: new("even more")})
	require.NoError(t, err)
	assert.Equal(t, "even more", w.Message(m.ID).Content)
	later.Store(int64(16 * time.Minute))
	_, err = s.InteractionResponseEdit(i.Interaction, &discordgo.WebhookEdit{Content: new("too late")})
	assert.Equal(t, wire.CodeInvalidToken, code(err))
	assert.Empty(t, w.Violations(wire.CodeUnknownWebhook, wire.CodeInvalidToken))
}

func TestAnotherBotsTokenIsRefused(t *testing.T) {
	t.Parallel()
	s := session(t, world(t, localdiscord.Options{}))
	s.Token = "Bot somebody-else"
	_, err := s.Channel(generalID)
	refusedWith(t, err, http.StatusUnauthorized, 0)
}

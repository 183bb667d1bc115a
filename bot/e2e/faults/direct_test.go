package faults_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
)

// messagesOf returns messages of the bot that are sent beside the running bot's.
func messagesOf(env *harness.Env) *discord.Messages {
	env.Helper()
	client, err := discord.New(
		discord.Config{REST: rest.Config{Token: env.Discord.Token(), BaseURL: env.Discord.URL()}, Logger: slog.New(env.BotLog)},
		discord.Handlers{Interactions: interactions.Handlers{Interaction: func(context.Context, *discordgo.InteractionCreate) {}}},
	)
	require.NoError(env, err)
	return client.Messages
}

// sendDirect sends a direct message until the outcome is certain. It returns the number of tries.
func sendDirect(messages *discord.Messages, p *harness.Player, nonce string, m *message.Message) (tries int, err error) {
	for tries = 1; ; tries++ {
		_, err = messages.Direct(context.Background(), p.ID, m, nonce)
		if !errors.Is(err, rest.ErrTemporary) || tries == 100 {
			return tries, err
		}
		time.Sleep(rest.RetryAfter(err))
	}
}

func TestDirectMessageArrivesOnceWhateverDiscordDoes(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	for step, path := range map[string]string{"opening": `^/users/@me/channels$`, "sending": harness.Posts} {
		for name, fault := range map[string]localdiscord.RESTFault{
			"an internal error": {Status: http.StatusInternalServerError, Times: 2},
			"no gateway":        {Status: http.StatusBadGateway, Times: 3},
			"a rate limit":      {Status: http.StatusTooManyRequests, RetryAfter: 30 * time.Millisecond, Times: 1},
			"a cut connection":  {DropRequest: true, Times: 2},
			"a lost reply":      {DropReply: true, Times: 2},
		} {
			t.Run(name+" when "+step, func(t *testing.T) {
				p := env.NewPlayer(fmt.Sprint(name, step), "en-US")
				fault.Method, fault.Path = http.MethodPost, path
				armed := env.Discord.Faults().REST(fault)
				messages := messagesOf(env)
				for n := range 2 {
					_, err := sendDirect(messages, p, fmt.Sprint("turn-", n, p.ID), &message.Message{Content: "It's your turn."})
					require.NoError(t, err)
				}
				require.Equal(t, fault.Times, armed.Hits())
				require.Len(t, p.DirectMessages(), 2)
				require.Len(t, p.Pings(), 2)
			})
		}
	}
	env.CheckClean()
}

func TestDirectMessageThatDiscordForbidsIsNotRetried(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	bo := env.NewPlayer("Bo", "fr")
	messages := messagesOf(env)
	send := func() (int, error) {
		return sendDirect(messages, bo, "turn-1", &message.Message{Content: "It's your turn."})
	}
	forbidden := func(why string) {
		t.Helper()
		tries, err := send()
		require.ErrorIs(t, err, rest.ErrNoDirect, why)
		require.Equal(t, 1, tries, why)
	}
	bo.CloseDMs(true)
	forbidden("the user accepts none")
	bo.CloseDMs(false)
	env.Guild.Leave(bo.User)
	forbidden("the user is on no server of the bot")
	env.Guild.Join(bo.User)
	_, err := send()
	require.NoError(t, err, "a refused message may be sent again with its nonce")
	require.Len(t, bo.DirectMessages(), 1)
	env.CheckClean()

	computer := &harness.Player{User: &localdiscord.User{ID: env.Discord.BotID()}}
	_, err = sendDirect(messages, computer, "turn-2", &message.Message{Content: "It's your turn."})
	require.ErrorIs(t, err, rest.ErrNoDirect)
	require.Len(t, env.Discord.Violations(), 1)
}

func TestDirectMessageIsFoundAfterDiscordForgotItsNonce(t *testing.T) {
	t.Parallel()
	env := harness.New(t, harness.Options{})
	bo := env.NewPlayer("Bo", "fr")
	lost := env.Discord.Faults().REST(localdiscord.RESTFault{
		Method: http.MethodPost, Path: harness.Posts, DropReply: true,
	})
	m := &message.Message{Content: "It's your turn."}
	_, err := messagesOf(env).Direct(t.Context(), bo.ID, m, "turn-1")
	require.ErrorIs(t, err, rest.ErrTemporary)
	lost.Remove()
	env.Discord.ForgetNonces()
	same := func(p discord.Posted) bool { return p.Content == m.Content }
	restarted := messagesOf(env)
	channel, err := restarted.DirectChannel(t.Context(), bo.ID)
	require.NoError(t, err)
	id, err := restarted.FindPosted(t.Context(), channel, 0, same)
	require.NoError(t, err)
	require.Equal(t, bo.DirectMessages()[0].ID, id)
	id, err = restarted.FindPosted(t.Context(), channel, harness.Snowflake(id), same)
	require.NoError(t, err)
	require.Empty(t, id, "it looks after a message")
	require.Len(t, bo.DirectMessages(), 1)
	env.CheckClean()
}

func TestControlInADirectMessageIsRefusedInWords(t *testing.T) {
	t.Parallel()
	env, ch, first, _ := harness.StartedGame(t, harness.Options{}, "en-US", nil)
	play := ch.Last().Controls()
	require.NotEmpty(t, play)
	ids := []string{control.Control{Action: control.Join, Table: 7}.ID(), "unknown", play[0].CustomID}
	for i, locale := range harness.Locales {
		p := env.NewPlayer(fmt.Sprint("Reader", i), locale)
		if i == 0 {
			p = first
		}
		var row discordgo.ActionsRow
		for _, id := range ids {
			row.Components = append(row.Components, discordgo.Button{Label: id, CustomID: id, Style: discordgo.PrimaryButton})
		}
		menu := discordgo.SelectMenu{CustomID: "menu", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "a"}}}
		_, err := sendDirect(messagesOf(env), p, "", &message.Message{
			Content: "It's your turn.", Components: []discordgo.MessageComponent{row, discordgo.ActionsRow{
				Components: []discordgo.MessageComponent{menu},
			}},
		})
		require.NoError(t, err)
		sent := p.DirectMessages()[0]
		for _, id := range ids {
			want := p.T("bot.error.unknown")
			if id != "unknown" { // a table that is not there, and one of a server
				want = "⛔ " + p.T("table.refused.foreign_control")
			}
			require.Equal(t, want, p.MustWait(p.Press(t.Context(), sent, id)).Content)
		}
		require.Equal(t, p.T("bot.error.unknown"), p.MustChoose(sent, "menu", "a").Content)
	}
	env.CheckClean()
}

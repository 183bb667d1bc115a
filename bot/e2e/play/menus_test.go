package play_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/engine/table"
	"amytis/store"
	"amytis/store/storetest"
)

func onUser(p *harness.Player, ch *localdiscord.Channel, command, userID string) *localdiscord.Message {
	return p.MustWait(p.ChooseItem(context.Background(), ch, wire.CommandUser, command, userID))
}

func onMessage(
	p *harness.Player, ch *localdiscord.Channel, m *localdiscord.Message, command string,
) *localdiscord.Message {
	return p.MustWait(p.ChooseItem(context.Background(), ch, wire.CommandMessage, command, m.ID))
}

func TestMenuOfAPersonInvitesToAGame(t *testing.T) {
	env := harness.New(t, harness.Options{})
	ana, bo, eve := env.NewPlayer("Ana", "en-US"), env.NewPlayer("Bo", "de"), env.NewPlayer("Eve", "fr")
	ch := env.Guild.AddChannel("gardens")
	for name, id := range map[string]string{"invite_self": bo.ID, "no_member": env.Discord.AddUser("Stranger", "en-US").ID} {
		refused := onUser(bo, ch, "Herausfordern", id).Content
		require.Equal(t, "⛔ "+bo.T("table.refused."+name, "player", "<@"+id+">"), refused)
	}
	answer := onUser(ana, ch, "Play against", bo.ID)
	require.True(t, answer.Ephemeral(), "only Ana sees the answer: %s", answer.Content)
	require.Equal(t, wire.MessageMenu, answer.Type)
	env.Settle()
	invite := env.Words.Say("bot.game.invite", "Host", "Ana", "Players", "<@"+bo.ID+">", "Game", env.Words.Say("gardens.name"))
	require.Equal(t, invite, ch.Last().Content)
	require.Len(t, bo.Pings(), 1)
	require.Empty(t, append(ana.Pings(), eve.Pings()...))
	require.False(t, env.At(ch).Now().Joined(bo.UserID()), "an invitation takes nobody's place")
	refused := onUser(eve, ch, "Play against", bo.ID).Content
	require.Contains(t, refused, "⛔")
	require.Contains(t, refused, ch.Last().ID, "there is a table already")
	bo.MustClick(ch.Last(), env.Words.Say("bot.button.join"))
	require.True(t, env.At(ch).Now().Joined(bo.UserID()), "Bo has joined by the invitation's button")

	other := env.Guild.AddChannel("others")
	storetest.SetPreferences(t, env.Store, bo.UserID(), store.Preferences{Pings: store.Pings{When: store.PingNever}})
	onUser(eve, other, "Défier", bo.ID)
	env.Settle()
	require.Contains(t, other.Last().Content, "<@"+bo.ID+">")
	require.Len(t, bo.Pings(), 1, "he wants none")
	alone := env.Guild.AddChannel("alone")
	onUser(ana, alone, "Play against", env.Discord.BotID())
	require.Equal(t, table.Running, env.At(alone).Now().Status, "against the computer it begins at once")
	require.Contains(t, onUser(bo, ch, "Profil", ana.ID).Text(), bo.T("bot.profile.none", "User", "<@"+ana.ID+">"))
}

// TestMenuOfAMessageShowsWhatTheMessageIsAbout uses a message that has lost its buttons.
func TestMenuOfAMessageShowsWhatTheMessageIsAbout(t *testing.T) {
	env, ch, people := harness.OpenedGame(t, harness.Options{Seed: 410}, localdiscord.Args{"game": "babel"}, 2)
	require.NoError(t, env.At(ch).PlayRandomMoves(people, 411, 12))
	env.Settle()
	eve := env.NewPlayer("Eve", "en-US")
	said, err := eve.Say(ch, "hello")
	require.NoError(t, err)
	eve.CheckRefused(onMessage(eve, ch, said, "Board at this turn"), "no_game_message")
	m := ch.Messages()[1]
	require.Empty(t, m.Controls())
	shown := onMessage(eve, ch, m, "Board at this turn")
	require.True(t, shown.Ephemeral(), "only Eve sees the board")
	require.Equal(t, env.PictureHashes(m), env.PictureHashes(shown))
	eve.CheckRefused(onMessage(eve, ch, m, "Review"), "review_running")
	eve.CheckRefused(onMessage(eve, ch, m, "Replay"), "replay_running")
	resignAll(env, ch, people)
	film := onMessage(eve, ch, m, "Replay")
	require.True(t, film.Ephemeral(), "only Eve sees the replay")
	requireTellsReplay(t, film.Content, eve.Words, env.At(ch).Now())
}

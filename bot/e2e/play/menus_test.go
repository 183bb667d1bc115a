package play_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/longrun"
	"amytis/engine/table"
	"amytis/store"
)

func onUser(p *harness.Player, ch *localdiscord.Channel, command, userID string) *localdiscord.Message {
	return p.MustWait(ch.Menu(p.User).OnUser(context.Background(), command, userID))
}

func onMessage(
	p *harness.Player, ch *localdiscord.Channel, m *localdiscord.Message, command string,
) *localdiscord.Message {
	return p.MustWait(ch.Menu(p.User).OnMessage(context.Background(), command, m.ID))
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
	require.NoError(t, env.Store.ChangePreferences(t.Context(), bo.UserID(), func(p *store.Preferences) error {
		p.Pings.When = store.PingNever
		return nil
	}))
	onUser(eve, other, "Défier", bo.ID)
	env.Settle()
	require.Contains(t, other.Last().Content, "<@"+bo.ID+">")
	require.Len(t, bo.Pings(), 1, "he wants none")
	alone := env.Guild.AddChannel("alone")
	onUser(ana, alone, "Play against", env.Discord.BotID())
	require.Equal(t, table.Running, env.At(alone).Now().Status, "against the computer it begins at once")
	require.Contains(t, onUser(bo, ch, "Profil", ana.ID).Text(), bo.T("bot.profile.none", "User", "<@"+ana.ID+">"))
}

// TestMenuOfAMessageShowsWhatTheMessageIsAbout uses messages that have lost their buttons.
func TestMenuOfAMessageShowsWhatTheMessageIsAbout(t *testing.T) {
	for i, g := range longrun.Choose(games.All[1:2], games.All) {
		env := harness.New(t, harness.Options{Seed: 410 + uint64(i)})
		people := env.NewPlayers(g.Info().MinSeats)
		eve := env.NewPlayer("Eve", "en-US")
		ch := env.Guild.AddChannel(g.Info().ID)
		env.At(ch).Open(localdiscord.Args{"game": g.Info().ID}, people)
		moves := 12
		if g.Info().ID == "tictactoe" {
			moves = 4 // it would be over
		}
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 411, moves))
		env.Settle()
		said, err := eve.Say(ch, "hello")
		require.NoError(t, err)
		no := "⛔ " + eve.T("table.refused.no_game_message")
		require.Equal(t, no, onMessage(eve, ch, said, "Board at this turn").Content)
		h, err := sentences.NewHistory(env.At(ch).Now())
		require.NoError(t, err)
		bare := 0
		for turn, m := range ch.Messages()[1 : len(ch.Messages())-1] {
			if len(m.Attachments) == 0 {
				continue
			}
			if len(m.Controls()) == 0 {
				bare++
			}
			shown := onMessage(eve, ch, m, "Board at this turn")
			require.True(t, shown.Ephemeral(), "only Eve sees the board at turn %d", turn)
			require.Equal(t, env.PictureHashes(m), env.PictureHashes(shown), "turn %d", turn)
			if turn > 0 && turn < h.Last() {
				require.Contains(t, shown.Content, eve.T("bot.board.after", "When", text.Capital(h.When(eve.Words, turn))))
			}
			require.Equal(t, "⛔ "+eve.T("table.refused.review_running"), onMessage(eve, ch, m, "Review").Content)
			require.Equal(t, "⛔ "+eve.T("table.refused.replay_running"), onMessage(eve, ch, m, "Replay").Content)
		}
		require.Positive(t, bare)
		resignAll(env, ch, people)
		ended := env.At(ch).Now()
		film := onMessage(eve, ch, ch.Messages()[2], "Replay")
		require.True(t, film.Ephemeral(), "only Eve sees the replay")
		requireTellsReplay(t, film.Content, eve.Words, ended)
	}
}

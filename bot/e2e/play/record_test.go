package play_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/engine/longrun"
)

// recordIn returns the record that is attached to an answer, and the text of the file.
func recordIn(env *harness.Env, m *localdiscord.Message, name string) (*engine.Record, string) {
	env.Helper()
	require.Len(env, m.Attachments, 1, m.Content)
	require.Equal(env, name, m.Attachments[0].Filename)
	data, found := env.Discord.File(m.Attachments[0].URL)
	require.True(env, found, "Discord has the file %s", name)
	record, err := engine.ParseRecord(data)
	require.NoError(env, err)
	return record, string(data)
}

// resignAll ends a game: all players but the first resign.
func resignAll(env *harness.Env, ch *localdiscord.Channel, people []*harness.Player) {
	env.Helper()
	for _, p := range people[1:] {
		p.MustClick(p.MustCommand(ch, "game resign", nil), p.T("bot.button.resign"))
	}
	env.Settle()
}

func TestRecordOfAnEndedGameIsCompleteAndOfARunningOneMasked(t *testing.T) {
	for i, g := range games.All {
		id := g.Info().ID
		if !longrun.On() && id != "babel" {
			continue // what each game hides is tested by day in its contract
		}
		env := harness.New(t, harness.Options{Seed: 80 + uint64(i), Locale: harness.Locale(i)})
		people := env.NewPlayers(g.Info().MinSeats)
		eve := env.NewPlayer("Eve", harness.Locale(i))
		ch := env.Guild.AddChannel(id)
		require.Equal(t, "⛔ "+eve.T("table.refused.no_table"), eve.MustCommand(ch, "game record", nil).Content)
		env.At(ch).Open(localdiscord.Args{"game": id}, people)
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 81, 4))
		name := id + "-" + env.At(ch).ID().String() + ".json"
		for _, p := range []*harness.Player{people[0], eve} {
			m := p.MustCommand(ch, "game record", nil)
			require.True(t, m.Ephemeral(), "only %s sees the record", p.Name)
			record, _ := recordIn(env, m, name)
			now := env.At(ch).Now()
			require.Len(t, record.Moves, len(now.Moves), "those of chance, too")
			require.Empty(t, record.Result)
			hidden := string(now.State.Mask(now.Setup)) != string(now.Setup)
			require.Equal(t, hidden, record.Check(g) != nil, "hidden information is left out")
		}
		resignAll(env, ch, people)
		pressed, file := recordIn(env, eve.MustCommand(ch, "game record", nil), name)
		require.NoError(t, pressed.Check(g))
		require.NotEmpty(t, pressed.Result)
		open := people[1].MustCommand(ch, "game record", localdiscord.Args{"public": true})
		require.False(t, open.Ephemeral(), "all see a record that is shown in public")
		_, same := recordIn(env, open, name)
		require.Equal(t, file, same)
	}
}

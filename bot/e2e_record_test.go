package bot_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/games"
	"amytis/bot/localdiscord"
	"amytis/engine"
)

// recordIn reads the file of an answer.
func (h *house) recordIn(m *localdiscord.Message, name string) (*engine.Record, string) {
	h.Helper()
	require.Len(h, m.Attachments, 1, m.Content)
	require.Equal(h, name, m.Attachments[0].Filename)
	data, found := h.discord.File(m.Attachments[0].URL)
	require.True(h, found)
	record, err := engine.ParseRecord(data)
	require.NoError(h, err)
	return record, string(data)
}

func TestTheRecordOfAnEndedGameIsCompleteAndThatOfARunningOneMasked(t *testing.T) {
	t.Parallel()
	for i, g := range games.All {
		id := g.Info().ID
		h := build(t, setup{seed: 80 + uint64(i), locale: locales[i]})
		people := h.people(locales[i], g.Info().MinSeats)
		eve := h.person("Eve", locales[i])
		ch := h.guild.AddChannel(id)
		require.Equal(t, "⛔ "+eve.say("table.refused.no_table"), must(t)(eve.slash(ch, "game record", nil)).Content)
		h.open(ch, localdiscord.Args{"game": id}, people)
		require.NoError(t, h.walk(ch, people, 81, 12))
		for _, p := range []*person{people[0], eve} {
			m := must(t)(p.slash(ch, "game record", nil))
			require.True(t, m.Ephemeral())
			record, _ := h.recordIn(m, id+"-1.json")
			require.Len(t, record.Moves, 12)
			require.Empty(t, record.Result)
			require.Equal(t, id != "towers", record.Check(g) != nil, "what nobody may know yet is left out")
		}
		require.NoError(t, h.walk(ch, people, 82, 1000))
		h.settle()
		pressed, file := h.recordIn(must(t)(eve.press(ch.Last(), h.words.T("bot.button.record", nil))), id+"-1.json")
		require.NoError(t, pressed.Check(g))
		require.NotEmpty(t, pressed.Result)
		open := must(t)(people[1].slash(ch, "game record", localdiscord.Args{"public": true}))
		require.False(t, open.Ephemeral())
		_, same := h.recordIn(open, id+"-1.json")
		require.Equal(t, file, same)
		h.clean()
	}
}

func TestThereIsNoRecordBeforeTheStart(t *testing.T) {
	t.Parallel()
	h := build(t, setup{})
	ana := h.person("Ana", "en-US")
	ch := h.guild.AddChannel("gardens")
	must(t)(ana.slash(ch, "game new", nil))
	require.Equal(t, "⛔ "+ana.say("table.refused.not_started"), must(t)(ana.slash(ch, "game record", nil)).Content)
	h.clean()
}

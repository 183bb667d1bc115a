package posts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/text"
	"amytis/engine"
)

// TestTheFirstLineSaysWhoIsNextAndWhatOthersScored looks at all turns of a game that score.
func TestTheFirstLineSaysWhoIsNextAndWhatOthersScored(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	w, out, scored := text.For("en"), &message.Message{}, 0
	from := p.At(t, 0)
	for n, m := range p.Moves[:len(p.Moves)-1] {
		if !p.Info().VerbInfo(m.Verb).Ends {
			continue
		}
		before, at := from, p.At(t, n+1)
		from = p.At(t, n+1)
		gain := at.State.Scores()[m.Seat-1].Total() - before.State.Scores()[m.Seat-1].Total()
		if gain == 0 || at.Turn().Has(m.Seat) {
			continue
		}
		scored++
		call := "**Babylon** · ▶️ **" + at.Player(3-m.Seat).Name + "**, it's your turn."
		said := w.Say("bot.table.gained", "Name", at.Player(m.Seat).Name, "Count", max(gain, -gain), "Lost", gain < 0)
		require.Equal(t, call+" "+said, lead(w, out, before, at, engine.Seats(3-m.Seat), 0))
		own := lead(w, out, before, at, engine.Seats(m.Seat), 0)
		require.NotContains(t, own, said, "the reader knows their own points")
		at.Players[m.Seat-1].Name = strings.Repeat("long ", 20)
		require.Equal(t, call, lead(w, out, before, at, engine.Seats(3-m.Seat), 0), "a lock screen has no room for more")
		at.Players[2-m.Seat].Name = strings.Repeat("W", 32)
		for _, lang := range text.Langs() {
			line := lead(text.For(string(lang)), out, before, at, engine.Seats(3-m.Seat), 0)
			require.LessOrEqual(t, len([]rune(strings.ReplaceAll(line, "**", ""))), maxLead, line)
		}
	}
	require.Greater(t, scored, 5)
}

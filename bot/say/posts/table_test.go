package posts

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestAMessageOfAGameHasFewLines tells a random game of each kind as a phone shows it: with more
// than three players what has happened since the last turn of the first one.
func TestAMessageOfAGameHasFewLines(t *testing.T) {
	const perRow = 38
	for _, g := range games.All {
		for seats, most := range map[int]int{2: 5, 3: 6, 5: 8} {
			if seats < g.Info().MinSeats || seats > g.Info().MaxSeats {
				continue
			}
			p, from, all := playtest.Play(t, g, nil, seats), 0, []int{}
			for n, m := range p.Moves[:len(p.Moves)-1] {
				if !p.Info().VerbInfo(m.Verb).Ends || seats > 3 && m.Seat != engine.Seat(1) {
					continue
				}
				before, events, end := p.At(t, from), []table.Event{}, n+1
				for end < len(p.Moves)-1 && p.Moves[end].Seat == engine.Chance { // plays at once
					end++
				}
				for _, m := range p.Moves[from:end] {
					events = append(events, table.Move(g.Game, m, before.Player(max(m.Seat, 1)).User, 1))
				}
				from = end
				for _, w := range text.All() {
					rows := 0
					news, after, err := sentences.Tell(w, before, events)
					require.NoError(t, err)
					said := append([]string{lead(w, &message.Message{}, after, after.Turn(), 0)}, news.Lines...)
					most := most
					for _, line := range running(w, before, after, nil, after.Turn(), table.Always) {
						said = append(said, line)
						most += min(len(line), 1) // such as the effect of a new round
					}
					for line := range strings.SplitSeq(text.Unformatted(text.Lines(said...)), "\n") {
						rows += (len([]rune(line)) + perRow - 1) / perRow
					}
					require.LessOrEqual(t, rows, most, "%d players:\n%s", seats, text.Lines(said...))
					all = append(all, rows)
				}
			}
			slices.Sort(all)
			require.LessOrEqual(t, all[len(all)/2], most-1, "%d players of %s", seats, g.Info().ID)
		}
	}
}

func TestTheEndOfAGameSaysOnceThatAPlayerHasLeft(t *testing.T) {
	for _, g := range games.All {
		if g.Info().MinSeats > 2 {
			continue // it would go on
		}
		at := playtest.Play(t, g, nil, 2).At(t, 0)
		for _, by := range []table.UserID{0, at.Player(1).User} { // by the clock, and by the player
			left := table.Move(at.Game, engine.ResignMove(1), by, 1)
			news, after, err := sentences.Tell(text.For("en"), at, []table.Event{left})
			require.NoError(t, err)
			require.Equal(t, table.Ended, after.Status)
			require.Len(t, news.Lines, 1, "it tells how the player has left")
			for _, w := range text.All() {
				first := lead(w, &message.Message{}, after, 0, 0)
				won := w.Say("bot.table.won", "Players", "**"+sentences.Name(w, after.Player(2))+"**", "Count", 1)
				require.Equal(t, "**"+w.Say(g.Info().ID+".name")+"** · "+won, first)
			}
		}
	}
}

func TestTheEndOfAGameAloneTellsTheLevels(t *testing.T) {
	at := playtest.Play(t, games.All[1], nil, 2).At(t, 0)
	told := aftermathLines(text.For("de"), at, tables.Aftermath{Levels: []string{"2 ✓", "3"}})
	require.Contains(t, told, "Stufe 2 ✓ · 3")
}

func TestABrokenRecordIsNamedWithTheOneBefore(t *testing.T) {
	w := text.For("en")
	require.Equal(t, "📜 New server record: highest garden, level 7 (previously 6).",
		recordLine(w, "gardens", tables.Record{Name: "highest", Value: 7, Before: 6}))
	require.Equal(t, "📜 New server record: most points, 70 (previously 60).",
		recordLine(w, "gardens", tables.Record{Value: 70, Before: 60}))
	require.Equal(t, "📜 Neuer Rekord auf diesem Server: höchstes Gebäude, Etage 12 (bisher 9).",
		recordLine(text.For("de"), "towers", tables.Record{Name: "height", Value: 12, Before: 9}))
}

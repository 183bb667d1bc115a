package play_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/e2e/harness"
	"amytis/bot/localdiscord"
	"amytis/bot/play/games"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/longrun"
)

// TestEveryPastTurnLooksAsAnnounced compares the table after each turn with the picture that was
// posted then.
func TestEveryPastTurnLooksAsAnnounced(t *testing.T) {
	for i, g := range games.All {
		env := harness.New(t, harness.Options{Seed: 100 + uint64(i)})
		people := env.NewPlayers(g.Info().MinSeats)
		ch := env.Guild.AddChannel(g.Info().ID)
		env.At(ch).Open(localdiscord.Args{"game": g.Info().ID}, people)
		moves := cmp.Or(map[string]int{"babel": 210, "towers": 80}[g.Info().ID], 40)
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 101, moves/longrun.Choose(5, 1)))
		env.Settle()
		announced := ch.Messages()[1:] // without the lobby
		turns, err := people[0].Suggestions(ch, "board", nil, "turn")
		require.NoError(t, err)
		last, err := strconv.Atoi(turns[0])
		require.NoError(t, err)
		if longrun.On() && g.Info().ID == "babel" {
			require.Positive(t, env.At(ch).Now().Acted[engine.Chance], "the discards are shuffled")
		}
		require.Contains(t, []int{len(announced) - 1, len(announced)}, last,
			"one message more if the last turn goes on")
		eve, tallied := env.NewPlayer("Eve", "en-US"), false
		for turn, m := range announced {
			if harness.EndsGame(m) {
				continue // its picture has the scores of all
			}
			view, _, _ := strings.Cut(m.Attachments[0].Filename, "-") // a set-up shows the quarry
			past := eve.MustCommand(ch, "board",
				localdiscord.Args{"view": view, "turn": strconv.Itoa(turn), "public": true})
			require.Equal(t, env.PictureHashes(m), env.PictureHashes(past), "after turn %d", turn)
			if turn > 0 && turn < last {
				// Below the moves stands who has the most on each level.
				moves, tally, _ := strings.Cut(past.Content, "\n**"+env.Words.Say("towers.tally.levels.title")+"**\n")
				tallied = tallied || tally != ""
				lines := slices.DeleteFunc(strings.Split(moves, "\n"), func(line string) bool { // of chance
					return !slices.ContainsFunc(people, func(p *harness.Player) bool { return strings.HasPrefix(line, p.Name) })
				})
				name, _, _ := strings.Cut(lines[len(lines)-1], " ")
				require.Contains(t, m.Content, name, "both tell of the same player")
			}
		}
		if longrun.On() {
			require.Equal(t, g.Info().ID == "towers", tallied, "who has the most on each level is told")
		}
	}
}

func TestPastTurnsCanBePaged(t *testing.T) {
	locale := harness.LocaleOf(t)
	env := harness.New(t, harness.Options{Seed: 120, Locale: locale})
	people := env.NewPlayers(2)
	eve := env.NewPlayer("Eve", locale)
	ch := env.Guild.AddChannel("gardens")
	env.At(ch).Open(nil, people)
	env.Settle()
	require.Nil(t, harness.Button(eve.MustCommand(ch, "board", nil), eve.T("bot.button.next")), "there is only the start")
	for env.At(ch).Now().Version < 6 {
		require.NoError(t, env.At(ch).PlayRandomMoves(people, 121, 1))
	}
	env.Settle()
	after := func(turn int) string { // in the set-up
		return eve.T("bot.board.after", "When", text.Capital(eve.T("bot.board.when", "Turn", turn)))
	}
	for _, m := range []*localdiscord.Message{
		eve.MustCommand(ch, "board", localdiscord.Args{"player": "2", "view": "top"}),
		eve.MustClick(ch.Last(), env.Words.T("bot.button.boards", nil)),
	} {
		pictures := len(m.Pictures())
		require.True(t, harness.Button(m, eve.T("bot.button.next")).Disabled, "the present is the last page")
		for turn := 2; turn >= 0; turn-- {
			page := eve.MustClick(m, eve.T("bot.button.previous"))
			require.Equal(t, pictures == 1, m.ID == page.ID, "a message with one picture is changed in place")
			require.Contains(t, page.Text(), after(turn))
			require.Len(t, page.Pictures(), pictures)
			env.CheckPictures(page)
			m = page
		}
		require.Contains(t, m.Text(), eve.T("bot.board.start"))
		require.True(t, harness.Button(m, eve.T("bot.button.previous")).Disabled, "nothing comes before the start")
		m = eve.MustClick(m, eve.T("bot.button.next"))
		require.Contains(t, m.Text(), after(1))
	}
}

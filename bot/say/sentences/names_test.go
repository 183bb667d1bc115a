package sentences_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

func TestNoNameOfAPersonLooksLikeThatOfAComputer(t *testing.T) {
	for _, w := range text.All() {
		seen := map[string]bool{}
		for nth := 1; nth <= table.MaxComputers; nth++ {
			for level := 1; level <= engine.ComputerLevels; level++ {
				p := table.Computer(table.ComputerID(nth, level))
				shown, plain := sentences.NameWithLevel(w, p), sentences.PlainName(w, p)
				require.False(t, seen[shown], shown)
				seen[shown] = true
				for _, name := range []string{shown, plain, sentences.Name(w, p), text.Drawn(p.Name)} {
					person := table.Player{User: 9, Name: name}
					require.NotContains(t, sentences.Name(w, person), "🤖")
					require.NotContains(t, sentences.PlainName(w, person), "◊")
				}
			}
		}
	}
}

func TestComputersAreNamedWithAMark(t *testing.T) {
	in := games.All[0].Info()
	w := text.For("fr")
	nabu := table.Computer(table.ComputerID(1, 3))
	lobby, err := table.Load(games.Rules, []table.Event{
		table.OpenLobby(in, table.Player{User: 1, Name: "🤖 Nabu · Niveau 3"}, nil, 0, 0),
		table.AddComputer(nabu, 1, 0),
	})
	require.NoError(t, err)
	require.Equal(t, []string{"Nabu · Niveau 3", "🤖 Nabu"}, sentences.AllNames(w, lobby))
	require.Equal(t, "🤖 Nabu", sentences.NameOf(text.For("en"), lobby, nabu.User))
	require.Equal(t, "Niveau 3\u00a0: moyen", sentences.LevelName(w, 3))
}

// TestTextsSayYouToTheirReader reads the steps and the scores of whole games.
func TestTextsSayYouToTheirReader(t *testing.T) {
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MinSeats)
		for _, w := range text.All() {
			for n := 0; n < len(p.Moves); n += 3 {
				at, m := p.At(t, n), p.Moves[n]
				if m.Seat == engine.Chance {
					continue
				}
				at.Players[m.Seat-1].Name = "Xqq"
				read, other := sentences.ReadBy(at, m.Seat), m.Seat%engine.Seat(len(at.Players))+1
				for _, m := range []engine.Move{m, engine.SkipMove(m.Seat)} {
					require.Contains(t, sentences.Line(w, at, m), "Xqq", "the channel reads the name")
					require.NotContains(t, sentences.Line(w, read, m), "Xqq")
					require.Contains(t, sentences.Line(w, sentences.ReadBy(at, other), m), "Xqq")
				}
				// What another does to the reader says "your", not "of You".
				told := sentences.Teller{Words: w}
				told.Step(sentences.ReadBy(at, other), sentences.ReadBy(p.At(t, n+1), other))
				said := text.Lines(append(told.Told(), sentences.Line(w, sentences.ReadBy(at, other), m))...)
				said, _, _ = strings.Cut(said, " · ") // how the points changed
				require.NotRegexp(t, `\b`+w.Say("bot.you")+`\b`, said)
				require.Contains(t, sentences.ScoreText(w, read), "**"+w.Say("bot.you")+"** ")
				require.NotContains(t, sentences.ScoreText(w, read), "Xqq")
			}
		}
	}
	read := sentences.ReadBy(limited(t, nil), 1)
	for lang, want := range map[string]string{
		"en": "You have resigned.", "de": "Du gibst auf.", "fr": "Tu abandonnes la partie.", "es-ES": "Abandonas la partida.",
	} {
		require.Equal(t, want, sentences.Line(text.For(lang), read, engine.ResignMove(1)))
	}
	require.NotContains(t, sentences.ReadBy(limited(t, nil), 0).Players[0].Name, "\x00", "everybody reads names")
}

func TestTagsOfAPostAreItsGameAndItsState(t *testing.T) {
	t.Parallel()
	var offered []discordgo.ForumTag
	for _, name := range []string{"läuft", "TÜRME", "open seat", "babel", "chat", "en cours", "over", "a", "b", "c", "d"} {
		offered = append(offered, discordgo.ForumTag{ID: name, Name: name})
	}
	moderated := append([]discordgo.ForumTag{{ID: "m", Name: "towers", Moderated: true}}, offered...)
	for _, c := range []struct {
		status  table.Status
		offered []discordgo.ForumTag
		applied []string
		want    []string
	}{
		{table.Lobby, offered, nil, []string{"TÜRME", "open seat"}},
		{table.Running, offered, []string{"open seat", "babel", "chat"}, []string{"läuft", "TÜRME", "en cours", "chat"}},
		{table.Ended, offered, []string{"TÜRME", "läuft"}, []string{"TÜRME", "over"}},
		{table.Abandoned, offered, []string{"a", "b", "c", "d"}, []string{"TÜRME", "over", "a", "b", "c"}},
		{table.Ended, moderated, []string{"m"}, []string{"TÜRME", "over", "m"}},
		{table.Lobby, offered[4:6], nil, []string{}},
		{table.Lobby, nil, nil, []string{}},
	} {
		got := sentences.Tags(c.offered, c.applied, "towers", c.status)
		require.Equal(t, c.want, got, "%+v", c)
	}
	for _, w := range text.All() {
		var fits []discordgo.ForumTag
		for _, key := range []string{"towers.command.name", "bot.tag.open"} {
			fits = append(fits, discordgo.ForumTag{ID: key, Name: w.Say(key)})
			require.LessOrEqual(t, len([]rune(fits[0].Name)), 20)
		}
		require.Len(t, sentences.Tags(fits, nil, "towers", table.Lobby), 2, w.Lang())
	}
}

package sentences_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	_ "amytis/bot/play/games/tictactoe" // a game that only tests have
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// TestTurnsAreThoseThatPeoplePlayedAndRoundsAreNamed plays games whose set-up is made by chance.
func TestTurnsAreThoseThatPeoplePlayedAndRoundsAreNamed(t *testing.T) {
	w := text.For("en")
	for _, c := range []struct {
		game         string
		options      engine.Options
		seats, setUp int
		rounds       bool
	}{
		{"gardens", nil, 2, 6, true},
		{"towers", engine.Options{"mode": "quick"}, 3, 0, true},
		{"babel", nil, 2, 0, false},
		{"towers", nil, 3, 0, false},
	} {
		g, _ := games.Find(c.game)
		p := playtest.Play(t, g, c.options, c.seats)
		now := p.At(t, 0)
		for i, m := range p.Moves {
			e := table.Move(g, m, now.Player(max(m.Seat, 1)).User, 1)
			e.Auto = i < c.setUp
			now = playtest.After(t, now, e)
		}
		h := historyOf(t, now)
		require.Len(t, h.At(0).Moves, c.setUp, "chance has made the set-up before turn 1")
		require.Empty(t, h.When(w, 0))
		unit, n := "turn", h.Last()
		if c.rounds {
			unit, n = "round", len(h.Rounds())-1
		}
		require.Equal(t, unit+" 1", h.When(w, 1))
		require.Equal(t, fmt.Sprint(unit, " ", n), h.When(w, h.Last()))
		require.Equal(t, fmt.Sprint(n, " ", unit, "s"), h.Length(w))
	}
}

// TestGivenMovesAreNeverToldAsThoseOfThePlayers begins games amid a random one of each kind.
func TestGivenMovesAreNeverToldAsThoseOfThePlayers(t *testing.T) {
	w := text.For("en")
	for _, g := range games.All {
		p := playtest.Play(t, g, nil, g.Info().MaxSeats)
		forks := 0
		for n := 0; n < len(p.Moves); n += min(9, 1+len(p.Moves)/20) {
			at := p.At(t, n)
			if n > 0 && !engine.MayBegin(at.State) {
				continue
			}
			forks++
			f := p.Fork(t, n)
			last := len(f.Events) - 1
			lobby, err := table.Load(games.Rules, f.Events[:last])
			require.NoError(t, err)
			require.Contains(t, sentences.ForkLobby(w, lobby), "The same start as the game of <t:0:D>")
			news, start := tell(t, w, lobby, f.Events[last:]...)
			require.Len(t, news.Lines, 2, "one line for all given moves")
			require.Zero(t, news.Seat)
			was := historyOf(t, p.At(t, min(n+1, len(p.Moves))))
			from := was.When(w, was.TurnOf(n+1))
			if g.Info().VerbInfo(p.Moves[n].Verb).SetUp {
				from = "turn 1" // a set-up that is given is no turn
			}
			require.Contains(t, news.Lines[0], "from "+from+" of the game of")

			for i := range start.Players {
				lines, err := sentences.Since(w, start, engine.Seat(i+1), false)
				require.NoError(t, err)
				require.Empty(t, lines, "seat %d has missed nothing", i+1)
			}
			line, err := sentences.LastMove(w, start)
			require.NoError(t, err)
			require.Empty(t, line)

			later := f.At(t, min(3, len(f.Moves)))
			h := historyOf(t, later)
			names := sentences.AllNames(w, later)
			for turn := 1; turn <= h.Last(); turn++ {
				told := strings.Join(h.Lines(w, turn), " ")
				named := slices.ContainsFunc(names, func(name string) bool { return strings.Contains(told, name) })
				require.Equal(t, turn <= h.Given(), h.Before(w, turn) != "")
				if turn <= h.Given() {
					require.False(t, named, "%s: turn %d of the fork after %d: %s", g.Info().ID, turn, n, told)
				}
			}
		}
		require.Greater(t, forks, 5, g.Info().ID)
	}
}

func TestSinceIsEmptyAfterAStepAndSaysSoFarBeforeTheFirst(t *testing.T) {
	w := text.For("en")
	p := playtest.Play(t, games.All[0], nil, 2)
	since := func(at *table.Table, seat engine.Seat, isNew bool) string {
		said, err := sentences.SinceText(w, at, seat, isNew)
		require.NoError(t, err)
		return said
	}
	require.Empty(t, since(p.At(t, 0), 1, false), "nothing has happened before the first move")
	at := p.At(t, 1)
	mover := p.Moves[0].Seat
	require.Empty(t, since(at, mover, false), "the player has just moved")
	require.Equal(t, "**So far in this game**\n- Ana: removed a clay tile", since(at, 3-mover, false))
	at.Moves[0].Auto = true
	require.Contains(t, since(at, 3-mover, true), "(To choose the tiles yourselves, ")
	require.NotContains(t, since(at, 3-mover, false), "(", "once players know the game it explains nothing")
	n := 1
	for p.Moves[n].Seat == mover {
		n++
	}
	for p.Moves[n].Seat != mover {
		n++
	}
	require.Contains(t, since(p.At(t, n), mover, false), "**Since your last turn**\n- ")
}

func TestSinceLeavesOutTheFirstOfManyTurnsAndSaysHowMany(t *testing.T) {
	w := text.For("en")
	p := playtest.Play(t, games.All[0], nil, 4)
	n := 0
	for seen := 0; seen < 9 || p.Moves[n].Seat == 0; n++ { // no move of seat 5 ever comes
		if n == 0 || p.Moves[n].Seat != p.Moves[n-1].Seat {
			seen++
		}
	}
	at := p.At(t, n)
	at.Moves = at.Moves[:n:n]
	for i := range at.Moves {
		require.NotEqual(t, engine.Seat(5), at.Moves[i].Move.Seat)
	}
	said, err := sentences.SinceText(w, at, 5, false)
	require.NoError(t, err)
	require.Regexp(t, `\n- … and \d+ more turns before that\n`, said)
	require.LessOrEqual(t, strings.Count(said, "\n- "), 7)
}

func TestARoundWonByFewerPiecesSaysSo(t *testing.T) {
	at := playtest.Play(t, games.All[2], engine.Options{"mode": "quick"}, 3).At(t, 0)
	var events []table.Event
	for _, m := range []string{"1 tower 1:k7.1 n", "1 stuck", "2 stuck", "3 stuck"} {
		events = append(events, table.MoveText(m, 0, 9))
	}
	news, _ := tell(t, text.For("en"), at, events...)
	for lang, why := range map[string]string{
		"en": "as many points as others, but fewer pieces left", "de": "gleich viele Punkte, aber weniger Teile übrig",
		"fr": "autant de points, mais moins de pièces restantes", "es": "con los mismos puntos, pero menos piezas sin usar",
	} {
		require.Contains(t, news.Scored.Won(text.For(lang)), why)
	}
}

func TestTheLastMoveOfAnEarlierRoundIsNoNews(t *testing.T) {
	p := playtest.Play(t, games.All[2], engine.Options{"mode": "quick"}, 3)
	at := p.At(t, 0)
	at.Rounds = true
	for i := 0; at.State.Pace().Since == 0; i++ {
		at = playtest.After(t, at, table.Move(p.Game, p.Moves[i], at.Player(max(p.Moves[i].Seat, 1)).User, 9))
	}
	require.True(t, at.Round.Waiting)
	for seat := range engine.Seat(3) {
		at = playtest.After(t, at, table.ReadyUp(seat+1, at.Player(seat+1).User, 9))
	}
	require.False(t, at.Round.Waiting)
	line, err := sentences.LastMove(text.For("en"), at)
	require.NoError(t, err)
	require.Empty(t, line)
}

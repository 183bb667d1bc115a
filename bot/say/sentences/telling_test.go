package sentences_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/play/games"
	"amytis/bot/play/games/playtest"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// babylon returns the table of a random game of Babylon for two after n moves.
func babylon(t *testing.T, n int) *table.Table {
	t.Helper()
	return playtest.Play(t, games.All[0], nil, 2).At(t, n)
}

// limited returns a table of Babylon that starts at 0 ms with an hour per turn.
func limited(t *testing.T, options engine.Options) *table.Table {
	t.Helper()
	return startedWith(t, options, table.TimeControl{Limit: 3600})
}

// startedWith is limited with another time control.
func startedWith(t *testing.T, options engine.Options, c table.TimeControl) *table.Table {
	t.Helper()
	lobby, err := table.Load(games.Rules, []table.Event{
		table.OpenLobby(games.All[0].Info(), table.Player{User: 1, Name: "Ana"}, options, c.Limit, 0).WithReserve(c.Reserve),
		table.Join(table.Player{User: 2, Name: "Bo"}, 0),
	})
	require.NoError(t, err)
	return playtest.After(t, lobby, lobby.Deal(1, 0, playtest.Rand(1)))
}

func historyOf(t *testing.T, at *table.Table) sentences.History {
	t.Helper()
	h, err := sentences.NewHistory(at)
	require.NoError(t, err)
	return h
}

func tell(t *testing.T, w *text.Words, at *table.Table, events ...table.Event) (sentences.News, *table.Table) {
	t.Helper()
	news, after, err := sentences.Tell(w, at, events)
	require.NoError(t, err)
	return news, after
}

func TestARefusalEndsWithTheNumberOfItsRule(t *testing.T) {
	at := babylon(t, 0)
	at.Players[0].Name = "A_na"
	const noDig = "You have already dug this turn. Go on building, or end your turn."
	w := text.For("en")
	for _, c := range []struct {
		refused *engine.RuleError
		want    string
	}{
		{engine.Refuse("dug_already", "G-6"), noDig + " (G-6)"}, // a ruling
		{engine.Refuse("dug_already", "B"), noDig},
		{engine.Refuse("dug_already", ""), noDig},
		{engine.Refuse("cell_empty", "", "cell", "b2"),
			"Nothing is left to dig at b2. Choose a cell that still shows a tile."},
		{engine.Refuse(engine.RefusedTurn, "", "turn", "#1"), `It's not your turn. Wait for A\_na.`},
	} {
		require.Equal(t, c.want, sentences.Refusal(w, games.Of(at), at, c.refused))
	}
	require.Equal(t,
		"There is no game in this channel. Open one with `/game new`, or play against the computer with `/game solo`.",
		sentences.Refusal(w, games.Entry{}, nil, engine.Refuse("no_table", "")))
}

func TestALineNamesThePlayerAndTheMove(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	at := p.At(t, 0)
	first := p.Moves[0]
	name := at.Player(first.Seat).Name
	require.Equal(t, "remove", p.Info().VerbInfo(first.Verb).Name)
	w := text.For("en")
	require.Regexp(t, `^`+name+` removed \w+ \w+ from [a-z]\d\.$`, sentences.Line(w, at, first))
	require.Equal(t, at.Player(2).Name+" has resigned.", sentences.Line(w, at, engine.ResignMove(2)))
	require.Equal(t, "Time was up: "+at.Player(1).Name+"'s turn was skipped.",
		sentences.Line(w, at, engine.SkipMove(1)))
}

func TestAResignationIsWordedByItsCause(t *testing.T) {
	at := babylon(t, 0)
	user, name := at.Player(1).User, at.Player(1).Name
	for by, want := range map[table.UserID]string{
		0:    text.For("en").Say("bot.table.timed_out", "Name", name, "Count", 0),
		user: name + " has resigned.",
		99:   text.For("en").Say("bot.table.taken_out", "Name", name, "By", "<@99>"),
	} {
		news, after := tell(t, text.For("en"), at, table.Move(at.Game, engine.ResignMove(1), by, 1))
		require.Equal(t, []string{want}, news.Lines, "by %d", by)
		require.Equal(t, table.Ended, after.Status)
	}
}

func TestAStandInIsToldByItsCause(t *testing.T) {
	w, at := text.For("en"), limited(t, nil)
	at.StandInLevel = 2
	for by, key := range map[table.UserID]string{0: "stood_in_late", at.Player(1).User: "stood_in"} {
		news, _ := tell(t, w, at, at.CallStandIn(1, by, 1))
		require.Equal(t, []string{w.Say("bot.table."+key, "Name", at.Player(1).Name, "Level", 2)}, news.Lines)
	}
}

func TestCountdownRoundsUpAndMomentDown(t *testing.T) {
	for at, want := range map[int64][2]string{
		0:    {"<t:0:R>", "<t:0:R>"},
		1:    {"<t:1:R>", "<t:0:R>"},
		1000: {"<t:1:R>", "<t:1:R>"},
		1001: {"<t:2:R>", "<t:1:R>"},
	} {
		require.Equal(t, want, [2]string{sentences.Countdown(at), sentences.Moment(at)}, "%d ms", at)
	}
}

func TestLimitsSayWhenTheTurnEnds(t *testing.T) {
	at := limited(t, nil)
	w := text.For("en")
	require.Equal(t, "⏳ Time for this turn runs out <t:3600:R>.",
		sentences.LimitLine(w, at, at.Turn(), table.Always))
	require.Empty(t, sentences.LimitLine(w, at, 0, table.Always), "no seat is named")
	require.Equal(t, " · ⏳ time until <t:3600:f>", sentences.TimeLeft(w, at))

	quiet := func(_ table.UserID, at int64) int64 { return at + 60_000 }
	require.Contains(t, sentences.LimitLine(w, at, at.Turn(), quiet), "<t:3660:R>")

	at.Waits[2].Until = 3_700_000
	require.Equal(t, "⏳ Time runs out: Ana <t:3600:R> and Bo <t:3700:R>.",
		sentences.LimitLine(w, at, engine.Seats(1, 2), table.Always))
	at.Reserved[2] = 60_000
	require.Contains(t, sentences.LimitLine(w, at, engine.Seats(1, 2), table.Always),
		"Bo <t:3640:R> (reserve: <t:3700:R>)")
	at.Round.Waiting = true
	require.Equal(t, "⏳ The round begins <t:3600:R>, or as soon as everyone is ready.", sentences.CountdownLine(w, at))

	unlimited := babylon(t, 0)
	require.Empty(t, sentences.LimitLine(w, unlimited, unlimited.Turn(), table.Always))
	require.Empty(t, sentences.TimeLeft(w, unlimited))
}

func TestAPlayerInTurnIsNamedWithTheDayOfTheReturn(t *testing.T) {
	at := limited(t, nil)
	absent := func(user table.UserID, _ int64) (begin, end int64) { return 1000, int64(user) * 5_000_000 }
	require.Equal(t, []string{"🌴 Ana is away until <t:5000:f>."},
		sentences.AwayLines(text.For("en"), at, absent, 2000))
	require.Empty(t, sentences.AwayLines(text.For("en"), at, absent, 999))
}

func TestALobbyTellsThatHintsAreOnOrOff(t *testing.T) {
	off := limited(t, nil)
	on := *off
	on.Hints = true
	require.Equal(t, "Hints: **for everyone**", sentences.LobbyChange(text.For("en"), off, &on))
	require.Equal(t, "Hints: **only against computers**", sentences.LobbyChange(text.For("en"), &on, off))
}

func TestOptionsAndTheTimePerTurnStandInALine(t *testing.T) {
	at := limited(t, engine.Options{"overlap": "adjacent"})
	require.Equal(t, "Tiles over tiles: **Not exactly over one on the next lower level (German rule)** · "+
		"Stand-in for players: **none** · Time per turn: **1 hour**", sentences.OptionLines(text.For("en"), at))
	require.NotRegexp(t, `: \*\*\p{Lu}`, sentences.OptionLines(text.For("es"), at), "no capital follows a colon")
}

func TestScoresHaveALineForEachSeat(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	w := text.For("en")
	start, end := p.At(t, 0), p.At(t, len(p.Moves))
	require.Regexp(t, `^\*\*`+start.Players[0].Name+`\*\* 0 — tie-break: Uncovered holes 64\n\*\*`+
		start.Players[1].Name+`\*\* 0 — tie-break: Uncovered holes 64$`, sentences.ScoreText(w, start))
	require.Empty(t, sentences.Totals(w, start))
	require.Equal(t, table.Ended, end.Status)
	require.NotContains(t, sentences.ScoreText(w, end), " 0", "parts that are 0 are left out")
	require.Regexp(t, `^⭐ \*\*`+end.Players[0].Name+`\*\* \d+ · \*\*`+end.Players[1].Name+`\*\* \d+$`,
		sentences.Totals(w, end))
	result, ended := end.State.Result()
	require.True(t, ended, "the game is over")
	for _, seat := range result.Winners {
		require.Contains(t, sentences.Won(w, end), "**"+end.Player(seat).Name+"**")
	}
}

func TestLastLinesDropsTheOldest(t *testing.T) {
	lines := []string{"één", "two", "three"}
	for limit, want := range map[int]string{
		13: "één\ntwo\nthree",
		12: "…\ntwo\nthree",
		11: "…\ntwo\nthree",
		10: "…\nthree",
		1:  "…\nthree",
	} {
		require.Equal(t, want, sentences.LastLines(lines, limit), "%d characters", limit)
	}
	require.Empty(t, sentences.LastLines(nil, 5))
}

func TestAListOfSeatsHasEscapedNamesAndNotChance(t *testing.T) {
	w, at := text.For("en"), limited(t, nil)
	at.Players[0].Name = "A*na"
	require.Equal(t, `A\*na`, sentences.SeatList(w, at, engine.Seats(1, engine.Chance)))
	require.Equal(t, `A\*na and Bo`, sentences.SeatList(w, at, engine.Seats(1, 2)))
}

func TestHistoryCoversEveryMoveOnce(t *testing.T) {
	p := playtest.Play(t, games.All[0], nil, 2)
	h := historyOf(t, p.At(t, len(p.Moves)))
	lines := 0
	for turn := 1; turn <= h.Last(); turn++ {
		lines += len(h.Lines(text.For("en"), turn))
		require.Len(t, h.At(turn).Moves, lines, "turn %d", turn)
	}
	require.Equal(t, len(p.Moves), lines)

	lobby, err := table.Load(games.Rules, p.Events[:2])
	require.NoError(t, err)
	_, err = sentences.NewHistory(lobby)
	var refused *engine.RuleError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, table.RefusedNotStarted, refused.Code)
}

// TestButtonsThatEndATurnSayWhatEnds wants two words: a screen reader reads a label alone.
func TestButtonsThatEndATurnSayWhatEnds(t *testing.T) {
	for _, w := range text.All() {
		for game, sub := range map[string]string{"gardens": "end", "babel": "end", "towers": "done"} {
			require.Contains(t, sentences.ButtonWord(w, game, sub), " ", "%s %s", w.Lang(), game)
		}
	}
}

func TestEveryTimeControlNamesBothItsValues(t *testing.T) {
	for _, w := range text.All() {
		own := table.TimeControl{Limit: table.Limits[2], Reserve: table.Reserves[3]}
		for _, c := range append([]table.TimeControl{own}, table.Paces...) {
			line := sentences.TimeControl(w, c)
			require.Contains(t, line, w.T("bot.limit."+c.Limit.String(), nil))
			require.Contains(t, line, w.T("bot.limit."+c.Reserve.String(), nil))
		}
	}
	require.Equal(t, "daily (1 day + up to 3 days in reserve)", sentences.TimeControl(text.For("en"), table.Daily))
	require.Equal(t, "unlimited", sentences.TimeControl(text.For("en"), table.TimeControl{}))
}

func TestLimitLineSaysWhenTheLimitAndTheReserveEnd(t *testing.T) {
	at := startedWith(t, nil, table.Daily)
	w := text.For("en")
	require.Equal(t, "⏳ Time for this turn runs out <t:86400:R>, the reserve <t:172800:R>.",
		sentences.LimitLine(w, at, at.Turn(), table.Always))
	quiet := func(_ table.UserID, at int64) int64 { return at + 60_000 }
	require.Contains(t, sentences.LimitLine(w, at, at.Turn(), quiet), "<t:86400:R>, the reserve <t:172860:R>")
	skipped := playtest.After(t, at, table.Move(at.Game, engine.SkipMove(1), 0, 1000),
		table.Move(at.Game, engine.SkipMove(2), 0, 2000))
	require.Equal(t, "⏳ Time for this turn runs out <t:86402:R>.",
		sentences.LimitLine(w, skipped, skipped.Turn(), table.Always), "nothing is left in reserve")
}

func TestReservesAreToldInTwoUnits(t *testing.T) {
	at := startedWith(t, nil, table.Daily)
	w := text.For("en")
	require.Empty(t, sentences.OwnReserve(w, at, 1), "the line about the turn has it")
	require.Equal(t, "⏳ In reserve for your next turns: 1 day.", sentences.OwnReserve(w, at, 2))
	for ms, want := range map[int64]string{
		0: "0 minutes", 59_000: "0 minutes", 60_000: "1 minute", 3_660_000: "1 hour 1 minute",
		7_200_000: "2 hours", 183_600_000: "2 days 3 hours",
	} {
		at.Reserved[2] = ms
		require.Equal(t, "⏳ In reserve for your next turns: "+want+".", sentences.OwnReserve(w, at, 2))
	}
	at.Reserved[2] = 183_600_000
	require.Equal(t, "⏳ In reserve: Ana 1 day and Bo 2 days 3 hours. A turn that ends early saves the rest of its "+
		"time for later turns, up to 3 days.", sentences.ReservesLine(w, at))
	unlimited := babylon(t, 0)
	require.Empty(t, sentences.OwnReserve(w, unlimited, 2))
	require.Empty(t, sentences.ReservesLine(w, unlimited))
}

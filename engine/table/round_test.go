package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// startRush starts a game of rush of Ana, Bo and Cleo at noon.
func startRush(t *testing.T, limit table.Limit, computers ...table.UserID) *log {
	return startLive(t, rush, limit, computers...)
}

// startLive starts a live game whose rounds wait for their players.
func startLive(t *testing.T, g engine.Game, limit table.Limit, computers ...table.UserID) *log {
	e := table.OpenLobby(g.Info(), table.Player{User: ana, Name: "Ana"}, nil, limit, 1)
	e.Order = []table.UserID{ana, bo, cleo}
	l := begin(t, g, e)
	if len(computers) == 0 {
		l.do(join(bo, "Bo"), join(cleo, "Cleo"))
	}
	for _, user := range computers {
		l.do(table.AddComputer(table.Player{User: user, Name: "Nabu"}, ana, 2))
	}
	l.at = noon
	l.do(l.table.Deal(ana, noon, chance()).WithReady())
	return l
}

// rounds starts a live game whose rounds wait for their players.
func rounds(g engine.Game, limit table.Limit, computers ...table.UserID) func(t *testing.T) *log {
	return func(t *testing.T) *log { return startLive(t, g, limit, computers...) }
}

func TestRounds(t *testing.T) {
	scripts(t, []row{
		{"a round begins when everybody is ready", rounds(rush, 0), `
			notready = [1 2 3]; deadline = never; demands =; round_waits: play 1 build; round_waits: timeup
			@10m; ready 3 1; notready = [2]; bad_log: ready 1; bad_log: ready 4; round_waits: play 1 build
			@20m; ready 2; notready = []; deadline = 30m; round_begun: ready 2; round_begun: begin; play 1 build`},
		{"a game that does not wait for its players", live(rush), `
			rounds = false; notready = []; deadline = 10m; round_begun: ready 1
			play 1 stuck; play 2 stuck; play 3 stuck; status = running; waiting = false
			@9m; timeup; status = ended; rated = true`},
		{"a game with turns has no rounds to wait for", lobby, `join Bo; start ready; rounds = false`},
		{"a round begins by itself if everyone was active before", rounds(rush, 0), `
			ready 1 2 3; play 1 build; play 2 stuck; play 3 build; @1m; timeup; notready = [1 2 3]; countdown = true
			demands = round begins 0 1m10s; ready 1; @1m10s; begin; notready = []; deadline = 11m10s`},
		{"it does not if a seat was not active", rounds(rush, 0), `
			ready 1 2 3; play 1 build; play 2 stuck; @1m; timeup; notready = [1 2 3]; countdown = false; demands =`},
		{"a replacement was not active in the round before, and a computer is ready at once", rounds(rush, 0), `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; play 3 stuck; ready 2; countdown = true
			replace 2 Dan; countdown = false; notready = [1 2 3]; replace 3 c12; notready = [1 2]`},
		{"the limit ends the wait", rounds(rush, limit), `
			demands = remind 1 48m, remind 2 48m, remind 3 48m, round begins 1 1h
			@5m; ready 1; until 1 = never; until 2 = 1h`},
		{"every limit starts with the round", rounds(untimed, limit), `
			@1h; begin; until 1 = 2h; until 2 = 2h; until 3 = 2h; @2h; expire 2; last = 0 skip 2`},
		{"a skip or a resignation may be the last that a round waits for", rounds(rush, 0), `
			ready 1; skipped 3; notready = [2]; @3m; play 2 resign; notready = []; began = 3m`},
		{"a skip makes only the moves offered to the skipped seat invalid", rounds(rush, 0), `
			ready 1 2 3; offer; skip 3; valid 1 = true; valid 3 = false; play 1 stuck; play 2 build; valid 2 = false
			offer; play 2 stuck; valid 1 = false`},
		{"only the person is waited for among computers", rounds(rush, 0, table.ComputerID(1, 2)), `
			notready = [1]; demands =; @7m; ready Ana; demands = computer 2 7m, round over 0 17m`},
		{"a round in which nobody built abandons the game: by the clock", rounds(rush, limit), `
			ready 1 2 3; play 2 build; timeup; status = running; ready 1 2 3
			@1m; timeup; status = abandoned; idle = true; demands =; aborted: play 1 build`},
		{"a round in which nobody built abandons the game: all stuck", rounds(rush, limit), `
			ready 1 2 3; play 2 build; timeup; status = running; ready 1 2 3
			play 1 stuck; play 2 stuck; skip 3; status = abandoned; idle = true; demands =; aborted: play 1 build`},
		{"a game without a clock is rated if every person acted: Cleo did not", rounds(untimed, 0), `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = false`},
		{"she built", rounds(untimed, 0), `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 3 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = true`},
		{"she resigned", rounds(untimed, 0), `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; resign 3; play 1 stuck; play 2 stuck; status = ended; rated = true`},
		{"the host took her out", rounds(untimed, 0), `resign 3 Ana; rated = false`},
		{"there is a clock", rounds(rush, 0), `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = true`},
	})
}

func TestQuietHoursDelayTheBeginningOfARound(t *testing.T) {
	demands := startRush(t, limit).table.Demands(func(user table.UserID, at int64) int64 {
		if user == cleo {
			return at + hour
		}
		return at
	})
	require.Equal(t, table.Demand{Kind: table.RoundBegins, At: noon + 2*hour, Seat: 3}, demands[len(demands)-1])
}

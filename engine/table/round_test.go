package table_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/engine/table"
)

func TestRounds(t *testing.T) {
	scripts(t, []row{
		{"a round begins when everybody is ready", "rush ready Bo Cleo", `
			notready = [1 2 3]; deadline = never; demands =; round_waits: play 1 build; round_waits: timeup
			@10m; ready 3 1; notready = [2]; bad_log: ready 1; bad_log: ready 4; round_waits: play 1 build
			@20m; ready 2; notready = []; deadline = 30m; round_begun: ready 2; round_begun: begin; play 1 build`},
		{"a game that does not wait for its players", "rush limit=3600 Bo Cleo", `
			rounds = false; notready = []; deadline = 10m; round_begun: ready 1
			play 1 stuck; play 2 stuck; play 3 stuck; status = running; waiting = false
			@9m; timeup; status = ended; rated = true`},
		{"a game with turns has no rounds to wait for", "gardens ready Bo", `rounds = false`},
		{"a round begins by itself if everyone was active before", "rush ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 2 stuck; play 3 build; @1m; timeup; notready = [1 2 3]; countdown = true
			demands = round begins 0 1m10s; ready 1; @1m10s; begin; notready = []; deadline = 11m10s`},
		{"it does not if a seat was not active", "rush ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 2 stuck; @1m; timeup; notready = [1 2 3]; countdown = false; demands =`},
		{"a replacement was not active in the round before, and a computer is ready at once", "rush ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; play 3 stuck; ready 2; countdown = true
			replace 2 Dan; countdown = false; notready = [1 2 3]; replace 3 c12; notready = [1 2]`},
		{"the limit ends the wait", "rush limit=3600 ready Bo Cleo", `
			demands = remind 1 48m, remind 2 48m, remind 3 48m, round begins 1 1h
			@5m; ready 1; until 1 = never; until 2 = 1h`},
		{"every limit starts with the round", "untimed limit=3600 ready Bo Cleo", `
			@1h; begin; until 1 = 2h; until 2 = 2h; until 3 = 2h; @2h; expire 2; last = 0 skip 2`},
		{"a skip or a resignation may be the last that a round waits for", "rush ready Bo Cleo", `
			ready 1; skipped 3; notready = [2]; @3m; play 2 resign; notready = []; began = 3m`},
		{"a skip makes only the moves offered to the skipped seat invalid", "rush ready Bo Cleo", `
			ready 1 2 3; offer; skip 3; valid 1 = true; valid 3 = false; play 1 stuck; play 2 build; valid 2 = false
			offer; play 2 stuck; valid 1 = false`},
		{"only the person is waited for among computers", "rush ready c12", `
			notready = [1]; demands =; @7m; ready Ana; demands = computer 2 7m, round over 0 17m`},
		{"a round in which nobody built abandons the game: by the clock", "rush limit=3600 ready Bo Cleo", `
			ready 1 2 3; play 2 build; timeup; status = running; ready 1 2 3
			@1m; timeup; status = abandoned; idle = true; demands =; aborted: play 1 build`},
		{"a round in which nobody built abandons the game: all stuck", "rush limit=3600 ready Bo Cleo", `
			ready 1 2 3; play 2 build; timeup; status = running; ready 1 2 3
			play 1 stuck; play 2 stuck; skip 3; status = abandoned; idle = true; demands =; aborted: play 1 build`},
		{"a game without a clock is rated if every person acted: Cleo did not", "untimed ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = false`},
		{"she built", "untimed ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 3 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = true`},
		{"she resigned", "untimed ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; resign 3; play 1 stuck; play 2 stuck; status = ended; rated = true`},
		{"the host took her out", "untimed ready Bo Cleo", `resign 3 Ana; rated = false`},
		{"there is a clock", "rush ready Bo Cleo", `
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3
			ready 1 2 3; play 1 build; play 1 stuck; play 2 stuck; skip 3; status = ended; rated = true`},
	})
}

func TestQuietHoursDelayTheBeginningOfARound(t *testing.T) {
	demands := newGame(t, "rush limit=3600 ready Bo Cleo").table.Demands(func(user table.UserID, at int64) int64 {
		if user == cleo {
			return at + hour
		}
		return at
	})
	require.Equal(t, table.Demand{Kind: table.RoundBegins, At: noon + 2*hour, Seat: 3}, demands[len(demands)-1])
}

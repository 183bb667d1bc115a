package table_test

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"amytis/engine"
	"amytis/engine/table"
)

// scripts plays scripts at tables, each as a test of its own.
func scripts(t *testing.T, rows []row) {
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if begin, found := fixtures[row.game]; found {
				begin(t).run(row.script)
			} else {
				newGame(t, row.game).run(row.script)
			}
		})
	}
}

// fixtures are the tables of scripts that newGame cannot make.
var fixtures = map[string]func(t *testing.T) *log{
	"cards": babelAndCards, "moved": threePlayers,
	"planned": func(t *testing.T) *log { l, _ := plannedGame(t); return l },
}

// row is a script at a table of newGame or fixtures. Its steps are separated by semicolons and ends
// of lines:
//
//	join Bo            an event; a seat is written as a number or by its player, c12 is computer 1 of level 2
//	full: join Eve     the event is refused with this code
//	host = Bo          a fact
//	@1h30m             the events that follow happen at this time after noon
//
// Times are told from noon on.
type row struct{ name, game, script string }

func (l *log) run(script string) {
	l.t.Helper()
	for _, step := range strings.FieldsFunc(script, func(r rune) bool { return r == ';' || r == '\n' }) {
		step, want, isFact := strings.Cut(step, "=")
		words := strings.Fields(step)
		if len(words) == 0 {
			continue
		}
		code, refused := strings.CutSuffix(words[0], ":")
		switch {
		case isFact:
			require.NotNil(l.t, facts[words[0]], "no fact %q", words[0])
			is := facts[words[0]](l, l.seat(append(words, "")[1]))
			require.Equal(l.t, strings.TrimSpace(want), fmt.Sprint(is), step)
		case strings.HasPrefix(words[0], "@"):
			l.at = noon + millis(words[0][1:])
		case refused:
			l.refused(code, l.event(words[1:]))
		case words[0] == "offer":
			l.offered = l.table
		case words[0] == "finish":
			l.playSeat(l.seat(words[1]), l.at)
		case words[0] == "expire":
			l.expire(l.seat(words[1]), l.at)
		case words[0] == "ready":
			for _, seat := range words[1:] {
				l.do(l.event([]string{"ready", seat}))
			}
		default:
			l.do(l.event(words))
		}
	}
}

// event reads an event.
func (l *log) event(words []string) table.Event {
	l.t.Helper()
	s := step{log: l, args: append(words[1:], "", "", "")}
	s.seat = l.seat(s.args[0])
	if s.by = ana; s.seat != 0 && int(s.seat) <= len(l.table.Players) {
		s.by = l.table.Player(s.seat).User
	}
	require.NotNil(l.t, scriptEvents[words[0]], "no event %q", words[0])
	return scriptEvents[words[0]](s)
}

// step is an event of a script. Its seat is the first argument, and by the seat's player.
type step struct {
	*log
	seat engine.Seat
	by   table.UserID
	args []string
}

func (s step) player(i int) table.Player { return table.Player{User: user(s.args[i]), Name: s.args[i]} }

// move makes the move of the seat in the arguments, or its first legal one.
func (s step) move(by table.UserID) table.Event {
	text := strings.TrimRight(strings.Join(s.args, " "), " ")
	if s.args[1] == "" {
		text = s.firstMove(s.seat)
	}
	return table.MoveText(text, by, s.at)
}

var scriptEvents = map[string]func(s step) table.Event{
	"join":   func(s step) table.Event { return table.Join(s.player(0), s.at) },
	"add":    func(s step) table.Event { return table.AddComputer(s.player(0), cmp.Or(user(s.args[1]), ana), s.at) },
	"leave":  func(s step) table.Event { return table.Leave(user(s.args[0]), s.at) },
	"remove": func(s step) table.Event { return table.TakeOut(user(s.args[0]), user(s.args[1]), s.at) },
	"pace": func(s step) table.Event {
		c := table.ParseTimeControl(s.args[0])
		return table.SetLimit(c.Limit, ana, s.at).WithReserve(c.Reserve)
	},
	"choose": func(s step) table.Event { return table.Choose(engine.Options{s.args[0]: s.args[1]}, ana, s.at) },
	"hints":  func(s step) table.Event { return table.SetHints(s.args[0] == "on", ana, s.at) },
	"start": func(s step) table.Event {
		start := s.table.Deal(s.table.Host, max(s.at, 5), chance())
		start.Ready = s.args[0] == "ready"
		return start
	},
	"ready":  func(s step) table.Event { return table.ReadyUp(s.seat, s.by, s.at) },
	"begin":  func(s step) table.Event { return table.BeginRound(s.at) },
	"timeup": func(s step) table.Event { return s.table.TimeUp(s.at) },
	"undo":   func(s step) table.Event { return table.Undo(s.seat, s.by, s.at) },
	"skip":   func(s step) table.Event { return table.Move(s.table.Game, engine.SkipMove(s.seat), 0, s.at) },
	"skipped": func(s step) table.Event { // by the host
		return table.Move(s.table.Game, engine.SkipMove(s.seat), s.table.Host, s.at)
	},
	"resign": func(s step) table.Event {
		return table.Move(s.table.Game, engine.ResignMove(s.seat), cmp.Or(user(s.args[1]), s.by), s.at)
	},
	"play": func(s step) table.Event {
		if s.table.Status == table.Lobby {
			return s.move(0)
		}
		return s.move(s.table.Acting(s.seat))
	},
	"own":     func(s step) table.Event { return s.move(s.by) }, // although a computer stands in
	"remind":  func(s step) table.Event { return table.Remind(s.seat, s.at) },
	"hold":    func(s step) table.Event { return table.HoldPing(s.seat, s.at) },
	"call":    func(s step) table.Event { return table.CallToAct(s.seat, s.at) },
	"look":    func(s step) table.Event { return table.Look(s.seat, s.at) },
	"suspend": func(s step) table.Event { return table.Suspend(0, s.at) },
	"resume":  func(s step) table.Event { return table.Resume(s.at) },
	"extend": func(s step) table.Event {
		e := table.Extend(s.seat, noon+millis(s.args[1]), s.at)
		if s.args[2] != "" {
			e = e.CountedTo(noon + millis(s.args[2]))
		}
		return e
	},
	"pause": func(s step) table.Event {
		return table.PauseLimit(s.seat, noon+millis(s.args[1]), noon+millis(s.args[2]), s.at)
	},
	"replace": func(s step) table.Event { return table.Replace(s.seat, s.player(1), eve, s.at) },
	"stand-in": func(s step) table.Event {
		e := s.table.CallStandIn(s.seat, s.by, s.at)
		if s.args[1] != "" {
			e.User = user(s.args[1])
		}
		return e
	},
	"return": func(s step) table.Event { return table.Return(s.seat, s.by, s.at) },
	"plan": func(s step) table.Event {
		now := s.table
		if now.Turn().Has(s.seat) || now.StoodIn().Has(s.seat) { // it is refused, whatever the turn
			return table.PlanTurn(s.seat, [][]string{{"2 end"}}, true, s.by, s.at)
		}
		return table.PlanTurn(s.seat, [][]string{drawTurn(s.t, now, s.seat, chance())}, true, s.by, s.at)
	},
	"drop":  func(s step) table.Event { return table.PlanTurn(s.seat, nil, true, s.by, s.at) },
	"ask":   func(s step) table.Event { return table.AskHost(s.at) },
	"keep":  func(s step) table.Event { return table.KeepOpen(s.table.Host, s.at) },
	"close": func(s step) table.Event { return table.CloseLobby(s.table.Host, s.at) },
	"abort": func(s step) table.Event { return table.Abort(user(s.args[0]), s.at) },
}

// facts are what a script can ask for at a table.
var facts = map[string]func(l *log, seat engine.Seat) any{
	"host":      func(l *log, _ engine.Seat) any { return userName(l.table.Host) },
	"status":    func(l *log, _ engine.Seat) any { return statuses[l.table.Status] },
	"idle":      func(l *log, _ engine.Seat) any { return l.table.Idle },
	"lost":      func(l *log, _ engine.Seat) any { return l.table.Lost },
	"rated":     func(l *log, _ engine.Seat) any { return l.table.Rated() },
	"hints":     func(l *log, _ engine.Seat) any { return l.table.Hints },
	"rounds":    func(l *log, _ engine.Seat) any { return l.table.Rounds },
	"countdown": func(l *log, _ engine.Seat) any { return l.table.Round.Countdown },
	"suspended": func(l *log, _ engine.Seat) any { return l.table.Suspended() },
	"pace":      func(l *log, _ engine.Seat) any { return l.table.TimeControl() },
	"options":   func(l *log, _ engine.Seat) any { return l.table.Options },
	"version":   func(l *log, _ engine.Seat) any { return l.table.Version },
	"moves":     func(l *log, _ engine.Seat) any { return len(l.table.Moves) },
	"level":     func(l *log, _ engine.Seat) any { return l.table.ComputerLevel() },
	"turn":      func(l *log, _ engine.Seat) any { return l.table.Turn().Slice() },
	"notready":  func(l *log, _ engine.Seat) any { return l.table.NotReady().Slice() },
	"resigned":  func(l *log, _ engine.Seat) any { return l.table.Resigned.Slice() },
	"assisted":  func(l *log, _ engine.Seat) any { return l.table.Assisted.Slice() },
	"stand-ins": func(l *log, _ engine.Seat) any { return l.table.StoodIn().Slice() },
	"computers": func(l *log, _ engine.Seat) any { return l.table.Computers().Slice() },
	"thinking":  func(l *log, _ engine.Seat) any { return l.table.ComputersInTurn().Slice() },
	"deadline":  func(l *log, _ engine.Seat) any { return clock(l.table.Deadline()) },
	"last": func(l *log, _ engine.Seat) any {
		return string(l.table.Game.AppendMove(nil, l.table.Moves[len(l.table.Moves)-1].Move))
	},
	"demands":   func(l *log, _ engine.Seat) any { return demands(l.table.Demands(table.Always)) },
	"standings": func(l *log, _ engine.Seat) any { return len(l.table.Standings()) },
	"valid":     func(l *log, seat engine.Seat) any { return l.table.StillValid(seat, l.offered.Version) },
	"same":      func(l *log, _ engine.Seat) any { return l.table.State.Equal(l.offered.State) },
	"player":    func(l *log, seat engine.Seat) any { return userName(l.table.Player(seat).User) },
	"plans": func(l *log, seat engine.Seat) any {
		turns := len(l.table.Plans[seat].Turns)
		if _, choice, misfit := l.table.PlannedTurn(seat); turns == 0 && (choice != 0 || misfit != nil) {
			return "a turn of no plan"
		}
		return turns
	},
	"attr":     func(l *log, seat engine.Seat) any { return l.table.Player(seat).Attr },
	"waiting":  func(l *log, _ engine.Seat) any { return l.table.Round.Waiting },
	"began":    func(l *log, _ engine.Seat) any { return clock(l.table.Round.Since) },
	"skipped":  func(l *log, seat engine.Seat) any { return l.table.Skipped[seat] },
	"until":    func(l *log, seat engine.Seat) any { return clock(l.table.Waits[seat].Until) },
	"since":    func(l *log, seat engine.Seat) any { return clock(l.table.Waits[seat].Since) },
	"extended": func(l *log, seat engine.Seat) any { return clock(l.table.Waits[seat].Extended) },
	"counted":  func(l *log, seat engine.Seat) any { return clock(l.table.Waits[seat].Counted) },
	"reminded": func(l *log, seat engine.Seat) any { return l.table.Waits[seat].Reminded },
	"end":      func(l *log, seat engine.Seat) any { return clock(l.table.LimitEnd(seat)) },
	"reserve":  func(l *log, seat engine.Seat) any { return clock(noon + l.table.Reserved[seat]) },
}

var (
	users    = map[string]table.UserID{"Ana": ana, "Bo": bo, "Cleo": cleo, "Dan": dan, "Eve": eve, "nobody": 0, "": 0}
	statuses = map[table.Status]string{table.Lobby: "lobby", table.Running: "running",
		table.Ended: "ended", table.Abandoned: "abandoned"}
	demandNames = map[table.DemandKind]string{
		table.RoundOver: "round over", table.RoundBegins: "round begins", table.TurnOver: "over", table.Pause: "pause",
		table.ComputerTurn: "computer", table.GivenUp: "given up", table.Reminder: "remind", table.Call: "call",
		table.LobbyIdle: "ask", table.LobbyOver: "close",
	}
)

// user reads a user: by name, or a computer as c12.
func user(name string) table.UserID {
	if id, is := users[name]; is {
		return id
	}
	if len(name) != 3 {
		return 0
	}
	return table.ComputerID(int(name[1]-'0'), int(name[2]-'0'))
}

func userName(id table.UserID) string {
	for name, user := range users {
		if user == id {
			return name
		}
	}
	return fmt.Sprint(id)
}

// seat reads a seat: by number, or by its player.
func (l *log) seat(word string) engine.Seat {
	if number, err := strconv.Atoi(word); err == nil {
		return engine.Seat(number)
	}
	if l.table.Status == table.Lobby || word == "" || word == "nobody" {
		return 0
	}
	return l.table.Seat(user(word))
}

// millis reads a duration in milliseconds.
func millis(text string) int64 {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return d.Milliseconds()
}

// clock writes a time from noon on, "never" if it is 0.
func clock(at int64) string {
	if at == 0 {
		return "never"
	}
	text := (time.Duration(at-noon) * time.Millisecond).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// demands writes demands, such as "remind 1 48m, over 1 1h".
func demands(all []table.Demand) string {
	var parts []string
	for _, d := range all {
		text := demandNames[d.Kind] + " " + d.Seat.String() + " " + clock(d.At)
		if d.Until != 0 {
			text += "-" + clock(d.Until)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

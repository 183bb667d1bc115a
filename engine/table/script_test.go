package table_test

import (
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
		t.Run(row.name, func(t *testing.T) { row.begin(t).run(row.script) })
	}
}

// row is a script at a table. Its steps are separated by semicolons and ends of lines:
//
//	join Bo            an event; a seat is written as a number or by its player, c12 is computer 1 of level 2
//	full: join Eve     the event is refused with this code
//	host = Bo          a fact
//	@1h30m             the events that follow happen at this time after noon
//
// Times are told from noon on.
type row struct {
	name   string
	begin  func(t *testing.T) *log
	script string
}

func (l *log) run(script string) {
	l.t.Helper()
	for _, step := range strings.FieldsFunc(script, func(r rune) bool { return r == ';' || r == '\n' }) {
		words := strings.Fields(step)
		code, refused := "", false
		if len(words) != 0 {
			code, refused = strings.CutSuffix(words[0], ":")
		}
		switch fact, want, is := strings.Cut(step, "="); {
		case len(words) == 0:
		case is:
			words = strings.Fields(fact)
			seat := l.seat(append(words, "")[1])
			is := ""
			if words[0] == "valid" {
				is = fmt.Sprint(l.table.StillValid(seat, l.offered))
			} else {
				require.Contains(l.t, facts, words[0])
				is = fmt.Sprint(facts[words[0]](l.table, seat))
			}
			require.Equal(l.t, strings.TrimSpace(want), is, "%s", step)
		case strings.HasPrefix(step, "@"), strings.HasPrefix(words[0], "@"):
			l.at = noon + millis(words[0][1:])
		case refused:
			l.refused(code, l.event(words[1:]))
		case words[0] == "offer":
			l.offered = l.table.Version
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
	args := append(words[1:], "", "", "")
	first, at := args[0], l.at
	number := func(i int) int { return got(strconv.Atoi(args[i]))(l.t) }
	player := func(i int) table.Player {
		name := args[i]
		return table.Player{User: user(name), Name: name}
	}
	actor := func(seat engine.Seat) table.UserID {
		if seat == 0 || int(seat) > len(l.table.Players) {
			return ana
		}
		return l.table.Player(seat).User
	}
	seat := l.seat(first)
	switch words[0] {
	case "join":
		return table.Join(player(0), at)
	case "add":
		by := ana
		if args[1] != "" {
			by = user(args[1])
		}
		return table.AddComputer(player(0), by, at)
	case "leave":
		return table.Leave(user(first), at)
	case "remove":
		return table.TakeOut(user(first), user(args[1]), at)
	case "limit":
		return table.SetLimit(table.Limit(number(0)), ana, at)
	case "pace":
		c := table.ParseTimeControl(first)
		return table.SetLimit(c.Limit, ana, at).WithReserve(c.Reserve)
	case "choose":
		return table.Choose(engine.Options{first: args[1]}, ana, at)
	case "hints":
		return table.SetHints(first == "on", ana, at)
	case "start":
		start := l.table.Deal(l.table.Host, max(at, 5), chance())
		if first == "ready" {
			return start.WithReady()
		}
		return start
	case "ready":
		return table.ReadyUp(seat, actor(seat), at)
	case "begin":
		return table.BeginRound(at)
	case "timeup":
		return l.table.TimeUp(at)
	case "undo":
		return table.Undo(seat, actor(seat), at)
	case "skip":
		return table.Move(l.table.Game, engine.SkipMove(seat), 0, at)
	case "skipped": // by the host
		return table.Move(l.table.Game, engine.SkipMove(seat), l.table.Host, at)
	case "resign":
		return table.Move(l.table.Game, engine.ResignMove(seat), actor(seat), at)
	case "play":
		text := first + " " + strings.Join(words[min(2, len(words)):], " ")
		if len(words) < 3 {
			text = l.firstMove(seat)
		}
		by := table.UserID(0)
		if l.table.Status != table.Lobby {
			by = l.table.Acting(seat)
		}
		return table.MoveText(text, by, at)
	case "own": // although a computer stands in
		return table.MoveText(l.firstMove(seat), actor(seat), at)
	case "remind":
		return table.Remind(seat, at)
	case "hold":
		return table.HoldPing(seat, at)
	case "call":
		return table.CallToAct(seat, at)
	case "look":
		return table.Look(seat, at)
	case "extend":
		e := table.Extend(seat, noon+millis(args[1]), at)
		if args[2] != "" {
			e = e.CountedTo(noon + millis(args[2]))
		}
		return e
	case "pause":
		return table.PauseLimit(seat, noon+millis(args[1]), noon+millis(args[2]), at)
	case "suspend":
		return table.Suspend(0, at)
	case "resume":
		return table.Resume(at)
	case "replace":
		return table.Replace(seat, player(1), eve, at)
	case "stand-in":
		return l.table.CallStandIn(seat, actor(seat), at)
	case "return":
		return table.Return(seat, actor(seat), at)
	case "abort":
		return table.Abort(user(first), at)
	}
	require.Fail(l.t, "no such event", "%q", words)
	return table.Event{}
}

// facts are what a script can ask for at a table.
var facts = map[string]func(now *table.Table, seat engine.Seat) any{
	"host":      func(now *table.Table, _ engine.Seat) any { return userName(now.Host) },
	"status":    func(now *table.Table, _ engine.Seat) any { return statuses[now.Status] },
	"idle":      func(now *table.Table, _ engine.Seat) any { return now.Idle },
	"lost":      func(now *table.Table, _ engine.Seat) any { return now.Lost },
	"rated":     func(now *table.Table, _ engine.Seat) any { return now.Rated() },
	"hints":     func(now *table.Table, _ engine.Seat) any { return now.Hints },
	"rounds":    func(now *table.Table, _ engine.Seat) any { return now.Rounds },
	"countdown": func(now *table.Table, _ engine.Seat) any { return now.Round.Countdown },
	"suspended": func(now *table.Table, _ engine.Seat) any { return now.Suspended() },
	"pace":      func(now *table.Table, _ engine.Seat) any { return now.TimeControl() },
	"options":   func(now *table.Table, _ engine.Seat) any { return now.Options },
	"moves":     func(now *table.Table, _ engine.Seat) any { return len(now.Moves) },
	"level":     func(now *table.Table, _ engine.Seat) any { return now.ComputerLevel() },
	"turn":      func(now *table.Table, _ engine.Seat) any { return now.Turn().Slice() },
	"notready":  func(now *table.Table, _ engine.Seat) any { return now.NotReady().Slice() },
	"resigned":  func(now *table.Table, _ engine.Seat) any { return now.Resigned.Slice() },
	"assisted":  func(now *table.Table, _ engine.Seat) any { return now.Assisted.Slice() },
	"stand-ins": func(now *table.Table, _ engine.Seat) any { return now.StoodIn().Slice() },
	"computers": func(now *table.Table, _ engine.Seat) any { return now.Computers().Slice() },
	"thinking":  func(now *table.Table, _ engine.Seat) any { return now.ComputersInTurn().Slice() },
	"deadline":  func(now *table.Table, _ engine.Seat) any { return clock(now.Deadline()) },
	"last": func(now *table.Table, _ engine.Seat) any {
		return string(now.Game.AppendMove(nil, now.Moves[len(now.Moves)-1].Move))
	},
	"demands":   func(now *table.Table, _ engine.Seat) any { return demands(now.Demands(table.Always)) },
	"standings": func(now *table.Table, _ engine.Seat) any { return len(now.Standings()) },
	"waiting":   func(now *table.Table, _ engine.Seat) any { return now.Round.Waiting },
	"began":     func(now *table.Table, _ engine.Seat) any { return clock(now.Round.Since) },
	"skipped":   func(now *table.Table, seat engine.Seat) any { return now.Skipped[seat] },
	"until":     func(now *table.Table, seat engine.Seat) any { return clock(now.Waits[seat].Until) },
	"since":     func(now *table.Table, seat engine.Seat) any { return clock(now.Waits[seat].Since) },
	"extended":  func(now *table.Table, seat engine.Seat) any { return clock(now.Waits[seat].Extended) },
	"counted":   func(now *table.Table, seat engine.Seat) any { return clock(now.Waits[seat].Counted) },
	"reminded":  func(now *table.Table, seat engine.Seat) any { return now.Waits[seat].Reminded },
	"end":       func(now *table.Table, seat engine.Seat) any { return clock(now.LimitEnd(seat)) },
	"reserve":   func(now *table.Table, seat engine.Seat) any { return clock(noon + now.Reserved[seat]) },
}

var (
	users       = map[string]table.UserID{"Ana": ana, "Bo": bo, "Cleo": cleo, "Dan": dan, "Eve": eve, "nobody": 0, "": 0}
	statuses    = map[table.Status]string{table.Lobby: "lobby", table.Running: "running", table.Ended: "ended", table.Abandoned: "abandoned"}
	demandNames = map[table.DemandKind]string{
		table.RoundOver: "round over", table.RoundBegins: "round begins", table.TurnOver: "over", table.Pause: "pause",
		table.ComputerTurn: "computer", table.GivenUp: "given up", table.Reminder: "remind", table.Call: "call",
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

package table

import (
	"encoding/json"
	"strings"

	"amytis/engine"
)

// The functions of this file make events. Times are Unix milliseconds; by is the user who acts, 0
// for the clock and for chance. They check nothing: Open and Next do.

// OpenLobby opens a table for a game. The host is its first player.
func OpenLobby(in *engine.Info, host Player, options engine.Options, limit Limit, at int64) Event {
	return Event{
		Kind: Opened, At: at, By: host.User, Name: host.Name,
		Game: in.ID, Rules: in.RulesVersion, Options: options, Limit: limit,
	}
}

// Begin returns the log up to a game's start, all at one time. players are by seat, the host first.
func Begin(in *engine.Info, players []Player, options engine.Options, setup json.RawMessage, at int64) []Event {
	log := []Event{OpenLobby(in, players[0], options, 0, at)}
	order, attrs := []UserID{players[0].User}, []string{players[0].Attr}
	for _, p := range players[1:] {
		log = append(log, Join(p, at))
		order, attrs = append(order, p.User), append(attrs, p.Attr)
	}
	return append(log, Start(order, attrs, setup, players[0].User, at))
}

// WithHints returns the opening with the option that everyone may ask for hints.
func (e Event) WithHints(on bool) Event {
	e.Hints = on
	return e
}

// WithStandIns returns the opening with the level of stand-ins, 0 for none.
func (e Event) WithStandIns(level int) Event {
	e.StandIn = level
	return e
}

// WithReserve returns the opening, or change of the limit, with the highest reserve of a seat.
func (e Event) WithReserve(reserve Limit) Event {
	e.Reserve = reserve
	return e
}

func Join(p Player, at int64) Event {
	return Event{Kind: Joined, At: at, By: p.User, Name: p.Name, Language: p.Language}
}

func AddComputer(p Player, by UserID, at int64) Event {
	return Event{Kind: Joined, At: at, By: by, User: p.User, Name: p.Name}
}

func Leave(by UserID, at int64) Event { return Event{Kind: Left, At: at, By: by} }

func TakeOut(user, by UserID, at int64) Event { return Event{Kind: Left, At: at, By: by, User: user} }

// Choose sets some of the game's options; the others stay as they are.
func Choose(options engine.Options, by UserID, at int64) Event {
	return Event{Kind: Chosen, At: at, By: by, Options: options}
}

func SetLimit(limit Limit, by UserID, at int64) Event {
	return Event{Kind: Limited, At: at, By: by, Limit: limit}
}

func SetHints(on bool, by UserID, at int64) Event {
	return Event{Kind: Hinted, At: at, By: by, Hints: on}
}

// Start begins the game with what Table.Deal makes: the order, the attributes and the setup.
func Start(order []UserID, attrs []string, setup json.RawMessage, by UserID, at int64) Event {
	return Event{Kind: Started, At: at, By: by, Order: order, Attrs: attrs, Setup: setup}
}

func ReadyUp(seat engine.Seat, by UserID, at int64) Event {
	return Event{Kind: Readied, At: at, By: by, Seat: seat}
}

func BeginRound(at int64) Event { return Event{Kind: Begun, At: at} }

func Move(g engine.Game, m engine.Move, by UserID, at int64) Event {
	return MoveText(string(g.AppendMove(nil, m)), by, at)
}

// MoveText plays a move given in the record's notation.
func MoveText(text string, by UserID, at int64) Event {
	return Event{Kind: Moved, At: at, By: by, Move: text}
}

// Undo takes back a seat's last move, and against computers also the moves since if it must.
func Undo(seat engine.Seat, by UserID, at int64) Event {
	return Event{Kind: Undone, At: at, By: by, Seat: seat}
}

// Remind notes that a seat was told that its time is nearly over.
func Remind(seat engine.Seat, at int64) Event { return Event{Kind: Reminded, At: at, Seat: seat} }

func Extend(seat engine.Seat, until, at int64) Event {
	return Event{Kind: Extended, At: at, Seat: seat, Until: until}
}

// CountedTo returns the extension with the time up to which absences are counted in it.
func (e Event) CountedTo(at int64) Event {
	e.From = at
	return e
}

// PauseLimit makes a limit stand still. It replaces the rest of a pause, so equal times end that.
func PauseLimit(seat engine.Seat, from, until, at int64) Event {
	return Event{Kind: Paused, At: at, Seat: seat, From: from, Until: until}
}

// HoldPing notes that a seat was not called to act because its player wants no ping at that time.
func HoldPing(seat engine.Seat, at int64) Event { return Event{Kind: PingHeld, At: at, Seat: seat} }

// CallToAct notes that a seat whose ping was held back was called to act after all.
func CallToAct(seat engine.Seat, at int64) Event { return Event{Kind: Called, At: at, Seat: seat} }

// Look notes that the player of a seat whose ping was held back has looked at the table.
func Look(seat engine.Seat, at int64) Event { return Event{Kind: Looked, At: at, Seat: seat} }

func Replace(seat engine.Seat, with Player, by UserID, at int64) Event {
	return Event{Kind: Replaced, At: at, By: by, Seat: seat, User: with.User, Name: with.Name}
}

// Return gives a seat back to its player, who ends the stand-in.
func Return(seat engine.Seat, by UserID, at int64) Event {
	return Event{Kind: Returned, At: at, By: by, Seat: seat}
}

// PlanTurn has the program play the first that fits of some turns, each a list of moves in the
// record's notation. No turns drop the plan. ask says that the player is asked if something better
// has come up. CheckPlan checks more than Next.
func PlanTurn(seat engine.Seat, turns [][]string, ask bool, by UserID, at int64) Event {
	e := Event{Kind: Planned, At: at, By: by, Seat: seat, Any: !ask && len(turns) > 0}
	for _, moves := range turns {
		e.Plan = append(e.Plan, strings.Join(moves, between))
	}
	return e
}

// Foresee makes a copy of a running table, on which the player of a seat plans its next turn.
func Foresee(seat engine.Seat, at int64) Event { return Event{Kind: Foreseen, At: at, Seat: seat} }

// AskHost notes that the host was asked whether the lobby stays open.
func AskHost(at int64) Event { return Event{Kind: HostAsked, At: at} }

func KeepOpen(by UserID, at int64) Event { return Event{Kind: KeptOpen, At: at, By: by} }

// CloseLobby closes a lobby that nobody has joined for long.
func CloseLobby(host UserID, at int64) Event {
	return Event{Kind: Aborted, At: at, By: host, Auto: true}
}

func Abort(by UserID, at int64) Event { return Event{Kind: Aborted, At: at, By: by} }

// AbortLost ends a table whose channel no longer exists. Another channel may tell so, 0 for none.
func AbortLost(tell ChannelID, at int64) Event { return Event{Kind: Aborted, At: at, Channel: tell} }

package table

import (
	"encoding/json"
	"strings"

	"amytis/engine"
)

// The functions of this file make the events of a log. Times are Unix milliseconds; by is the user
// who acts, 0 for the clock and for chance. None of them checks anything: Open and Next judge an
// event when they apply it.

// OpenLobby opens a table for a game. The host is its first player.
func OpenLobby(in *engine.Info, host Player, options engine.Options, limit Limit, at int64) Event {
	return Event{
		Kind: Opened, At: at, By: host.User, Name: host.Name,
		Game: in.ID, Rules: in.RulesVersion, Options: options, Limit: limit,
	}
}

// Begin returns the log of a game until its start, whose players have the seats in their order. The
// first opens the lobby, and all events have the same time.
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

// WithReserve returns the opening, or the change of the limit, with the most that a seat can have
// in reserve.
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

// Start begins the game with the players in seat order, their attributes and the game's setup.
// Table.Deal makes all three.
func Start(order []UserID, attrs []string, setup json.RawMessage, by UserID, at int64) Event {
	return Event{Kind: Started, At: at, By: by, Order: order, Attrs: attrs, Setup: setup}
}

// WithReady returns the start of a game whose rounds wait until their players are ready. In a game
// that is not live it changes nothing.
func (e Event) WithReady() Event {
	e.Ready = true
	return e
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

// CountedTo returns the extension with the time up to which the player's absences are counted in
// it, in Unix milliseconds. Later ones are still to be counted.
func (e Event) CountedTo(at int64) Event {
	e.From = at
	return e
}

// PauseLimit makes a seat's limit stand still while its player is away. A pause that begins before
// the end of the one before replaces the rest of it. So equal times end it.
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

// PlanTurn has the program play one of some turns when a seat's turn comes: the first that fits.
// Each lists its moves in the record's notation. No turns drop the plan. ask says that the player
// is asked if something better has come up. CheckPlan says more than Next about what is wrong with
// it.
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

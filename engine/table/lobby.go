package table

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"amytis/engine"
)

// applyOpened sets up the lobby. The host is the first player, and a person.
func applyOpened(t *Table, e Event) error {
	t.Limit, t.Reserve = e.Limit, e.Reserve
	t.Status = Lobby
	t.Hints = e.Hints
	t.StandInLevel = e.StandIn
	t.Rules = e.Rules
	t.Options = t.Game.Info().Complete(e.Options)
	t.Host = e.By
	t.Opened = e.At
	t.Order = e.Order
	if e.Fork != 0 {
		t.Fork = e.Fork
		t.dealt = &e
	}
	t.Players = []Player{{User: e.By, Name: e.Name, Language: e.Language}}
	return cmp.Or(refuseIf(e.By.IsComputer(), RefusedLog), t.checkOptions(e.Options), t.TimeControl().check(),
		checkStandIn(e.StandIn))
}

func applyJoined(t *Table, e Event) error {
	who := cmp.Or(e.User, e.By)
	nth, _, computer := who.Computer()
	_, most := t.Seats()
	switch {
	case e.By.IsComputer(), computer != (e.User != 0), computer && t.seatsComputer(nth):
		return engine.Refuse(RefusedLog, "")
	case t.Joined(who):
		return engine.Refuse(RefusedJoined, "")
	case len(t.Players) >= most:
		return engine.Refuse(RefusedFull, "", "max", strconv.Itoa(most))
	}
	t.Players = append(t.Players, Player{User: who, Name: e.Name, Language: e.Language})
	return nil
}

// applyLeft removes a user from the lobby. The next person becomes the host in the host's place.
// Without people the table is abandoned.
func applyLeft(t *Table, e Event) error {
	who := cmp.Or(e.User, e.By)
	i := t.index(who)
	if i < 0 {
		return engine.Refuse(RefusedNotJoined, "")
	}
	t.Players = slices.Delete(t.Players, i, i+1)
	person := t.firstPerson()
	switch {
	case person == 0:
		t.Status = Abandoned
		t.End = e.At
	case t.Host == who:
		t.Host = person
	}
	return nil
}

// stir notes when a lobby has last changed, and that its host was asked.
func (t *Table) stir(e Event) {
	switch {
	case t.Status != Lobby:
	case e.Kind == HostAsked:
		t.Asked = e.At
	default:
		t.Stirred = e.At
		t.Asked = 0
		t.Kept = e.Kind == KeptOpen
	}
}

// lobbyWaits is after how long without a change the host is asked whether the lobby stays open, and
// how long the host has to answer. After a yes, the bot asks again in keptWaits.
const (
	lobbyWaits = day
	keptWaits  = 7 * day
)

// idleDemand returns when the host of a lobby is asked, or else when the lobby is closed.
func (t *Table) idleDemand(quiet Quiet) Demand {
	d := Demand{Kind: LobbyIdle, At: t.Stirred + lobbyWaits.ms(), Seat: engine.Seat(t.index(t.Host) + 1)}
	switch {
	case t.Asked != 0:
		d.Kind, d.At = LobbyOver, t.Asked+lobbyWaits.ms()
	case t.Kept:
		d.At = t.Stirred + keptWaits.ms()
	}
	d.At = quiet(t.Host, d.At)
	return d
}

func applyChosen(t *Table, e Event) error {
	chosen := maps.Clone(t.Options)
	maps.Copy(chosen, e.Options)
	t.Options = chosen
	return cmp.Or(refuseIf(t.Fork != 0, RefusedFixed), t.checkOptions(chosen))
}

func (t *Table) checkOptions(o engine.Options) error {
	if opt := t.Game.Info().Misplaced(o); opt != nil {
		return engine.Refuse(RefusedMisplaced, "",
			"option", "@option."+opt.Name+".name", "needed", "@option."+opt.Needs[0]+"."+opt.Needs[1])
	}
	if err := t.Game.Info().CheckOptions(o); err != nil {
		return engine.Refuse(RefusedOption, "", "why", err.Error())
	}
	return nil
}

func applyLimited(t *Table, e Event) error {
	t.Limit, t.Reserve = e.Limit, e.Reserve
	return t.TimeControl().check()
}

// MayAskForHints reports whether a seat's player may: hints are on, or no other person plays.
func (t *Table) MayAskForHints(seat engine.Seat) bool {
	user := t.Player(seat).User
	return t.Hints || !slices.ContainsFunc(t.Players, func(p Player) bool { return p.User != user && !p.IsComputer() })
}

// applyStarted seats the players in the order of the event and starts the game.
func applyStarted(t *Table, e Event) error {
	fewest, _ := t.Seats()
	switch {
	case len(t.Players) < fewest:
		return engine.Refuse(RefusedTooFew, "", "min", strconv.Itoa(fewest))
	case len(e.Order) != len(t.Players) || len(e.Attrs) != len(e.Order) || len(e.Given) > 0 && t.Fork == 0:
		return engine.Refuse(RefusedLog, "")
	}
	seated := make([]Player, len(e.Order))
	for i, user := range e.Order {
		from := t.index(user)
		if from < 0 || slices.ContainsFunc(seated[:i], func(p Player) bool { return p.User == user }) {
			return engine.Refuse(RefusedLog, "")
		}
		seated[i] = t.Players[from]
		seated[i].Attr = e.Attrs[i]
	}
	t.Players = seated
	for i := range seated {
		t.Reserved[i+1] = t.firstReserve()
	}
	t.Setup = e.Setup
	t.Status = Running
	t.Start = e.At
	return t.begin(e)
}

// Deal returns the event that starts the game now, with a random setup or a fork's own. With too
// few players it deals nothing, and Next refuses the event.
func (t *Table) Deal(by UserID, at int64, r engine.Rand) Event {
	n := len(t.Players)
	if fewest, _ := t.Seats(); n < fewest {
		return Start(nil, nil, nil, by, at)
	}
	order, attrs, seats := make([]UserID, n), make([]string, n), make([]engine.SeatInfo, n)
	for i, p := range t.Seating(r) {
		order[i] = p.User
		seats[i] = engine.SeatInfo{Name: p.Name}
	}
	if d := t.dealt; d != nil {
		e := Start(order, d.Attrs, d.Setup, by, at)
		e.Given = d.Given
		return e
	}
	setup := t.Game.Deal(t.Options, seats, r)
	for i := range seats {
		attrs[i] = seats[i].Attr
	}
	return Start(order, attrs, setup, by, at)
}

// learn notes the present name of an event's author, and which names read the same without the
// seat that may follow.
func (t *Table) learn(e Event) {
	if i := t.index(e.By); i >= 0 && e.User == 0 && e.Name != "" {
		t.Players[i].Name = e.Name
	}
	for i := range t.Players {
		p := &t.Players[i]
		p.Seat = engine.Seat(i + 1)
		p.Namesake = false
		for j, other := range t.Players {
			one, _, _ := strings.Cut(p.Name, " (")
			another, _, _ := strings.Cut(other.Name, " (")
			people := i != j && !p.IsComputer() && !other.IsComputer()
			p.Namesake = p.Namesake || people && strings.EqualFold(one, another)
		}
	}
}

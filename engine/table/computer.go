package table

import (
	"slices"

	"amytis/engine"
)

// A computer player is a user like any other, with an ID that no person can have.

// MaxComputers is the number of different computer players.
const MaxComputers = len(computerNames)

// computerNames come from the history of Babylon. They are the same in every language.
var computerNames = [...]string{
	"Nabu", "Semiramis", "Hammurabi", "Adad-guppi", "Nebuchadnezzar", "Kidinnu",
	"Nitocris", "Berossus", "Nabonidus", "Ishtar", "Belshazzar", "Nabopolassar",
}

// firstComputer is below all IDs of users: Discord's smallest snowflake is 1<<22.
// https://discord.com/developers/docs/reference#snowflakes
const firstComputer UserID = 1_000_000

// ComputerID returns an ID. nth is from 1 to MaxComputers, level from 1 to engine.ComputerLevels.
func ComputerID(nth, level int) UserID { return firstComputer + UserID(10*nth+level) }

func Computer(id UserID) Player {
	nth, _, _ := id.Computer()
	return Player{User: id, Name: computerNames[nth-1]}
}

// Computer returns which computer player the ID stands for, and its level. ok is false for people.
func (id UserID) Computer() (nth, level int, ok bool) {
	if id < firstComputer || id > ComputerID(MaxComputers, engine.ComputerLevels) {
		return 0, 0, false
	}
	nth, level = int(id-firstComputer)/10, int(id-firstComputer)%10
	if nth < 1 || level < 1 || level > engine.ComputerLevels {
		return 0, 0, false
	}
	return nth, level, true
}

func (id UserID) IsComputer() bool {
	_, _, ok := id.Computer()
	return ok
}

func (id UserID) level() int {
	_, level, _ := id.Computer()
	return level
}

func (p Player) IsComputer() bool { return p.User.IsComputer() }

// Computers returns the seats that computers play, stand-ins included, in a lobby by Players.
func (t *Table) Computers() engine.SeatSet { return t.seatedComputers() | t.StoodIn() }

// seatedComputers is Computers without stand-ins.
func (t *Table) seatedComputers() engine.SeatSet {
	return engine.SeatsWhere(len(t.Players), func(seat engine.Seat) bool { return t.Player(seat).IsComputer() })
}

// ComputersInTurn returns the seats of computers that may act now.
func (t *Table) ComputersInTurn() engine.SeatSet {
	if t.Round.Waiting || t.Suspended() {
		return 0
	}
	return t.Turn() & t.Computers()
}

// ComputerLevel returns the highest level of the computers that play or have played, 0 for none.
// Stand-ins do not count: the seat is a person's.
func (t *Table) ComputerLevel() int {
	highest := 0
	for _, p := range t.Players {
		highest = max(highest, p.User.level())
	}
	for _, h := range t.Handovers {
		if !h.StandIn {
			highest = max(highest, h.Former.level())
		}
	}
	return highest
}

// Solo reports whether one person plays against computers.
func (t *Table) Solo() bool {
	computers := t.seatedComputers().Len()
	return computers > 0 && len(t.Players)-computers == 1
}

// SoloLanguage returns the language of the one person who plays against computers, "" for other
// tables and for a lobby, which invites others.
func (t *Table) SoloLanguage() string {
	if t == nil || t.State == nil || !t.Solo() {
		return ""
	}
	return t.Players[t.index(t.firstPerson())].Language
}

// FreeComputer returns the first computer of a level that is not at the table at any level.
func (t *Table) FreeComputer(level int) UserID {
	nth := 1
	for t.seatsComputer(nth) {
		nth++
	}
	return ComputerID(nth, level)
}

// seatsComputer reports whether the nth computer plays at any level, also as a stand-in.
func (t *Table) seatsComputer(nth int) bool {
	is := func(user UserID) bool {
		seated, _, ok := user.Computer()
		return ok && seated == nth
	}
	return slices.ContainsFunc(t.StandIns[:], is) ||
		slices.ContainsFunc(t.Players, func(p Player) bool { return is(p.User) })
}

func (t *Table) firstPerson() UserID {
	for _, p := range t.Players {
		if !p.IsComputer() {
			return p.User
		}
	}
	return 0
}

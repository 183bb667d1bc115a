package table

import "slices"

// A former player is a person whose data was erased. The games and ratings of others stay.

// formerBit is set in the IDs of former players, and by Discord in none before the year 2084.
// https://discord.com/developers/docs/reference#snowflakes
const formerBit UserID = 1 << 63

// FormerID returns the ID of a former player for a random number.
func FormerID(random uint64) UserID { return UserID(random) | formerBit }

func (id UserID) IsFormer() bool {
	_, anonymous := id.Anonymous()
	return anonymous || id&formerBit != 0
}

// IsFormer reports whether the player's data was erased, or the player made anonymous.
func (p Player) IsFormer() bool { return p.User.IsFormer() }

func (e Event) Mentions(user UserID) bool {
	return e.By == user || e.User == user || slices.Contains(e.Order, user)
}

// Person is the ID of somebody whom Discord can mention.
type Person UserID

// Person returns the person whom an ID stands for. ok is false for computers and former players.
func (id UserID) Person() (p Person, ok bool) { return Person(id), !id.IsComputer() && !id.IsFormer() }
func (p Person) Mention() string              { return "<@" + UserID(p).String() + ">" }

// Anonymous returns the event with another player in a user's place.
func (e Event) Anonymous(user UserID, as Player) Event {
	named := &e.By // Event.Name is the name of one of the two
	if e.User != 0 {
		named = &e.User
	}
	if *named == user && e.Name != "" {
		e.Name = as.Name
	}
	for _, id := range []*UserID{&e.By, &e.User} {
		if *id == user {
			*id = as.User
			e.Language = ""
		}
	}
	e.Order = slices.Clone(e.Order)
	Substitute(e.Order, user, as.User)
	return e
}

// Substitute puts another ID in a user's place, in place.
func Substitute(users []UserID, user, as UserID) {
	for i, id := range users {
		if id == user {
			users[i] = as
		}
	}
}

// An anonymous player is a person who is only a seat now, since the game ended long ago. All tables
// have the same IDs, so they connect no games.

// firstAnonymous is above the IDs of computers, and below all IDs of users.
const firstAnonymous UserID = 2_000_000

const maxAnonymous = 1_000_000

// AnonymousID returns the ID of the nth anonymous player of a table. n counts from 1.
func AnonymousID(n int) UserID { return firstAnonymous + UserID(n) }

// Anonymous returns which anonymous player of a table the ID stands for; ok is false for any other.
func (id UserID) Anonymous() (n int, ok bool) {
	if id <= firstAnonymous || id > firstAnonymous+maxAnonymous {
		return 0, false
	}
	return int(id - firstAnonymous), true
}

// IsPerson reports whether the ID can be a user of Discord.
func (id UserID) IsPerson() bool { return id != 0 && !id.IsComputer() && !id.IsFormer() }

// Strip puts anonymous players in the place of all people in a table's log, and in players, which
// its header lists, both in place. The person at seat n becomes player n; people without a seat
// follow as the log names them. name returns what player n is called. Strip returns the versions of
// the events that have changed, and whether there were any people.
func Strip(log []Event, players []UserID, name func(n int) string) (changed []Version, some bool) {
	numbers := map[UserID]int{}
	for i, user := range players {
		if user.IsPerson() {
			numbers[user] = i + 1
			players[i] = AnonymousID(i + 1)
		}
	}
	last := len(players)
	for i := range log {
		people := log[i].people()
		for _, user := range people {
			if numbers[user] == 0 {
				last++
				numbers[user] = last
			}
			n := numbers[user]
			log[i] = log[i].Anonymous(user, Player{User: AnonymousID(n), Name: name(n)})
		}
		if len(people) > 0 {
			changed = append(changed, Version(i+1))
		}
	}
	return changed, len(numbers) > 0
}

func (e Event) people() (users []UserID) {
	for _, user := range append([]UserID{e.By, e.User}, e.Order...) {
		if user.IsPerson() {
			users = append(users, user)
		}
	}
	return users
}

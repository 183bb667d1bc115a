package table

import "slices"

// A former player is a person whose data was erased. The ID says nothing about the person, so that
// games, results and ratings of others stay as they were.

// formerBit is set in the IDs of former players. Discord sets it in no ID before the year 2084,
// since an ID begins with the milliseconds since 2015.
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

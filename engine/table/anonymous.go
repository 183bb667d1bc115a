package table

// An anonymous player is a person who is only a seat now, since the game ended long ago. The
// ID is the same at every table, so that it connects no games.

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
// its header lists. It changes both in place. The person at seat n becomes player n; people without
// a seat follow as the log names them. name returns what player n is called. Strip returns the
// versions of the events that have changed, and whether there were any people.
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

package harness

import (
	"amytis/bot/play/games"
	"amytis/engine/table"
)

// Turn is a turn of a seat, which the bot tells its player.
type Turn struct {
	// Since is when the table began to wait for the seat, in Unix milliseconds.
	Since int64
	// Own is whether the seat can be skipped, or waits for a round. A player who had only to do
	// something beside another's turn is told again when their own turn begins.
	Own bool
}

// TurnsOf returns the turns of a user in the log of a game, by the versions of the table at which
// they go on. Where all act at once, a turn is a round. One in which nothing can be chosen happens
// by itself and is left out.
func TurnsOf(log []table.Event, user table.UserID) (map[table.Version]Turn, error) {
	turns := map[table.Version]Turn{}
	rounds := map[int]Turn{}
	told := map[Turn]bool{}
	at, err := table.Load(games.Rules, log[:1])
	for _, e := range log[1:] {
		if err != nil {
			return nil, err
		}
		if at, err = at.Next(e); err != nil {
			return nil, err
		}
		seat := at.Seat(user)
		if at.Status == table.Running && seat != 0 && at.Turn().Has(seat) {
			turn := Turn{at.Waits[seat].Since, at.Round.Waiting || table.Skippable(at.State, seat)}
			if pace := at.State.Pace(); pace.Live {
				if rounds[pace.Since] == (Turn{}) {
					rounds[pace.Since] = turn
				}
				turn = rounds[pace.Since]
			}
			if told[turn] = told[turn] || !at.NoChoice(seat); told[turn] {
				turns[at.Version] = turn
			}
		}
	}
	return turns, err
}

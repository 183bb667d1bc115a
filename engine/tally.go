package engine

// Tally is what seats hold of several things, where points go to the seat with the most of one. The
// zero Tally is none.
type Tally struct {
	// Key names what is counted. The game's part of the catalogs has the heading and the name of a
	// row under it: "tally.<key>.title" and "tally.<key>.row", with the placeholder Number.
	Key  string
	Rows []TallyRow
}

type TallyRow struct {
	// Number tells the row from the others, such as a level.
	Number int
	// Seats are the seats that the row is about.
	Seats SeatSet
	// Counts are what the seats hold, at the index of the seat.
	Counts [MaxSeats + 1]int
	// Lead is the seat that gets the row's points, 0 for none.
	Lead Seat
}

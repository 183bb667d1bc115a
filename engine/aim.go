package engine

// Axis is a direction in which a cursor changes a move before it is made. Each game has its own.
type Axis uint8

// Step is a button of a cursor.
type Step struct {
	// Name is the key of the label under "cursor" in the game's part of the catalogs: lower case
	// letters.
	Name string
	// Axis is the axis of the step, and By its direction: 1 or -1.
	Axis Axis
	By   int
}

// Reversible reports whether cursors have buttons for both directions of an axis. Such an axis
// leads from place to place, others go round.
func (in *Info) Reversible(a Axis) bool {
	directions := 0
	for _, row := range in.Steps {
		for _, step := range row {
			if step.Axis == a {
				directions++
			}
		}
	}
	return directions == 2
}

package tables

import "amytis/engine/table"

// ComputerCalled sets the function that learns of each table with a computer in turn: after the
// commit that gives it the turn, and at every sweep until its move is committed. So nothing needs
// to remember a call. The function must not block. Set it before the tables are used.
func (ts *Tables) ComputerCalled(call func(table.ID)) { ts.computerCalled = call }

// callComputer calls the computer if one is in turn, and reports whether one is.
func (ts *Tables) callComputer(s Loaded) bool {
	if s.Table.ComputersInTurn() == 0 {
		return false
	}
	ts.computerCalled(s.ID)
	return true
}

package towers

// The highest numbers of pieces in a zone, where two players build.
const (
	maxZoneTowers  = 2 * 27
	maxZoneBridges = 2 * 6
)

// zone lists the pieces of a zone in quick by their numbers.
type zone struct {
	towers            [maxZoneTowers]uint8
	bridges           [maxZoneBridges]uint8
	nTowers, nBridges uint8

	// What follows can be found out from the pieces, as in pieces.

	// nobled are the towers with nobles, bare those without that are not buried.
	nobled numberSet
	bare   openTowers
	// sides are what the zone holds for its two seats: first the one with its number, then the next
	// one.
	sides [2]side
}

// allNumbers are the numbers of the pieces of the only table in tactical.
var allNumbers = func() (all [maxTowers]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

func (p *pieces) in(zone uint8) (towers, bridges []uint8) {
	if zone == 0 {
		return allNumbers[:p.nTowers], allNumbers[:p.nBridges]
	}
	z := &p.zones[zone-1]
	return z.towers[:z.nTowers], z.bridges[:z.nBridges]
}

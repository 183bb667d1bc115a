package store

import (
	"sync"
	"time"
	_ "time/tzdata" // the machine may have no time zones
)

// Location returns the player's time zone. Without one that this program knows, that is the fixed
// offset of the quiet hours.
func (p *Preferences) Location() *time.Location {
	if place := loadLocation(p.Zone); place != nil {
		return place
	}
	return time.FixedZone("", p.Quiet.Offset*int(time.Minute/time.Second))
}

// locations holds the time zones in use by their IANA names. Reading one takes a while.
var locations sync.Map

// loadLocation returns the time zone of an IANA name, nil if there is none.
func loadLocation(zone string) *time.Location {
	if zone == "" {
		return nil
	}
	if place, found := locations.Load(zone); found {
		return place.(*time.Location)
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		return nil
	}
	locations.Store(zone, place)
	return place
}

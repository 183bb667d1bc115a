package wishes

import (
	"sync"
	"time"
	_ "time/tzdata" // the machine may have no time zones

	"amytis/store"
)

// Location returns the player's time zone, or the offset of the quiet hours if the zone is unknown.
func Location(p *store.Preferences) *time.Location {
	if place := loadLocation(p.Zone); place != nil {
		return place
	}
	return time.FixedZone("", p.Quiet.Offset*int(time.Minute/time.Second))
}

// locations caches time zones by IANA name, since reading one takes a while.
var locations sync.Map

// loadLocation returns nil for an unknown zone.
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

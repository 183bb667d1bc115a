package world

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

type Record struct {
	Current *wire.Message
	History []*wire.Message // oldest first
}

// maxHistory is how many earlier versions of a message are remembered.
const maxHistory = 50

func (r *Record) replace(m *wire.Message) {
	if len(r.History) == maxHistory {
		r.History = append(r.History[:0], r.History[1:]...)
	}
	r.History = append(r.History, r.Current)
	r.Current = m
}

// Versions has the oldest first. The deletion counts as one.
func (r *Record) Versions() []*wire.Message { return append(slices.Clone(r.History), r.Current) }

func (r *Record) hasPinged(userID string) bool {
	return slices.ContainsFunc(r.Versions(), func(m *wire.Message) bool { return slices.Contains(m.Pinged, userID) })
}

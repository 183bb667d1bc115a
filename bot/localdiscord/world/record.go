package world

import (
	"slices"

	"amytis/bot/localdiscord/wire"
)

// Record is a message with its earlier versions.
type Record struct {
	Current *wire.Message
	History []*wire.Message // oldest first
	Deleted bool
}

// maxHistory bounds the kept versions of one message.
const maxHistory = 50

func (r *Record) replace(m *wire.Message) {
	if len(r.History) == maxHistory {
		r.History = append(r.History[:0], r.History[1:]...)
	}
	r.History = append(r.History, r.Current)
	r.Current = m
}

// Versions returns every version, oldest first. The deletion counts as one.
func (r *Record) Versions() []*wire.Message { return append(slices.Clone(r.History), r.Current) }

func (r *Record) hasPinged(userID string) bool {
	return slices.ContainsFunc(r.Versions(), func(m *wire.Message) bool { return slices.Contains(m.Pinged, userID) })
}

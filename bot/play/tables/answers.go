package tables

import (
	"sync"

	"github.com/maypok86/otter/v2"

	"amytis/engine/table"
)

// Answers knows which version of a lobby its message shows since a press of this process was
// answered, so that the announcer need not show the same again.
type Answers struct {
	to *otter.Cache[table.MessageID, *Answer]
}

// Answer is the last one to a press of a message. It is locked while a press is handled.
type Answer struct {
	sync.Mutex
	// Shown is 0 if it is not known.
	Shown table.Version
}

// maxAnswers is of how many lobbies the answers are kept. The announcer asks for them soon.
const maxAnswers = 256

func newAnswers() Answers {
	return Answers{otter.Must(&otter.Options[table.MessageID, *Answer]{MaximumSize: maxAnswers})}
}

func (a Answers) To(message table.MessageID) *Answer {
	to, _ := a.to.ComputeIfAbsent(message, func() (*Answer, bool) { return &Answer{}, false })
	return to
}

// Show reports whether a lobby's message shows a version, or a later one, by an answer. It waits
// for an answer that is under way.
func (a Answers) Show(message table.MessageID, v table.Version) bool {
	to, known := a.to.GetIfPresent(message)
	if !known {
		return false
	}
	to.Lock()
	defer to.Unlock()
	return to.Shown >= v
}

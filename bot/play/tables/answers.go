package tables

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"amytis/engine/table"
)

// Answers knows which version of a lobby its message shows since a press of this process was
// answered, so that the announcer need not show the same again.
type Answers struct {
	mu sync.Mutex
	to simplelru.LRUCache[table.MessageID, *Answer]
}

// Answer is the last one to a press of a message. It is locked while a press is handled.
type Answer struct {
	sync.Mutex
	Shown table.Version // 0 if it is not known
}

// maxAnswers is of how many lobbies the answers are kept. The announcer asks for them soon.
const maxAnswers = 256

func (a *Answers) To(message table.MessageID) *Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	to, ok := a.to.Get(message)
	if !ok {
		to = &Answer{}
		a.to.Add(message, to)
	}
	return to
}

// Show reports whether an answer, also one under way, shows a version of a lobby or a later one.
func (a *Answers) Show(message table.MessageID, v table.Version) bool {
	a.mu.Lock()
	to, ok := a.to.Get(message)
	a.mu.Unlock()
	if !ok {
		return false
	}
	to.Lock()
	defer to.Unlock()
	return to.Shown >= v
}

package world

import (
	"time"

	"amytis/bot/localdiscord/bounded"
	"amytis/bot/localdiscord/wire"
)

// Nonces remembers which messages were created with which nonce, so that none is created twice.
// They are unique per author, and the bot is the only author who sends any. Discord forgets them
// after a few minutes. https://discord.com/developers/docs/resources/message#create-message
type Nonces struct {
	messages map[string]noted
	order    bounded.Queue[string]
}

type noted struct {
	messageID string
	at        time.Time
}

const maxNonces = 2000

func (n *Nonces) Keep(nonce string, m *wire.Message) {
	n.messages[nonce] = noted{m.ID, m.Timestamp}
	if old, dropped := n.order.Push(nonce, maxNonces); dropped {
		delete(n.messages, old)
	}
}

// Forget forgets all nonces, as Discord does after some minutes.
func (n *Nonces) Forget() { clear(n.messages) }

package announce

import (
	"context"

	"amytis/store"
)

// maxStrips is how often a removal is tried since the start, with the usual pauses for about eight
// minutes.
const maxStrips = 10

// stripButtons removes the buttons of an old message. That is best effort, in its own queue and
// slots: a press of an outdated button changes nothing, and the answer says so.
func (p *poster) stripButtons(ctx context.Context, e *entry) (done store.Settlement, err error) {
	if p.Tables.Answers.Show(e.Target, e.Version) {
		return done, nil // the press that started the game has closed the lobby
	}
	return done, p.Messages.Retire(ctx, e.Channel.String(), e.Target.String())
}

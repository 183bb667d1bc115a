package interaction

import (
	"log/slog"
	"time"

	"amytis/bot/choice"
	"amytis/bot/emoji"
	"amytis/bot/pictures"
	"amytis/bot/refresh"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/store"
)

// Services holds what handlers need. All requests share one value, which never changes.
type Services struct {
	Responder *session.Responder
	Guilds    *session.Guilds
	Log       *slog.Logger
	Store     store.Store
	Tables    *tables.Tables
	Pictures  *pictures.Drawer
	Languages *telling.Languages
	Rankings  *choice.Rankings
	Icons     *emoji.Icons
	Panels    *refresh.Panels
	Now       func() time.Time
	// Caps returns the limits of the open tables of each server.
	Caps func() tables.Caps
}

package interaction

import (
	"log/slog"
	"time"

	"amytis/bot/choice"
	"amytis/bot/pictures"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/store"
)

// Services holds what handlers need. All requests share one value, which never changes.
type Services struct {
	Client    *session.Client
	Log       *slog.Logger
	Store     store.Store
	Tables    *tables.Tables
	Pictures  *pictures.Drawer
	Languages *telling.Languages
	Rankings  *choice.Rankings
	Now       func() time.Time
	// Caps limit the open tables of each server.
	Caps tables.Caps
}

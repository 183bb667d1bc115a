package interaction

import (
	"context"
	"log/slog"
	"time"

	"amytis/bot/discord"
	"amytis/bot/discord/emoji"
	"amytis/bot/discord/interactions"
	"amytis/bot/handle/refresh"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
)

// Services holds what handlers need. Requests share it, so it never changes.
type Services struct {
	Responder *interactions.Responder
	Guilds    *discord.Guilds
	Messages  *discord.Messages
	Log       *slog.Logger
	Store     tables.Store
	Tables    *tables.Tables
	Pictures  *pictures.Drawer
	Languages *sentences.Languages
	Rankings  *choice.Rankings
	Icons     *emoji.Icons
	Panels    *refresh.Panels
	Now       func() time.Time
	Caps      func() tables.Caps
	Privacy   Privacy
	// LookWithin is how long Discord may take to say who is on a server while somebody waits, who
	// must be answered within three seconds.
	LookWithin time.Duration
	// ShowPanel answers with the user's turn panel at a table in a new message.
	ShowPanel func(ctx context.Context, r *Request, id table.ID) error
	// UpdatePanel shows it in the pressed message, below a note if that is not empty.
	UpdatePanel func(ctx context.Context, r *Request, id table.ID, note string) error
	// PlayOut opens a table that goes on from a position of an ended one; see [seats.PlayOut].
	PlayOut func(
		ctx context.Context, r *Request, s tables.Loaded, moves []engine.Move, seat engine.Seat, level int,
	) error
}

// Privacy holds the choices of the bot's host about people's data.
type Privacy struct {
	// KeepDays is how many days an ended game keeps names, 0 for ever.
	KeepDays int
	// Contact says where to ask about data, "" for nowhere in particular.
	Contact string
}

func (p Privacy) KeepNames() time.Duration { return time.Duration(p.KeepDays) * 24 * time.Hour }

package seats

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// That a player has left the server is found out when it matters: Discord tells it unasked only to
// those with a privileged intent.

// memberPatience is how long Discord may take to tell whether somebody is on a server, of the three
// seconds for an answer.
const memberPatience = time.Second

// departed reports whether a user has left the server; false if Discord does not say.
func departed(ctx context.Context, r *interaction.Request, user table.UserID) bool {
	ctx, cancel := context.WithTimeout(ctx, memberPatience)
	defer cancel()
	member, err := r.Client.IsMember(ctx, r.Guild.String(), user.String())
	if err != nil {
		r.Log.Warn("asking for a member", slog.Any("guild", r.Guild), slog.Any("user", user), slog.Any("err", err))
		return false
	}
	return !member
}

// missingPlayer is a player who has left the server although the table waits for them, or they sit
// in its lobby; the zero Player if there is none.
func missingPlayer(ctx context.Context, r *interaction.Request, t *table.Table) table.Player {
	ctx, cancel := context.WithTimeout(ctx, memberPatience) // for all of them
	defer cancel()
	for i, p := range t.Players {
		awaited := t.Status == table.Lobby || t.Turn().Has(engine.Seat(i+1))
		if awaited && p.User != r.User && departed(ctx, r, p.User) {
			return p
		}
	}
	return table.Player{}
}

// offerForDeparted adds to a message that the table waits for a player who has left the server, and
// buttons for what the host or a moderator can do about it.
func offerForDeparted(ctx context.Context, r *interaction.Request, m *session.Message, s tables.Loaded) {
	p := missingPlayer(ctx, r, s.Table)
	if p.User == 0 {
		return
	}
	said, offered := "bot.moderation.departed", interventions(r, s.ID, p)
	if s.Table.Status == table.Lobby {
		said, offered = "bot.moderation.departed_lobby", append(m.Components, control.Row(takeOutButton(r, s.ID, p)))
	}
	m.Content = strings.TrimSpace(m.Content + "\n⚠️ " + r.Words.Say(said, "Player", text.Plain(p.Name)))
	if r.Hosts(s.Table) {
		m.Components = offered
	}
}

// takeOutButton takes a player out of the game, or of its lobby.
func takeOutButton(r *interaction.Request, id table.ID, p table.Player) discordgo.Button {
	return control.Button(
		r.Words, "bot.button.take_out", discordgo.DangerButton,
		control.Control{Action: control.TakeOut, Table: id, Arg: p.User.String()},
	)
}

// interventions are the controls by which a player is skipped, taken out of the game, or replaced.
func interventions(r *interaction.Request, id table.ID, p table.Player) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.Control{Action: action, Table: id, Arg: p.User.String()}
	}
	return []discordgo.MessageComponent{
		control.Row(
			control.Button(r.Words, "bot.button.skip", discordgo.PrimaryButton, act(control.Skip)),
			takeOutButton(r, id, p),
		),
		control.Row(discordgo.SelectMenu{
			MenuType:    discordgo.UserSelectMenu,
			CustomID:    act(control.Replace).ID(),
			Placeholder: text.Cut(r.Words.Say("bot.moderation.choose", "Player", p.Name), control.MaxMenuText),
		}),
	}
}

package seats

import (
	"context"
	"log/slog"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// Discord sends the event of a member who leaves only to bots with a privileged intent. This bot
// has none, so it asks whether players are still on the server when it matters.

// departed reports whether a user has left the server, false if Discord does not answer in time.
func departed(ctx context.Context, r *interaction.Request, user table.UserID) bool {
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin)
	defer cancel()
	member, err := r.Guilds.IsMember(ctx, r.Guild.String(), user.String())
	if err != nil {
		r.Log.Debug("asking for a member", slog.Any("guild", r.Guild), slog.Any("user", user), slog.Any("err", err))
		return false
	}
	return !member
}

// firstDeparted returns the first player in turn, or in a lobby, who has left the server. It
// returns the zero Player if there is none.
func firstDeparted(ctx context.Context, r *interaction.Request, t *table.Table) table.Player {
	ctx, cancel := context.WithTimeout(ctx, r.LookWithin) // for all of them together
	defer cancel()
	for i, p := range t.Players {
		awaited := t.Status == table.Lobby || t.Awaited().Has(engine.Seat(i+1))
		awaited = awaited && !t.Computers().Has(engine.Seat(i+1))
		if awaited && p.User != r.User && !p.IsComputer() && departed(ctx, r, p.User) {
			return p
		}
	}
	return table.Player{}
}

// addDepartedWarning adds to a message that the table waits for a player who has left the server.
// The host and moderators also get controls to skip, remove or replace the player.
func addDepartedWarning(ctx context.Context, r *interaction.Request, m *message.Message, s tables.Loaded) {
	p := firstDeparted(ctx, r, s.Table)
	if p.User == 0 {
		return
	}
	said := "bot.moderation.departed"
	offered := interventionControls(r, s.ID, p)
	if s.Table.Status == table.Lobby {
		said = "bot.moderation.departed_lobby"
		offered = append(m.Components, control.Row(takeOutButton(r, s.ID, p)))
	}
	m.Content = strings.TrimSpace(m.Content + "\n⚠️ " + r.Words.Say(said, "Player", sentences.Name(r.Words, p)))
	if r.Hosts(s.Table) {
		m.Components = offered
	}
}

// takeOutButton returns the button that removes a player from the lobby, or resigns for them.
func takeOutButton(r *interaction.Request, id table.ID, p table.Player) discordgo.Button {
	return control.Button(
		r.Words, "bot.button.take_out", discordgo.DangerButton,
		control.Control{Action: control.TakeOut, Table: id, Arg: p.User.String()},
	)
}

// interventionControls returns the controls that skip a player, resign for them, or replace them.
func interventionControls(r *interaction.Request, id table.ID, p table.Player) []discordgo.MessageComponent {
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
			Placeholder: text.Cut(r.Words.Say("bot.moderation.choose", "Player", sentences.PlainName(r.Words, p)), control.MaxMenuText),
		}),
		control.Row(levelMenu(r, control.Control{Action: control.HandOver, Table: id, Arg: p.User.String()}, "bot.moderation.choose_level")),
	}
}

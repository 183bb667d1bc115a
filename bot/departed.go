package bot

import (
	"context"
	"strings"
	"time"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// That a player has left the server is found out when it matters: Discord tells
// it unasked only to those with a privileged intent.

// memberPatience is how long Discord may take to tell whether somebody is on a
// server, of the three seconds for an answer.
const memberPatience = time.Second

// departed reports whether a user has left the server; false if Discord does not say.
func (r *request) departed(ctx context.Context, user table.UserID) bool {
	ctx, cancel := context.WithTimeout(ctx, memberPatience)
	defer cancel()
	member, err := r.client.IsMember(ctx, r.guild.String(), user.String())
	if err != nil {
		r.log.Warn("asking for a member", "guild", r.guild, "user", user, "err", err)
		return false
	}
	return !member
}

// awaitedInVain is a player whom the table waits for, or who has joined its lobby, but
// has left the server; the zero Player if there is none.
func (r *request) awaitedInVain(ctx context.Context, t *table.Table) table.Player {
	ctx, cancel := context.WithTimeout(ctx, memberPatience) // for all of them
	defer cancel()
	for i, p := range t.Players {
		awaited := t.Status == table.Lobby || t.Turn().Has(engine.Seat(i+1))
		if awaited && p.User != r.user && r.departed(ctx, p.User) {
			return p
		}
	}
	return table.Player{}
}

// offerForDeparted tells of a player that the table waits for in vain, and offers
// what can be done about it to those who may.
func (r *request) offerForDeparted(ctx context.Context, m *session.Message, s seen) {
	p := r.awaitedInVain(ctx, s.table)
	if p.User == 0 {
		return
	}
	said, offered := "bot.moderation.departed", r.interventions(s.id, p)
	if s.table.Status == table.Lobby {
		said, offered = "bot.moderation.departed_lobby", append(m.Components, row(r.takeOutButton(s.id, p)))
	}
	m.Content = strings.TrimSpace(m.Content + "\n⚠️ " + r.words.Say(said, "Player", text.Plain(p.Name)))
	if r.hosts(s.table) {
		m.Components = offered
	}
}

// takeOutButton takes a player out of the game, or of its lobby.
func (r *request) takeOutButton(id table.ID, p table.Player) discordgo.Button {
	return button(r.words, "bot.button.take_out", discordgo.DangerButton, control{Action: actTakeOut, Table: id, Arg: p.User.String()})
}

func row(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

// interventions are the controls by which a player is skipped, taken out of the
// game, or replaced.
func (r *request) interventions(id table.ID, p table.Player) []discordgo.MessageComponent {
	act := func(action string) control { return control{Action: action, Table: id, Arg: p.User.String()} }
	return []discordgo.MessageComponent{
		row(button(r.words, "bot.button.skip", discordgo.PrimaryButton, act(actSkip)), r.takeOutButton(id, p)),
		row(discordgo.SelectMenu{
			MenuType:    discordgo.UserSelectMenu,
			CustomID:    act(actReplace).id(),
			Placeholder: text.Cut(r.words.Say("bot.moderation.choose", "Player", p.Name), maxMenuText),
		}),
	}
}

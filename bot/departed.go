package bot

import (
	"context"
	"time"

	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// That a player has left the server is found out when it matters: Discord tells
// it unasked only to those with a privileged intent.

// memberPatience is how long Discord may take to tell whether somebody is on a
// server, of the three seconds for an answer.
const memberPatience = time.Second

// departed reports whether a user has left a server. Nobody counts as departed
// because Discord does not say.
func (b *Bot) departed(ctx context.Context, guild table.GuildID, user table.UserID) bool {
	ctx, cancel := context.WithTimeout(ctx, memberPatience)
	defer cancel()
	member, err := b.client.IsMember(ctx, guild.String(), user.String())
	if err != nil {
		b.log.Warn("asking for a member", "guild", guild, "user", user, "err", err)
		return false
	}
	return !member
}

// awaitedInVain is a seat that the table waits for and whose player has left the
// server, 0 if there is none.
func (r *request) awaitedInVain(ctx context.Context, t *table.Table) engine.Seat {
	for _, seat := range t.Turn().Slice() {
		if user := t.Player(seat).User; user != r.user && r.departed(ctx, r.guild, user) {
			return seat
		}
	}
	return 0
}

// offerForDeparted tells of a player that the table waits for in vain, and offers
// what can be done about it to those who may.
func (r *request) offerForDeparted(ctx context.Context, m *session.Message, s seen) {
	seat := r.awaitedInVain(ctx, s.table)
	if seat == 0 {
		return
	}
	p := s.table.Player(seat)
	m.Content += "\n⚠️ " + r.say("bot.moderation.departed", "Player", plain(p.Name))
	if r.hosts(s.table) {
		m.Components = r.interventions(s.id, p)
	}
}

// interventions are the controls by which a player is skipped, taken out of the
// game, or replaced.
func (r *request) interventions(id table.ID, p table.Player) []discordgo.MessageComponent {
	act := func(action string) control { return control{Action: action, Table: id, Arg: p.User.String()} }
	return []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			button(r.words, "bot.button.skip", discordgo.PrimaryButton, act(actSkip)),
			button(r.words, "bot.button.take_out", discordgo.DangerButton, act(actTakeOut)),
		}},
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			MenuType:    discordgo.UserSelectMenu,
			CustomID:    act(actReplace).id(),
			Placeholder: cut(r.say("bot.moderation.choose", "Player", p.Name), maxMenuText),
		}}},
	}
}

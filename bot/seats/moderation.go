package seats

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/control"
	"amytis/bot/interaction"
	"amytis/bot/session"
	"amytis/bot/tables"
	"amytis/bot/telling"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// A moderator can act on the seat of a player: skip its turn, resign for it, or seat somebody else;
// and take a player out of a lobby. The host can once the player has left the server. Controls name
// the player, not the seat, in which somebody else may sit by then.

// skip is /game skip.
func skip(ctx context.Context, r *interaction.Request) error {
	return onPlayer(ctx, r, func(s tables.Loaded, p table.Player) error { return skipPlayer(ctx, r, s.ID, p.User) })
}

func pressSkip(ctx context.Context, r *interaction.Request) error {
	return skipPlayer(ctx, r, r.Control().Table, playerOfControl(r))
}

func skipPlayer(ctx context.Context, r *interaction.Request, id table.ID, player table.UserID) error {
	return intervene(ctx, r, id, player, "bot.moderation.skipped", func(t *table.Table) ([]table.Event, error) {
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.SkipMove(seat), r.User, r.Now().UnixMilli())
	})
}

// resignFor is /game resign of another player. It asks first, but in a lobby, which one can join
// again.
func resignFor(ctx context.Context, r *interaction.Request) error {
	return onPlayer(ctx, r, func(s tables.Loaded, p table.Player) error {
		if s.Table.Status == table.Lobby {
			return takeOut(ctx, r, s.ID, p.User)
		}
		question := r.Words.Say("bot.moderation.take_out_sure", "Player", text.Plain(p.Name))
		sure := control.Control{Action: control.TakeOut, Arg: p.User.String()}
		return r.Ask(ctx, sure, question, func(t *table.Table) error {
			return mayIntervene(ctx, r, t, p.User)
		})
	})
}

func pressTakeOut(ctx context.Context, r *interaction.Request) error {
	return takeOut(ctx, r, r.Control().Table, playerOfControl(r))
}

func takeOut(ctx context.Context, r *interaction.Request, id table.ID, player table.UserID) error {
	return intervene(ctx, r, id, player, "bot.moderation.taken_out", func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby {
			return []table.Event{table.TakeOut(player, r.User, r.Now().UnixMilli())}, nil
		}
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.ResignMove(seat), r.User, r.Now().UnixMilli())
	})
}

// replace is /game replace.
func replace(ctx context.Context, r *interaction.Request) error {
	var users map[string]*discordgo.User
	var members map[string]*discordgo.Member
	if resolved := r.Interaction.ApplicationCommandData().Resolved; resolved != nil {
		users, members = resolved.Users, resolved.Members
	}
	by, err := newcomer(r.Options["by"], users, members)
	return onPlayer(ctx, r, func(s tables.Loaded, p table.Player) error {
		return replacePlayer(ctx, r, s.ID, p.User, by, err)
	})
}

func pressReplace(ctx context.Context, r *interaction.Request) error {
	resolved := r.Interaction.MessageComponentData().Resolved
	by, err := newcomer(r.Chosen(), resolved.Users, resolved.Members)
	return replacePlayer(ctx, r, r.Control().Table, playerOfControl(r), by, err)
}

// newcomer is who was chosen to play on, from what Discord tells with the choice.
func newcomer(id string, users map[string]*discordgo.User, members map[string]*discordgo.Member) (table.Player, error) {
	user, member := users[id], members[id]
	switch {
	case user == nil || member == nil:
		return table.Player{}, engine.Refuse(refusedNoMember, "", "player", "<@"+id+">")
	case user.Bot:
		return table.Player{}, engine.Refuse(refusedBotPlayer, "")
	}
	named := *member
	named.User = user
	return table.Player{User: table.ParseID[table.UserID](id), Name: interaction.DisplayName(&named)}, nil
}

// replacePlayer seats a newcomer, or refuses because there was none.
func replacePlayer(
	ctx context.Context, r *interaction.Request, id table.ID, player table.UserID, by table.Player, err error,
) error {
	return intervene(ctx, r, id, player, "bot.moderation.replaced", func(t *table.Table) ([]table.Event, error) {
		if err != nil {
			return nil, err
		}
		return []table.Event{table.Replace(t.Seat(player), by, r.User, r.Now().UnixMilli())}, nil
	}, "New", text.Plain(by.Name))
}

// onPlayer acts on the player that a command names.
func onPlayer(ctx context.Context, r *interaction.Request, act func(s tables.Loaded, p table.Player) error) error {
	s, err := r.Tables.InChannel(ctx, r.Channel)
	if err != nil {
		return err
	}
	seat, err := interaction.SeatNamed(s.Table, strings.TrimSpace(r.Options["player"]))
	if err != nil {
		return interaction.About(s.Table, err)
	}
	return act(s, s.Table.Player(seat))
}

// playerOfControl is the player that the pressed control names.
func playerOfControl(r *interaction.Request) table.UserID {
	return table.ParseID[table.UserID](r.Control().Arg)
}

// intervene changes a table in place of a player and says that it is done, by a text with the
// player's name and more.
func intervene(
	ctx context.Context, r *interaction.Request, id table.ID, player table.UserID, done string, p tables.Plan,
	more ...any,
) error {
	var name string
	_, _, err := r.Act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		if err := mayIntervene(ctx, r, t, player); err != nil {
			return nil, err
		}
		name = telling.NameOf(t, player)
		return p(t)
	}, nil)
	if err != nil {
		return err
	}
	r.AnswerInPlace(ctx, &session.Message{
		Content: r.Words.Say(done, append(more, "Player", text.Plain(name))...), Embeds: []*discordgo.MessageEmbed{},
	})
	return nil
}

// mayIntervene refuses to have who asked act in place of a player.
func mayIntervene(ctx context.Context, r *interaction.Request, t *table.Table, player table.UserID) error {
	switch {
	case !t.Joined(player):
		return engine.Refuse(interaction.RefusedNoSuchSeat, "", "player", telling.UserMention(player))
	case r.Moderator(), t.Host == r.User && departed(ctx, r, player):
		return nil
	}
	return engine.Refuse(refusedNotModerator, "")
}

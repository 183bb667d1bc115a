package bot

import (
	"context"
	"strconv"
	"strings"

	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// A moderator can act on the seat of a player: skip its turn, resign for it, or
// seat somebody else; and take a player out of a lobby. The host can once the player
// has left the server. Controls name the player, not the seat, in which somebody else
// may sit by then.

// skip is /game skip.
func (r *request) skip(ctx context.Context) error {
	return r.onPlayer(ctx, func(s seen, p table.Player) error { return r.skipPlayer(ctx, s.id, p.User) })
}

func (r *request) pressSkip(ctx context.Context) error {
	return r.skipPlayer(ctx, r.control().Table, r.playerOfControl())
}

func (r *request) skipPlayer(ctx context.Context, id table.ID, player table.UserID) error {
	return r.intervene(ctx, id, player, "bot.moderation.skipped", func(t *table.Table) ([]table.Event, error) {
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.SkipMove(seat), r.user, r.now().UnixMilli())
	})
}

// resignFor is /game resign of another player. It asks first, but in a lobby, which
// one can join again.
func (r *request) resignFor(ctx context.Context) error {
	return r.onPlayer(ctx, func(s seen, p table.Player) error {
		if s.table.Status == table.Lobby {
			return r.takeOut(ctx, s.id, p.User)
		}
		question := r.words.Say("bot.moderation.take_out_sure", "Player", text.Plain(p.Name))
		return r.ask(ctx, control{Action: actTakeOut, Arg: p.User.String()}, question, func(t *table.Table) error {
			return r.mayIntervene(ctx, t, p.User)
		})
	})
}

func (r *request) pressTakeOut(ctx context.Context) error {
	return r.takeOut(ctx, r.control().Table, r.playerOfControl())
}

func (r *request) takeOut(ctx context.Context, id table.ID, player table.UserID) error {
	return r.intervene(ctx, id, player, "bot.moderation.taken_out", func(t *table.Table) ([]table.Event, error) {
		if t.Status == table.Lobby {
			return []table.Event{{Kind: table.Left, At: r.now().UnixMilli(), By: r.user, User: player}}, nil
		}
		seat := t.Seat(player)
		return t.EndTurn(seat, engine.ResignMove(seat), r.user, r.now().UnixMilli())
	})
}

// replace is /game replace.
func (r *request) replace(ctx context.Context) error {
	var users map[string]*discordgo.User
	var members map[string]*discordgo.Member
	if resolved := r.i.ApplicationCommandData().Resolved; resolved != nil {
		users, members = resolved.Users, resolved.Members
	}
	by, err := newcomer(r.options["by"], users, members)
	return r.onPlayer(ctx, func(s seen, p table.Player) error { return r.replacePlayer(ctx, s.id, p.User, by, err) })
}

func (r *request) pressReplace(ctx context.Context) error {
	resolved := r.i.MessageComponentData().Resolved
	by, err := newcomer(r.chosen(), resolved.Users, resolved.Members)
	return r.replacePlayer(ctx, r.control().Table, r.playerOfControl(), by, err)
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
	return table.Player{User: table.ParseID[table.UserID](id), Name: displayName(&named)}, nil
}

// replacePlayer seats a newcomer, or refuses because there was none.
func (r *request) replacePlayer(ctx context.Context, id table.ID, player table.UserID, by table.Player, err error) error {
	return r.intervene(ctx, id, player, "bot.moderation.replaced", func(t *table.Table) ([]table.Event, error) {
		if err != nil {
			return nil, err
		}
		return []table.Event{{
			Kind: table.Replaced, At: r.now().UnixMilli(), By: r.user, Seat: t.Seat(player), User: by.User, Name: by.Name,
		}}, nil
	}, "New", text.Plain(by.Name))
}

// onPlayer acts on the player whom a command names.
func (r *request) onPlayer(ctx context.Context, act func(s seen, p table.Player) error) error {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		return err
	}
	seat, err := seatNamed(s.table, strings.TrimSpace(r.options["player"]))
	if err != nil {
		return about(s.table, err)
	}
	return act(s, s.table.Player(seat))
}

// playerOfControl is the player whom the pressed control names.
func (r *request) playerOfControl() table.UserID { return table.ParseID[table.UserID](r.control().Arg) }

// intervene changes a table in place of a player and says that it is done, by a text
// with the player's name and more.
func (r *request) intervene(ctx context.Context, id table.ID, player table.UserID, done string, p plan, more ...any) error {
	var name string
	_, _, err := r.act(ctx, id, func(t *table.Table) ([]table.Event, error) {
		if err := r.mayIntervene(ctx, t, player); err != nil {
			return nil, err
		}
		name = nameOf(t, player)
		return p(t)
	}, nil)
	if err != nil {
		return err
	}
	r.answerInPlace(ctx, &session.Message{
		Content: r.words.Say(done, append(more, "Player", text.Plain(name))...), Embeds: []*discordgo.MessageEmbed{},
	})
	return nil
}

// mayIntervene refuses to have who asked act in place of a player.
func (r *request) mayIntervene(ctx context.Context, t *table.Table, player table.UserID) error {
	switch {
	case !t.Joined(player):
		return engine.Refuse(refusedNoSuchSeat, "", "player", userMention(player))
	case r.moderator(), t.Host == r.user && r.departed(ctx, player):
		return nil
	}
	return engine.Refuse(refusedNotModerator, "")
}

// suggestJoined completes the name of who has joined, whether the game runs or not.
func (r *request) suggestJoined(ctx context.Context) error {
	return r.suggestSeats(ctx, func(*table.Table, engine.Seat) bool { return true })
}

// suggestPlayers completes the name of a player of a running game.
func (r *request) suggestPlayers(ctx context.Context) error {
	return r.suggestSeats(ctx, func(t *table.Table, _ engine.Seat) bool { return t.State != nil })
}

// suggestAwaited completes the name of a player whom the table waits for.
func (r *request) suggestAwaited(ctx context.Context) error {
	return r.suggestSeats(ctx, func(t *table.Table, seat engine.Seat) bool { return t.Turn().Has(seat) })
}

func (r *request) suggestSeats(ctx context.Context, fits func(*table.Table, engine.Seat) bool) error {
	offer := offer{typed: r.options[r.focused]}
	if s, err := r.desk.inChannel(ctx, r.channel); err == nil {
		for i, p := range s.table.Players {
			if fits(s.table, engine.Seat(i+1)) {
				offer.add(p.Name, strconv.Itoa(i+1))
			}
		}
	}
	r.respond(ctx, session.Choices(offer.choices...))
	return nil
}

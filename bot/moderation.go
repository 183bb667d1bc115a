package bot

import (
	"context"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// A moderator can act on the seat of a player: skip its turn, resign for it, or
// seat somebody else. The host can once the player has left the server. Controls
// name the player, not the seat, in which somebody else may sit by then.

// skip is /game skip.
func (r *request) skip(ctx context.Context) {
	r.onPlayer(ctx, func(id table.ID, p table.Player) { r.skipPlayer(ctx, id, p.User) })
}

func (r *request) pressSkip(ctx context.Context) {
	r.skipPlayer(ctx, r.control().Table, r.playerOfControl())
}

func (r *request) skipPlayer(ctx context.Context, id table.ID, player table.UserID) {
	r.intervene(ctx, id, player, "bot.moderation.skipped", func(t *table.Table, seat engine.Seat) ([]table.Event, error) {
		return t.EndTurn(seat, engine.SkipMove(seat), r.user, r.now().UnixMilli())
	})
}

// resignFor is /game resign of another player. It asks first.
func (r *request) resignFor(ctx context.Context) {
	r.onPlayer(ctx, func(_ table.ID, p table.Player) {
		question := r.say("bot.moderation.take_out_sure", "Player", plain(p.Name))
		r.ask(ctx, control{Action: actTakeOut, Arg: p.User.String()}, question, func(t *table.Table) error {
			_, err := r.mayIntervene(ctx, t, p.User)
			return err
		})
	})
}

func (r *request) pressTakeOut(ctx context.Context) {
	r.intervene(ctx, r.control().Table, r.playerOfControl(), "bot.moderation.taken_out", func(t *table.Table, seat engine.Seat) ([]table.Event, error) {
		return t.EndTurn(seat, engine.ResignMove(seat), r.user, r.now().UnixMilli())
	})
}

// replace is /game replace.
func (r *request) replace(ctx context.Context) {
	var users map[string]*discordgo.User
	var members map[string]*discordgo.Member
	if resolved := r.i.ApplicationCommandData().Resolved; resolved != nil {
		users, members = resolved.Users, resolved.Members
	}
	by, err := newcomer(r.options["by"], users, members)
	r.onPlayer(ctx, func(id table.ID, p table.Player) { r.replacePlayer(ctx, id, p.User, by, err) })
}

func (r *request) pressReplace(ctx context.Context) {
	resolved := r.i.MessageComponentData().Resolved
	by, err := newcomer(r.chosen(), resolved.Users, resolved.Members)
	r.replacePlayer(ctx, r.control().Table, r.playerOfControl(), by, err)
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
	return table.Player{User: table.UserID(snowflake(id)), Name: displayName(&named)}, nil
}

// replacePlayer seats a newcomer, or refuses because there was none.
func (r *request) replacePlayer(ctx context.Context, id table.ID, player table.UserID, by table.Player, err error) {
	r.intervene(ctx, id, player, "bot.moderation.replaced", func(t *table.Table, seat engine.Seat) ([]table.Event, error) {
		if err != nil {
			return nil, err
		}
		return []table.Event{{
			Kind: table.Replaced, At: r.now().UnixMilli(), By: r.user, Seat: seat, User: by.User, Name: by.Name,
		}}, nil
	})
}

// onPlayer acts on the player whom a command names.
func (r *request) onPlayer(ctx context.Context, act func(id table.ID, p table.Player)) {
	s, err := r.desk.inChannel(ctx, r.channel)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	seat, err := seatNamed(s.table, strings.TrimSpace(r.options["player"]))
	if err != nil {
		r.fail(ctx, entryOf(s), s.table, err)
		return
	}
	act(s.id, s.table.Player(seat))
}

// playerOfControl is the player whom the pressed control names.
func (r *request) playerOfControl() table.UserID { return table.UserID(snowflake(r.control().Arg)) }

// intervene changes a table in place of a player and says that it is done.
func (r *request) intervene(ctx context.Context, id table.ID, player table.UserID, done string, p func(*table.Table, engine.Seat) ([]table.Event, error)) {
	var seat engine.Seat
	before, after, err := r.act(ctx, id, func(t *table.Table) (events []table.Event, err error) {
		if seat, err = r.mayIntervene(ctx, t, player); err != nil {
			return nil, err
		}
		return p(t, seat)
	}, nil)
	if err != nil {
		r.fail(ctx, entryOf(before), before.table, err)
		return
	}
	r.answerInPlace(ctx, &session.Message{Content: r.say(done,
		"Player", plain(before.table.Player(seat).Name), "New", plain(after.table.Player(seat).Name))})
}

// mayIntervene is the seat of a player in place of whom who asked may act.
func (r *request) mayIntervene(ctx context.Context, t *table.Table, player table.UserID) (engine.Seat, error) {
	seat := t.Seat(player)
	switch {
	case t.Status == table.Lobby:
		return 0, engine.Refuse(table.RefusedNotStarted, "")
	case seat == 0:
		return 0, engine.Refuse(refusedNoSuchSeat, "", "player", userMention(player))
	case r.moderator(), t.Host == r.user && r.departed(ctx, r.guild, player):
		return seat, nil
	}
	return 0, engine.Refuse(refusedNotModerator, "")
}

// suggestPlayers completes the name of a player.
func (r *request) suggestPlayers(ctx context.Context) {
	r.suggestSeats(ctx, func(*table.Table, engine.Seat) bool { return true })
}

// suggestAwaited completes the name of a player whom the table waits for.
func (r *request) suggestAwaited(ctx context.Context) {
	r.suggestSeats(ctx, func(t *table.Table, seat engine.Seat) bool { return t.Turn().Has(seat) })
}

func (r *request) suggestSeats(ctx context.Context, fits func(*table.Table, engine.Seat) bool) {
	offer := offer{typed: r.options[r.focused]}
	if s, err := r.desk.inChannel(ctx, r.channel); err == nil && s.table.State != nil {
		for i, p := range s.table.Players {
			if fits(s.table, engine.Seat(i+1)) {
				offer.add(p.Name, number(i+1))
			}
		}
	}
	r.respond(ctx, session.Choices(offer.choices...))
}

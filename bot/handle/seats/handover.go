package seats

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// A moderator can give any seat to a computer. The host can give away the seats of the host, of
// computers, of players who have left the server, and of players who agree.

var errMustAgree = errors.New("seats: the player must agree")

func pressHandOver(ctx context.Context, r *interaction.Request) error {
	return handOver(ctx, r, playerOfControl(r), r.Chosen())
}

// handOver gives a player's seat to a computer of a level, or asks the player to agree.
func handOver(ctx context.Context, r *interaction.Request, player table.UserID, level string) error {
	w := r.PublicWords(ctx)
	var former string
	var computer table.Player
	before, _, err := r.Act(ctx, func(t *table.Table) (events []table.Event, err error) {
		if events, computer, err = handoverEvents(r, t, player, level); err != nil {
			return nil, err
		}
		former = sentences.NameOf(r.Words, t, player)
		switch {
		case !r.Hosts(t):
			return nil, engine.Refuse(refusedNotHost, "")
		case r.Moderator(), player == r.User, player.IsComputer(), departed(ctx, r, player):
			return events, nil
		}
		if _, err := t.Next(events[0]); err != nil {
			return nil, err
		}
		return nil, errMustAgree
	}, nil)
	switch {
	case errors.Is(err, errMustAgree):
		askToAgree(ctx, r, w, before, player, computer)
		return nil
	case err != nil:
		return err
	}
	r.Answer.InPlace(ctx, &message.Message{
		Content: r.Words.Say("bot.moderation.replaced", "New", sentences.Name(r.Words, computer), "Player", former),
		Embeds:  []*discordgo.MessageEmbed{},
	})
	return nil
}

// handoverEvents returns the events that give a player's seat to a computer of a level, and the
// computer.
func handoverEvents(
	r *interaction.Request, t *table.Table, player table.UserID, level string,
) ([]table.Event, table.Player, error) {
	n, err := strconv.Atoi(level)
	if err != nil || n < 1 || n > engine.ComputerLevels {
		return nil, table.Player{}, engine.Refuse(refusedReplacement, "")
	}
	if !t.Joined(player) {
		return nil, table.Player{}, engine.Refuse(
			interaction.RefusedNoSuchSeat, "", "player", sentences.Mention(r.Words, player))
	}
	computer := table.Computer(t.FreeComputer(n))
	return []table.Event{table.Replace(t.Seat(player), computer, r.User, r.Now().UnixMilli())}, computer, nil
}

func askToAgree(
	ctx context.Context, r *interaction.Request, w *text.Words, s tables.Loaded, player table.UserID,
	computer table.Player,
) {
	_, level, _ := computer.User.Computer()
	m := &message.Message{
		Content: w.Say("bot.moderation.ask_to_agree",
			"Player", sentences.Mention(w, player), "Host", sentences.Mention(w, r.User),
			"New", sentences.Name(w, computer)),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			w, "bot.button.agree", discordgo.PrimaryButton,
			control.Control{Action: control.Agree, Table: s.ID, Arg: player.String() + "," + strconv.Itoa(level)},
		))},
	}
	if mayPing(ctx, r, s, player) {
		m.Mentions = []string{player.String()}
	}
	r.Answer.Respond(ctx, interactions.Say(m))
}

// mayPing reports whether neither the server nor the player wants silence now.
func mayPing(ctx context.Context, r *interaction.Request, s tables.Loaded, player table.UserID) bool {
	settings, err := r.Store.Settings(ctx, r.Guild)
	if err == nil && settings.Quiet {
		return false
	}
	calendar, unread := r.Tables.Calendar(ctx, s.Table)
	if err = errors.Join(err, unread); err != nil {
		r.Log.Warn("asking for quiet hours", slog.Any("table", s.ID), slog.Any("err", err))
		return false
	}
	now := r.Now().UnixMilli()
	return calendar.Quiet(player, now) == now
}

func pressAgree(ctx context.Context, r *interaction.Request) error {
	asked, level, _ := strings.Cut(r.Control().Arg, ",")
	player := table.ParseID[table.UserID](asked)
	w := r.PublicWords(ctx)
	var computer table.Player
	var former string
	_, _, err := r.Act(ctx, func(t *table.Table) (events []table.Event, err error) {
		if r.User != player {
			return nil, engine.Refuse(refusedNotAsked, "", "player", sentences.Mention(r.Words, player))
		}
		former = sentences.NameOf(w, t, player)
		events, computer, err = handoverEvents(r, t, player, level)
		return events, err
	}, nil)
	if err != nil {
		return err
	}
	r.Answer.Respond(ctx, interactions.Update(&message.Message{
		Content:    w.Say("bot.moderation.replaced", "New", sentences.Name(w, computer), "Player", former),
		Components: message.NoComponents,
	}))
	return nil
}

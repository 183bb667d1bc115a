package seats

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"

	"amytis/bot/discord"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// joinOrOpen handles /game play. The user joins the server's oldest lobby that fits. If there is
// none, it opens one here, in a thread if the channel has a game. It looks again if others were
// faster.
func joinOrOpen(ctx context.Context, r *interaction.Request) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	for sees := sight(ctx, r); ; {
		open, err := tables.Playing(ctx, r.Tables, r.Guild, 0)
		if err != nil {
			return err
		}
		if answered, err := joinOldest(ctx, r, open, sees); err != nil || answered {
			return err
		}
		taken := slices.ContainsFunc(open, func(s tables.Loaded) bool { return s.Header.Channel == r.Channel })
		if taken && r.Missing(interaction.InNewThread) == "" {
			r.Options[threadOption] = "true"
		}
		err = openTelling(ctx, r)
		if taken || engine.RefusalCode(err) != tables.RefusedChannelTaken {
			return err
		}
	}
}

// joinOldest joins the first of some tables that fits, or points to a lobby where the user waits.
// It reports whether it has answered.
func joinOldest(
	ctx context.Context, r *interaction.Request, open []tables.Loaded, sees func(table.ChannelID) bool,
) (answered bool, err error) {
	waitsIn := tables.Loaded{}
	for _, s := range open {
		switch {
		case !takesPlayers(s, r.Options[gameOption]):
			continue
		case s.Table.Joined(r.User):
			waitsIn = s
			continue
		case !sees(s.Header.Channel):
			continue
		}
		err := joinAt(ctx, r, s)
		if engine.RefusalCode(err) != "" {
			continue // it is full or has started meanwhile
		}
		return true, err
	}
	if waitsIn.Table != nil {
		whisperSeat(ctx, r, "bot.find.waiting", waitsIn)
	}
	return waitsIn.Table != nil, nil
}

// joinThere handles the buttons of a server's board: the user joins a lobby whose channel they see.
func joinThere(ctx context.Context, r *interaction.Request) error {
	s, err := r.Tables.Load(ctx, table.ParseID[table.ID](r.Control.Arg))
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && (s.Header.Guild != r.Guild || !sight(ctx, r)(s.Header.Channel)):
		return engine.Refuse(refusedHiddenLobby, "")
	case err != nil:
		return err
	}
	return joinAt(ctx, r, s)
}

// joinAt joins a table that may be in another channel.
func joinAt(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	r.At = s
	_, after, err := r.Act(ctx, plan(join).bind(ctx, r), nil)
	if err == nil {
		whisperSeat(ctx, r, "bot.find.joined", after)
	}
	return err
}

// openTelling opens a lobby like /game new, and says who will be told.
func openTelling(ctx context.Context, r *interaction.Request) error {
	g, err := chosenGame(ctx, r, nil)
	if err != nil {
		return err
	}
	coming := tables.Loaded{Table: &table.Table{Players: []table.Player{{User: r.User}}},
		Header: store.Header{Guild: r.Guild, Game: g.Info().ID}}
	settings, err := r.Store.Settings(ctx, r.Guild)
	if err != nil {
		return err
	}
	told, err := tables.Invitees(ctx, r.Tables, settings, r.Guilds.Seeing, coming, r.Channel)
	if err != nil {
		r.Log.Warn("asking for the channels of a server", slog.Any("guild", r.Guild), slog.Any("err", err))
	}
	var names []string
	for _, user := range told {
		names = append(names, sentences.Mention(r.Words, user))
	}
	return openChosen(ctx, r, r.Words.Say("bot.find.told", "Players", r.Words.List(names)))
}

// takesPlayers reports whether a table is a lobby with a free seat, of a game unless that is "".
func takesPlayers(s tables.Loaded, game string) bool {
	_, most := s.Table.Seats()
	return s.Table.Status == table.Lobby && !s.Table.Suspended() && len(s.Table.Players) < most &&
		(game == "" || game == s.Header.Game)
}

func whisperSeat(ctx context.Context, r *interaction.Request, key string, s tables.Loaded) {
	_, most := s.Table.Seats()
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say(key, "Game", r.Words.Say(s.Header.Game+".name"),
		"Joined", len(s.Table.Players), "Max", most, "Link", sentences.TableLink(s.Header))})
}

// sight returns what tells whether the user sees a channel. It asks Discord at most once, about
// other channels. If Discord does not answer in time, the user sees none of them.
func sight(ctx context.Context, r *interaction.Request) func(table.ChannelID) bool {
	rooms := sync.OnceValue(func() *discord.Rooms { return r.Rooms(ctx) })
	return func(channel table.ChannelID) bool {
		return channel == r.Channel ||
			rooms() != nil && rooms().Sees(r.User.String(), r.Interaction.Member.Roles, channel.String())
	}
}

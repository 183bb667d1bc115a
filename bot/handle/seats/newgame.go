package seats

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// newForm is for /game new without options.
var newForm = interaction.Form{
	Action: control.New, Make: makeNewForm, Take: newGame,
	Wrong: []string{table.RefusedFull, tables.RefusedChannelTaken},
}

// makeNewForm presets the game last played in the channel, and the server's time control. The
// game's options are in the form of its lobby.
func makeNewForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	if err := checkMayOpen(ctx, r); err != nil {
		return form.Form{}, err
	}
	last, _ := r.LastGame(ctx)
	game := cmp.Or(r.Options[gameOption], last.Info().ID)
	level := cmp.Or(r.Options["level"], strconv.Itoa(usualLevel))
	people := cmp.Or(r.Options["computers"], "0")
	c, err := chosenTime(ctx, r)
	also := []form.Option{{
		Label: sentences.HintsText(r.Words), Value: hintsOption, Default: r.Flag(hintsOption, checks, false),
	}}
	separate := "bot.form.new.thread"
	forum, _ := r.Messages.Forum(ctx, interactions.ChannelOf(ctx).Parent) // else there is no such choice
	if forum != nil {
		separate = "bot.form.new.post"
	}
	if forum != nil || interaction.Here(ctx) != interaction.InThread {
		also = append(also, form.Option{
			Label: r.Words.Say(separate), Value: threadOption, Default: r.Flag(threadOption, checks, forum != nil),
		})
	}
	return form.Form{Title: r.Words.Say("bot.form.new.title"), Fields: []form.Field{
		form.Choice(gameOption, r.Words.Say("bot.form.new.game"), "", form.Options(games.IDs(),
			func(id string) string { return r.Words.Say(id + ".name") }, game)),
		form.Choice("computers", r.Words.Say("bot.form.new.computers"), "", form.Options(form.Numbers(0, table.MaxComputers), strconv.Itoa, people)),
		form.Choice("level", r.Words.Say("bot.form.new.level"), "", form.Options(form.Numbers(1, engine.ComputerLevels),
			func(n int) string { return sentences.LevelName(r.Words, n) }, level)),
		interaction.TimeField(r.Words, c),
		form.Checks(checks, r.Words.Say("bot.form.new.also"), "", also),
	}}, err
}

// newGame handles /game new: it opens a table in the channel, or in a new thread or post.
func newGame(ctx context.Context, r *interaction.Request) error { return openChosen(ctx, r, "") }

// openChosen opens the table that the options choose, and answers with a further line.
func openChosen(ctx context.Context, r *interaction.Request, more string) error {
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	lobby = lobby.WithHints(r.Options["hints"] == "true").WithStandIns(chosenStandIn(r))
	forum, err := chosenForum(ctx, r, g)
	if err != nil {
		return err
	}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), Forum: forum, By: r.ID,
		Events: append([]table.Event{lobby}, computersAsked(r)...),
	}, "bot.game.opened", more)
}

// playAgainst handles the command in the menu of a person: it opens a table and invites the person.
// With the bot itself a game against the computer begins.
func playAgainst(ctx context.Context, r *interaction.Request) error {
	user, member := r.TargetUser()
	guest := table.ParseID[table.UserID](user.ID)
	switch {
	case user.ID == r.Interaction.AppID:
		return solo(ctx, r)
	case user.Bot:
		return engine.Refuse(refusedBotPlayer, "")
	case member == nil:
		return engine.Refuse(refusedNoMember, "", "player", sentences.Mention(r.Words, guest))
	case guest == r.User:
		return engine.Refuse(refusedInviteSelf, "")
	}
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	return openTable(ctx, r, g, tables.Opening{
		Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: []table.Event{lobby}, Guest: guest,
	}, "bot.game.opened", "")
}

// chosenLobby returns the command's game, and the event that opens it with its options and time.
func chosenLobby(ctx context.Context, r *interaction.Request) (games.Entry, table.Event, error) {
	typed := tableOptions(r)
	g, err := chosenGame(ctx, r, typed)
	if err != nil {
		return g, table.Event{}, err
	}
	in := g.Info()
	if foreign := foreignOption(in, typed); foreign != "" {
		return g, table.Event{}, refuseForeign(r, in, foreign)
	}
	c, err := chosenTime(ctx, r)
	host := table.Player{User: r.User, Name: r.Name}
	lobby := table.OpenLobby(in, host, optionValues(r, in, typed), c.Limit, r.Now().UnixMilli())
	return g, lobby.WithReserve(c.Reserve), err
}

// chosenTime returns the time control in the command's options, or else in the server's settings.
func chosenTime(ctx context.Context, r *interaction.Request) (table.TimeControl, error) {
	s, err := r.Store.Settings(ctx, r.Guild)
	return r.TimeControl(s.TimeControl()), err
}

// wantsThread reports whether a table gets a new thread. It is false within a thread.
func wantsThread(ctx context.Context, r *interaction.Request) bool {
	return interaction.Here(ctx) != interaction.InThread && r.Options[threadOption] == "true"
}

// chosenForum returns the forum for a new post, 0 for none: in a post, a game gets its own unless
// the user chooses else. It refuses a forum that requires a tag and has none that fits.
func chosenForum(ctx context.Context, r *interaction.Request, g games.Entry) (table.ChannelID, error) {
	forum, err := r.Messages.Forum(ctx, interactions.ChannelOf(ctx).Parent)
	if err != nil || forum == nil || !r.Flag(threadOption, checks, true) {
		return 0, err
	}
	id := g.Info().ID
	if forum.Flags&discordgo.ChannelFlagRequireTag != 0 && len(sentences.Tags(forum.AvailableTags, nil, id, table.Lobby)) == 0 {
		return 0, engine.Refuse(refusedNoTag, "", "forum", forum.Mention(),
			"name", r.Words.Say(id+".command.name"), "open", r.Words.Say("bot.tag.open"))
	}
	return table.ParseID[table.ChannelID](forum.ID), nil
}

// openTable opens a table and answers with the text of key done, above the line more. If the bot
// lacks permissions for a new thread or post, it opens nothing and answers which.
func openTable(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening, done, more string) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	venue := interaction.Venue(0)
	switch {
	case o.Forum != 0: // where a post needs no permission to create threads
		venue = interaction.InChannel | interaction.InThread
		done = "bot.thread.post_coming"
	case o.NewThread:
		venue = interaction.InNewThread
		done = "bot.thread.coming"
	}
	if missing := r.Missing(venue); missing != "" {
		r.Answer.Whisper(ctx, &message.Message{Content: "⛔ " + missing})
		return nil
	}
	if err := storeOpening(ctx, r, g, o); err != nil {
		return err
	}
	m := &message.Message{Content: text.Lines(r.Words.Say(done, "Game", r.Words.Say(g.Info().ID+".name")), more)}
	if t, err := o.Table(); err == nil {
		addDepartedWarning(ctx, r, m, tables.Loaded{Table: t})
		m.Components = nil // t has no ID
	}
	r.Answer.Whisper(ctx, m)
	return nil
}

// storeOpening opens a table within the caps, and notes the server's language for its messages.
func storeOpening(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening) error {
	if err := r.Languages.Keep(ctx, o.Guild, r.GuildLocale()); err != nil {
		return err
	}
	o.Caps = r.Caps()
	o.Parent = table.ParseID[table.ChannelID](interactions.ChannelOf(ctx).Parent)
	err := r.Open(ctx, o)
	if refused := (*engine.RuleError)(nil); errors.As(err, &refused) && refused.Code == tables.RefusedChannelTaken {
		err = channelTaken(ctx, r)
	}
	return interaction.AboutGame(g, err)
}

func checkMayOpen(ctx context.Context, r *interaction.Request) error {
	s, err := r.Store.Settings(ctx, r.Guild)
	if err == nil {
		err = r.CheckSeen(ctx)
	}
	if err != nil {
		return err
	}
	parent := table.ParseID[table.ChannelID](interactions.ChannelOf(ctx).Parent)
	return checkAllowed(r, s, parent, func() *discord.Rooms { return r.Rooms(ctx) })
}

// checkAllowed refuses a new game in a channel that the settings do not allow, and a user without
// the role that they require, except a manager. A thread counts as its parent channel. rooms are
// asked for what is gone.
func checkAllowed(
	r *interaction.Request, s store.Settings, parent table.ChannelID, rooms func() *discord.Rooms,
) error {
	allowed := len(s.Channels) == 0 || slices.Contains(s.Channels, r.Channel) || slices.Contains(s.Channels, parent)
	switch {
	case !allowed:
		has := rooms().Has
		there := slices.DeleteFunc(slices.Clone(s.Channels), func(id table.ChannelID) bool { return !has(id) })
		return engine.Refuse(
			refusedNoGamesHere, "", "channels",
			r.Words.List(sentences.ChannelMentions(there), r.Words.Say("list.or")),
		)
	case s.Role != 0 && !r.Manager() && !slices.Contains(r.Interaction.Member.Roles, s.Role.String()):
		return engine.Refuse(refusedNotOpener, "", "role", sentences.RoleMention(s.Role))
	}
	return nil
}

// soloLevel is the level of the computers if the user chooses none. It suits a first game.
const soloLevel = 2

// solo handles /game solo and its button: it opens and starts a game against as many computers as
// it needs. The user has the first seat, to begin at once.
func solo(ctx context.Context, r *interaction.Request) error {
	if c := r.Control(); c.Action == control.Solo {
		maps.Copy(r.Options, interaction.Typed(c.Arg))
	}
	level, err := strconv.Atoi(r.Options["level"])
	if err != nil || level < 1 || level > engine.ComputerLevels {
		level = soloLevel
	}
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	lobby.Order = []table.UserID{r.User}
	return startAlone(ctx, r, g, append([]table.Event{lobby}, computers(r, g.Info().MinSeats-1, level)...))
}

// startAlone opens a table by events, starts its game, and answers with the turn panel. The user is
// ready for a round. One commit does all, so a kill leaves either no table or one to play at.
func startAlone(ctx context.Context, r *interaction.Request, g games.Entry, events []table.Event) error {
	if err := checkMayOpen(ctx, r); err != nil {
		return err
	}
	o := tables.Opening{Game: g.Game, Guild: r.Guild, Channel: r.Channel, By: r.ID, Events: events}
	o.NewThread = wantsThread(ctx, r)
	if o.NewThread { // where the player starts the game
		return openTable(ctx, r, g, o, "", "")
	}
	t, err := o.Table()
	if err != nil {
		return interaction.AboutGame(g, err)
	}
	started, err := tables.SetUp(ctx, r.Tables, r.Guild, t, r.Tables.Deal(t, r.User))
	if err != nil {
		return err
	}
	o.Events = append(o.Events, started...)
	if t, err = o.Table(); err == nil && t.NotReady().Has(t.Seat(r.User)) {
		o.Events = append(o.Events, table.ReadyUp(t.Seat(r.User), r.User, r.Now().UnixMilli()))
	}
	if err := storeOpening(ctx, r, g, o); err != nil {
		return err
	}
	s, err := tables.Announced(ctx, r.Tables, r.Channel, announcedWithin)
	if err != nil {
		return err
	}
	if r.Place == interaction.Elsewhere {
		return pointHome(ctx, r, s)
	}
	return r.ShowPanel(ctx, r, s.ID)
}

// pointHome answers with a link to a new game in the user's direct channel. If Discord refuses its
// messages, there is no game.
func pointHome(ctx context.Context, r *interaction.Request, s tables.Loaded) error {
	if s.Header.LastMessage == 0 && r.Messages.Refused(r.Channel.String()) {
		return cmp.Or(r.Tables.GiveUp(ctx, s.ID, 0), error(engine.Refuse(interaction.RefusedNoDirect, "")))
	}
	r.Answer.Whisper(ctx, &message.Message{Content: r.Words.Say("bot.direct.opened",
		"Game", r.Words.Say(games.Of(s.Table).Info().ID+".name"), "Link", sentences.TableLink(s.Header))})
	return nil
}

// announcedWithin is how long the panel waits for the table's first message, which should stand
// above it. It is shorter than the time after which an answer is deferred.
const announcedWithin = time.Second

// rematch returns the handler of /game rematch and its button; last reads the game that has ended.
// A user who is alone against computers waits for nobody: that game starts at once.
func rematch(last func(*interaction.Request, context.Context) (tables.Loaded, error)) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		s, err := last(r, ctx)
		if err != nil {
			return err
		}
		if r.Control().Arg == control.Stronger {
			r.Options[control.Stronger] = "true"
		}
		if stronger := s.Table.Stronger(); r.Options[control.Stronger] != "" && stronger != nil {
			s.Table = stronger
		}
		if err := checkMayRematch(ctx, r, s.Table); err != nil {
			return interaction.About(s.Table, err)
		}
		g := games.Of(s.Table)
		events := s.Table.Rematch(r.User, r.Now().UnixMilli())
		if s.Table.Solo() {
			return startAlone(ctx, r, g, events)
		}
		return openTable(ctx, r, g, tables.Opening{
			Game: g.Game, Guild: r.Guild, Channel: r.Channel, NewThread: wantsThread(ctx, r), By: r.ID, Events: events,
		}, "bot.rematch.opened", "")
	}
}

// checkMayRematch refuses a rematch of a game that runs or never began, and who did not play it.
func checkMayRematch(ctx context.Context, r *interaction.Request, last *table.Table) error {
	switch {
	case last.Status == table.Lobby || last.Status == table.Running:
		return channelTaken(ctx, r)
	case last.Status != table.Ended && last.State == nil:
		return engine.Refuse(refusedNoRematch, "")
	case last.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	return nil
}

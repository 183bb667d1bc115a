package seats

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord"
	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/handle/turns"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Options of the refused request, and what its button does besides.
const threadOption, endOption, routeOption = "thread", "end", "route"

// channelTaken refuses a second game in a channel. It adds a link to the first, and buttons to go
// on with it, to end it if nobody else plays it, or to open the new one in a thread.
func channelTaken(ctx context.Context, r *interaction.Request) error {
	s, err := r.InChannel(ctx)
	if err != nil {
		return err
	}
	var buttons []discordgo.MessageComponent
	add := func(key string, style discordgo.ButtonStyle, c control.Control) {
		buttons = append(buttons, control.Button(r.Words, "bot.button."+key, style, c))
	}
	if s.Table.Seat(r.User) != 0 && r.Place != interaction.Elsewhere {
		add("go_on_there", discordgo.PrimaryButton, control.At(control.Panel, s.ID, s.Table, ""))
	}
	instead := func(option string, style discordgo.ButtonStyle) {
		options := maps.Clone(r.Options)
		options[option] = "true"
		options[routeOption] = cmp.Or(options[routeOption], r.Route)
		c := control.Control{Action: control.Anew, Table: r.Control.Table, Arg: interaction.AsTyped(options)}
		if slices.Contains(openers, options[routeOption]) && len(c.ID()) <= control.MaxCustomID {
			add("anew_"+option, style, c)
		}
	}
	if playsAlone(s.Table, r.User) {
		instead(endOption, discordgo.DangerButton)
	}
	if r.Place == interaction.OnServer && interaction.Here(ctx) == interaction.InChannel &&
		r.Missing(interaction.InNewThread) == "" {
		instead(threadOption, discordgo.SecondaryButton)
	}
	r.Answer.Beside.Ways = buttons
	return engine.Refuse(tables.RefusedChannelTaken, "", "link", sentences.TableLink(s.Header))
}

// playsAlone reports whether a user is the only person at a table.
func playsAlone(t *table.Table, user table.UserID) bool {
	another := func(p table.Player) bool { return !p.IsComputer() && p.User != user }
	return t.Joined(user) && !slices.ContainsFunc(t.Players, another)
}

// openers are the routes whose request can be taken again with its options.
var openers = []string{
	"game new", "=" + control.New, "game solo", ":" + control.Solo, "game rematch", ":" + control.Rematch,
}

// anew opens the game that channelTaken refused, after the channel's has ended or in a thread.
func anew(ctx context.Context, r *interaction.Request) error {
	maps.Copy(r.Options, interaction.Typed(r.Control.Arg))
	route := r.Options[routeOption]
	if !slices.Contains(openers, route) { // no message of the bot has such a button
		return engine.Refuse(table.RefusedOption, "", "why", "an unknown route")
	}
	s, err := r.InChannel(ctx)
	if err == nil && r.Options[endOption] != "" && playsAlone(s.Table, r.User) {
		// The interaction is noted with the new table: it is committed once.
		_, _, err = r.Tables.Act(ctx, s, 0, func(*table.Table) ([]table.Event, error) {
			return []table.Event{table.Abort(r.User, r.Now().UnixMilli())}, nil
		}, nil)
	}
	if err != nil && engine.RefusalCode(err) != tables.RefusedNoTable {
		return err
	}
	return Routes()[route].Run(ctx, r)
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

// storeOpening opens a table here within the caps, and notes the server's language.
func storeOpening(ctx context.Context, r *interaction.Request, g games.Entry, o tables.Opening) error {
	if err := r.Languages.Keep(ctx, r.Guild, r.GuildLocale()); err != nil {
		return err
	}
	o.Guild, o.Channel, o.By, o.Caps = r.Guild, r.Channel, r.ID, r.Caps()
	o.Parent = table.ParseID[table.ChannelID](interactions.ChannelOf(ctx).Parent)
	err := r.Open(ctx, o)
	if engine.RefusalCode(err) == tables.RefusedChannelTaken {
		err = channelTaken(ctx, r)
	}
	if err != nil {
		r.Answer.Beside.Game = g
	}
	return err
}

func checkMayOpen(ctx context.Context, r *interaction.Request) error {
	s, err := r.Settings(ctx)
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
		return engine.Refuse("no_games_here", "",
			"channels", r.Words.List(sentences.ChannelMentions(there), r.Words.Say("list.or")))
	case s.Role != 0 && !r.Manager() && !slices.Contains(r.Interaction.Member.Roles, s.Role.String()):
		return engine.Refuse("not_opener", "", "role", sentences.RoleMention(s.Role))
	}
	return nil
}

const soloLevel = 2 // of the computers if the user chooses none; it suits a first game

// solo handles /game solo and its button: it opens and starts a game against as many computers as
// it needs. The user has the first seat, to begin at once.
func solo(ctx context.Context, r *interaction.Request) error {
	if c := r.Control; c.Action == control.Solo {
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
	o := tables.Opening{Game: g.Game, Events: events, NewThread: wantsThread(ctx, r)}
	if o.NewThread { // where the player starts the game
		return openTable(ctx, r, g, o, "", "")
	}
	t, err := o.Table()
	if err != nil {
		r.Answer.Beside.Game = g
		return err
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
	return turns.ShowPanel(ctx, r, s.ID)
}

// pointHome answers with a link to a new game in the direct channel, or ends it if that is closed.
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

// sameDeal handles the button that opens a game with the deal of an ended one, for its players in
// their seats. A set-up that chance has made belongs to the deal, and so does what was given.
func sameDeal(ctx context.Context, r *interaction.Request) error {
	t := r.At.Table
	switch {
	case t.Status != table.Ended:
		return engine.Refuse("not_over", "")
	case t.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	var given []engine.Move
	for _, e := range t.Moves {
		if !e.Given && !t.Dealt(e) {
			break
		}
		given = append(given, e.Move)
	}
	return openFork(ctx, r, r.At, t.Players, given)
}

// PlayOut opens an unrated table that goes on from a position of an ended one: after moves that may
// be others than were played there. Where no game can begin, such as within a live round, it goes
// back to where one can. The user gets the seat, or the first in turn if it is 0 or has resigned.
// Computers of a level get the others; at level 0 those who join do. It needs the real store.
func PlayOut(
	ctx context.Context, r *interaction.Request, s tables.Loaded, moves []engine.Move, seat engine.Seat, level int,
) error {
	t := s.Table
	given, turn, err := beginning(t, moves)
	if err != nil {
		return err
	}
	if seat == 0 || slices.Contains(given, engine.ResignMove(seat)) {
		seat = turn.Slice()[0]
	}
	players := make([]table.Player, len(t.Players))
	for i := range players {
		own := engine.Seat(i+1) == seat
		resigned := slices.Contains(given, engine.ResignMove(engine.Seat(i+1)))
		switch {
		case own:
			players[i] = table.Player{User: r.User, Name: r.Name}
		case level != 0 || resigned: // who has resigned has nothing to do
			players[i] = table.Computer(table.ComputerID(i+1, cmp.Or(level, usualLevel)))
		}
	}
	return openFork(ctx, r, s, players, given)
}

// beginning returns the most first moves after which a game may begin, and who is in turn then.
func beginning(t *table.Table, moves []engine.Move) (given []engine.Move, turn engine.SeatSet, err error) {
	for {
		s, _, err := t.Game.Replay(t.Options, t.SeatInfos(), t.Setup, moves)
		if err != nil {
			return nil, 0, err
		}
		begin := len(moves)
		if pace := s.Pace(); pace.Live {
			begin = pace.Since
		}
		if begin == len(moves) && begin > 0 && !engine.MayBegin(s) {
			begin--
		}
		if begin == len(moves) {
			return moves, s.Turn(), nil
		}
		moves = moves[:begin]
	}
}

// openFork opens a table that begins after given moves. Against computers it starts at once.
func openFork(
	ctx context.Context, r *interaction.Request, s tables.Loaded, players []table.Player, given []engine.Move,
) error {
	if err := interaction.MayPlayOn(s.Table); err != nil { // perhaps its rules are older
		return err
	}
	g := games.Of(s.Table)
	events := s.Table.ForkOf(s.ID, players, given, r.User, r.Now().UnixMilli())
	people := slices.DeleteFunc(slices.Clone(players), table.Player.IsComputer)
	if len(people) == 1 {
		return startAlone(ctx, r, g, events)
	}
	return openTable(ctx, r, g, tables.Opening{Game: g.Game, Events: events}, "bot.fork.opened", "")
}

// rematch handles /game rematch and its button. Against computers the game starts at once.
func rematch(ctx context.Context, r *interaction.Request) error {
	if r.Control.Arg == control.Stronger {
		r.Options[control.Stronger] = "true"
	}
	t := r.At.Table
	if stronger := t.Stronger(); r.Options[control.Stronger] != "" && stronger != nil {
		t = stronger
	}
	if err := checkMayRematch(ctx, r, t); err != nil {
		return err
	}
	g := games.Of(t)
	events := t.Rematch(r.User, r.Now().UnixMilli())
	if t.Solo() {
		return startAlone(ctx, r, g, events)
	}
	o := tables.Opening{Game: g.Game, NewThread: wantsThread(ctx, r), Events: events}
	return openTable(ctx, r, g, o, "bot.rematch.opened", "")
}

// checkMayRematch refuses a rematch of a game that runs or never began, and who did not play it.
func checkMayRematch(ctx context.Context, r *interaction.Request, last *table.Table) error {
	switch {
	case last.Status == table.Lobby || last.Status == table.Running:
		return channelTaken(ctx, r)
	case last.Status != table.Ended && last.State == nil:
		return engine.Refuse("no_rematch", "")
	case last.Seat(r.User) == 0:
		return engine.Refuse(interaction.RefusedNotPlayer, "")
	}
	return nil
}

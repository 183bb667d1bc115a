package seats

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/interactions"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// newForm is for /game new without options.
var newForm = interaction.Form{
	Action: control.New, In: interaction.WithPeople, Make: makeNewForm, Take: newGame,
	Wrong: []string{table.RefusedFull, tables.RefusedChannelTaken},
}

// makeNewForm presets the channel's last game. A game's options are in the form of its lobby.
func makeNewForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	if err := checkMayOpen(ctx, r); err != nil {
		return form.Form{}, err
	}
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
			func(id string) string { return r.Words.Say(id + ".name") }, r.ChosenGame(ctx).Info().ID)),
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
		Game: g.Game, NewThread: wantsThread(ctx, r), Forum: forum,
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
		return engine.Refuse("bots_cannot_play", "")
	case member == nil:
		return engine.Refuse("no_member", "", "player", sentences.Mention(r.Words, guest))
	case guest == r.User:
		return engine.Refuse("invite_self", "")
	}
	g, lobby, err := chosenLobby(ctx, r)
	if err != nil {
		return err
	}
	o := tables.Opening{Game: g.Game, Events: []table.Event{lobby}, Guest: guest}
	return openTable(ctx, r, g, o, "bot.game.opened", "")
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
	s, err := r.Settings(ctx)
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
		return 0, engine.Refuse("no_tag", "", "forum", forum.Mention(),
			"name", r.Words.Say(id+".command.name"), "open", r.Words.Say("bot.tag.open"))
	}
	return table.ParseID[table.ChannelID](forum.ID), nil
}

const gameOption = "game"

// tableOptions returns the typed options of /game new that are options of games.
func tableOptions(r *interaction.Request) engine.Options {
	typed := engine.Options{}
	for name, value := range r.Options {
		if ownerOf(name) != nil {
			typed[name] = value
		}
	}
	return typed
}

// ownerOf returns the first game that has an option, nil if none has.
func ownerOf(option string) *engine.Info {
	for _, g := range games.All {
		if hasOption(g.Info(), option) {
			return g.Info()
		}
	}
	return nil
}

func hasOption(in *engine.Info, name string) bool {
	return slices.ContainsFunc(in.Options, func(o engine.OptionInfo) bool { return o.Name == name })
}

// chosenGame returns the game that the user of /game new named, else the one last played in the
// channel, or if that lacks a typed option, the first game that has all.
func chosenGame(ctx context.Context, r *interaction.Request, typed engine.Options) (games.Entry, error) {
	if name := strings.TrimSpace(r.Options[gameOption]); name != "" {
		return gameNamed(r.Words, name)
	}
	return gameWith(typed, gamesByUse(ctx, r)), nil
}

// gameWith returns the first game that has all options, or else the first game.
func gameWith(typed engine.Options, all []games.Entry) games.Entry {
	hasAll := func(g games.Entry) bool { return foreignOption(g.Info(), typed) == "" }
	return all[max(0, slices.IndexFunc(all, hasAll))]
}

// gamesByUse returns all games, the one last played in the channel first.
func gamesByUse(ctx context.Context, r *interaction.Request) []games.Entry {
	last, _ := r.LastGame(ctx)
	others := slices.DeleteFunc(slices.Clone(games.All), func(g games.Entry) bool { return g.Game == last.Game })
	return append([]games.Entry{last}, others...)
}

// gameNamed returns the game with an ID, or else the only one whose name fits the text best.
func gameNamed(w *text.Words, typed string) (games.Entry, error) {
	if g, found := games.Find(typed); found {
		return g, nil
	}
	var names []string
	var fitting []games.Entry
	best := text.NoMatch
	for _, g := range games.All {
		name := w.Say(g.Info().ID + ".name")
		names = append(names, name)
		switch fit := text.Match(name, typed); {
		case strings.EqualFold(name, typed):
			return g, nil
		case fit < best:
			best, fitting = fit, []games.Entry{g}
		case fit == best:
			fitting = append(fitting, g)
		}
	}
	if best == text.NoMatch || len(fitting) > 1 {
		return games.Entry{}, engine.Refuse("no_game", "", "typed", typed, "games", w.List(names))
	}
	return fitting[0], nil
}

// foreignOption returns the first option, in name order, that a game lacks, "" if it has all.
func foreignOption(in *engine.Info, options engine.Options) string {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if !hasOption(in, name) {
			return name
		}
	}
	return ""
}

// refuseForeign says which game has an option, and what options the chosen game has.
func refuseForeign(r *interaction.Request, in *engine.Info, option string) error {
	owner := ownerOf(option)
	title := func(in *engine.Info, name string) string { return r.Words.Say(in.ID + ".option." + name + ".name") }
	own := text.Each(in.Options, func(o engine.OptionInfo) string { return title(in, o.Name) })
	return engine.Refuse("foreign_option", "", "option", title(owner, option), "owner", r.Words.Say(owner.ID+".name"),
		"game", r.Words.Say(in.ID+".name"), "options", r.Words.List(own))
}

// optionValues replaces the names of options' values by the values. Other texts stay.
func optionValues(r *interaction.Request, in *engine.Info, typed engine.Options) engine.Options {
	options := maps.Clone(typed)
	for _, o := range in.Options {
		for _, value := range sentences.MenuValues(o) {
			if strings.EqualFold(sentences.OptionValue(r.Words, in, o, value), strings.TrimSpace(typed[o.Name])) {
				options[o.Name] = value
			}
		}
	}
	return options
}

// suggestNew completes the game of /game new, and its options. Other games' options get no values.
func suggestNew(ctx context.Context, r *interaction.Request, o *interaction.Offer) {
	if r.Focused == gameOption {
		for _, g := range gamesByUse(ctx, r) {
			o.Add(r.Words.Say(g.Info().ID+".name"), g.Info().ID)
		}
		return
	}
	given := tableOptions(r)
	delete(given, r.Focused)
	if g, err := chosenGame(ctx, r, given); err == nil {
		*o = offeredValues(r, g.Info())
	}
}

// offeredValues returns the values of the option that the user types, none if the game lacks it.
func offeredValues(r *interaction.Request, in *engine.Info) interaction.Offer {
	offer := interaction.Offer{Typed: r.Options[r.Focused]}
	for _, o := range in.Options {
		if o.Name != r.Focused {
			continue
		}
		for _, value := range sentences.MenuValues(o) {
			offer.Add(sentences.OptionValue(r.Words, in, o, value), value)
		}
	}
	return offer
}

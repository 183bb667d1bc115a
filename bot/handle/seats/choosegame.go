package seats

import (
	"context"
	"maps"
	"slices"
	"strings"

	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
)

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

// gameNamed returns the game with an ID, or else the one game whose name fits the text best. It
// refuses a text that fits no game or several.
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
		return games.Entry{}, engine.Refuse(refusedNoGame, "", "typed", typed, "games", w.List(names))
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
	var own []string
	for _, o := range in.Options {
		own = append(own, title(in, o.Name))
	}
	return engine.Refuse(refusedForeignOption, "", "option", title(owner, option), "owner", r.Words.Say(owner.ID+".name"),
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

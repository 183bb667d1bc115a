package settings

import (
	"context"
	"slices"
	"strconv"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/store"
)

// invitesForm chooses the games of which the user wants to know new lobbies on this server.
var invitesForm = interaction.Form{Action: control.Invites, Make: makeInvitesForm, Take: invites}

const gamesInput = "games"

func makeInvitesForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	p, err := r.Store.Preferences(ctx, r.User)
	var all []form.Option
	for _, id := range games.IDs() {
		all = append(all, form.Option{
			Label: r.Words.Say(id + ".name"), Value: id, Default: slices.Contains(p.Invites[r.Guild], id),
		})
	}
	return form.Form{Title: r.Words.Say("bot.form.invites.title"), Fields: []form.Field{
		form.Checks(gamesInput, r.Words.Say("bot.form.invites.games"), r.Words.Say("bot.form.invites.when"), all),
	}}, err
}

// invites handles the form. It changes the settings first, so that the store finds the user in them
// as long as the preferences have a game.
func invites(ctx context.Context, r *interaction.Request) error {
	chosen := slices.DeleteFunc(games.IDs(), func(id string) bool { return r.Options[id] != "true" })
	err := r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		if !s.Invite(r.User, len(chosen) > 0) {
			return engine.Refuse(refusedTooManyInvited, "", "max", strconv.Itoa(store.MaxInvited))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return own(func(r *interaction.Request, p *store.Preferences) error {
		wishes.Invite(p, r.Guild, chosen)
		return nil
	}, invitesText)(ctx, r)
}

func invitesText(r *interaction.Request, p *store.Preferences) string {
	var names []string
	for _, id := range p.Invites[r.Guild] {
		names = append(names, r.Words.Say(id+".name"))
	}
	key := "bot.find.on"
	switch {
	case len(names) == 0:
		return r.Words.Say("bot.find.off")
	case p.Pings.When == store.PingNever:
		key = "bot.find.never"
	}
	return r.Words.Say(key, "Games", r.Words.List(names, r.Words.Say("list.or")))
}

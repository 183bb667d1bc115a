package settings

import (
	"context"
	"slices"
	"strconv"

	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/engine"
	"amytis/store"
)

// invitesForm chooses the games of which the user wants to know new lobbies on this server.
var invitesForm = interaction.Form{Action: control.Invites, Make: makeInvitesForm, Take: invites}

const gamesInput = "games"

func makeInvitesForm(ctx context.Context, r *interaction.Request) (form.Form, error) {
	p, err := r.Store.Preferences(ctx, r.User)
	var all []form.Option
	for _, g := range games.All {
		id := g.Info().ID
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
	var chosen, names []string
	for _, g := range games.All {
		if id := g.Info().ID; r.Options[id] == "true" {
			chosen, names = append(chosen, id), append(names, r.Words.Say(id+".name"))
		}
	}
	err := r.Store.ChangeSettings(ctx, r.Guild, func(s *store.Settings) error {
		if !s.Invite(r.User, len(chosen) > 0) {
			return engine.Refuse(refusedTooManyInvited, "", "max", strconv.Itoa(store.MaxInvited))
		}
		return nil
	})
	if err != nil {
		return err
	}
	var after store.Preferences
	err = r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		p.Invite(r.Guild, chosen)
		after = *p
		return nil
	})
	if err != nil {
		return err
	}
	content := r.Words.Say("bot.find.off")
	switch {
	case len(chosen) > 0 && after.Pings.When == store.PingNever:
		content = r.Words.Say("bot.find.never", "Games", r.Words.List(names, r.Words.Say("list.or")))
	case len(chosen) > 0:
		content = r.Words.Say("bot.find.on", "Games", r.Words.List(names, r.Words.Say("list.or")))
	}
	r.Answer.InPlace(ctx, &message.Message{Content: content})
	return nil
}

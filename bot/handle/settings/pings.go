package settings

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/discord/commands"
	"amytis/bot/discord/control"
	"amytis/bot/discord/form"
	"amytis/bot/discord/message"
	"amytis/bot/discord/rest"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/games"
	"amytis/bot/play/wishes"
	"amytis/engine"
	"amytis/store"
)

// pings is for /me pings: when and how the user is pinged.
func pings(r *interaction.Request, p *store.Preferences) error {
	choosePings(&p.Pings, r.Options)
	return nil
}

// tryDirect returns the handler that also sends a direct message to a user who chooses them in
// another place. If Discord refuses it, the user learns that at once.
func tryDirect(h interaction.Handler) interaction.Handler {
	return func(ctx context.Context, r *interaction.Request) error {
		err := h(ctx, r)
		if err != nil || r.Options["how"] != commands.PingDirect || r.Place == interaction.Direct {
			return err
		}
		_, err = r.Messages.Direct(ctx, r.User.String(), &message.Message{Content: r.Words.Say("bot.direct.hello")}, r.ID.String())
		if errors.Is(err, rest.ErrNoDirect) {
			r.Answer.Also(ctx, &message.Message{Content: "⚠️ " + r.Words.Say("table.refused.no_direct")}, false)
		} else if err != nil {
			r.Log.Warn("trying a direct message", slog.Any("user", r.User), slog.Any("err", err))
		}
		return nil
	}
}

// choosePings changes p by the valid options. An hour alone chooses the daily summary.
func choosePings(p *store.Pings, options map[string]string) {
	when := options["when"]
	hour, err := strconv.Atoi(options["hour"])
	switch delay, _ := strconv.Atoi(when); {
	case when == commands.PingAtOnce:
		p.When, p.After = store.PingAtOnce, 0
	case when == commands.PingNever:
		p.When, p.After = store.PingNever, 0
	case slices.Contains(commands.PingDelays, delay):
		p.When, p.After = store.PingLater, delay
	case when == commands.PingDaily, when == "" && err == nil:
		if p.When != store.PingDaily {
			p.Hour = defaultHour
		}
		p.When, p.After = store.PingDaily, 0
	}
	if err == nil && hour >= 0 && hour <= 23 {
		p.Hour = hour
	}
	switch options["how"] {
	case commands.PingByMention:
		p.Direct = false
	case commands.PingDirect:
		p.Direct = true
	}
	if next, ok := options["next"]; ok {
		p.Next = next == "true"
	}
}

const defaultHour = 8

func pingsText(r *interaction.Request, p *store.Preferences) string {
	if p.Pings.When == store.PingNever {
		return r.Words.Say("bot.pings.never")
	}
	setting := "at_once"
	if p.Pings.When == store.PingLater {
		setting = strconv.Itoa(p.Pings.After)
	}
	lines := []string{r.Words.Say("bot.pings.setting." + setting)}
	if p.Pings.When == store.PingDaily {
		lines[0] = r.Words.Say("bot.pings.daily",
			"Hour", clockHour(p.Pings.Hour), "Zone", zoneText(p), "Now", clockThere(r, wishes.Location(p)))
	}
	how, next := "mention", "next_off"
	if p.Pings.Direct {
		how = "direct"
	}
	if p.Pings.When != store.PingDaily || p.Pings.Next {
		lines = append(lines, r.Words.Say("bot.pings."+how))
	}
	if p.Pings.Next {
		next = "next_on"
	}
	lines = append(lines, r.Words.Say("bot.pings."+next), r.Words.Say("bot.pings.look"))
	return strings.Join(lines, "\n")
}

// invitesForm chooses the games of which the user wants to know new lobbies on this server.
var invitesForm = interaction.Form{Action: control.Invites, In: interaction.WithPeople, Make: makeInvitesForm, Take: invites}

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

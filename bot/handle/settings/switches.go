package settings

import (
	"amytis/bot/handle/interaction"
	"amytis/store"
)

// textBoards is for /me text. Without the option it changes nothing.
func textBoards(r *interaction.Request, p *store.Preferences) error {
	if chosen, given := r.Options["on"]; given {
		p.Text = chosen == "true"
	}
	return nil
}

func textBoardsText(r *interaction.Request, p *store.Preferences) string {
	if p.Text {
		return r.Words.Say("bot.textboard.on")
	}
	return r.Words.Say("bot.textboard.off")
}

// forcedSteps is for /me auto. Without the option it changes nothing.
func forcedSteps(r *interaction.Request, p *store.Preferences) error {
	if chosen, given := r.Options["on"]; given {
		p.Manual = chosen != "true"
	}
	return nil
}

func forcedStepsText(r *interaction.Request, p *store.Preferences) string {
	if p.Manual {
		return r.Words.Say("bot.forced.off")
	}
	return r.Words.Say("bot.forced.on")
}

// private is for /me private. Without the option it changes nothing.
func private(r *interaction.Request, p *store.Preferences) error {
	if chosen, given := r.Options["hide"]; given {
		p.Private = chosen == "true"
	}
	return nil
}

func privateText(r *interaction.Request, p *store.Preferences) string {
	if p.Private {
		return r.Words.Say("bot.profile.hidden")
	}
	return r.Words.Say("bot.profile.shown")
}

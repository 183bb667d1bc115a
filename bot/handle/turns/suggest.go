package turns

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/interactions"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/games"
	"amytis/bot/say/sentences"
)

// suggestMove completes an option of a game's command. It offers legal values that fit the other
// options, the best first, and none if it is not the user's turn in this game.
func suggestMove(ctx context.Context, r *interaction.Request, g games.Entry, sub choice.Subcommand) error {
	s, err := r.Table(ctx)
	if err != nil || s.Table.Game.Info().ID != g.Info().ID || !s.Table.Turn().Has(s.Table.Seat(r.User)) {
		r.Answer.Respond(ctx, interactions.Choices())
		return nil
	}
	typed := r.Options[r.Focused]
	given := make(map[string]string, len(r.Options))
	for name, value := range r.Options {
		if name != r.Focused {
			given[name] = value
		}
	}
	var choices []*discordgo.ApplicationCommandOptionChoice
	legal := r.Rankings.Of(s.ID, s.Table, s.Table.Seat(r.User))
	for _, v := range choice.BestValues(s.Table, legal, sub, given, r.Focused, typed, control.MaxChoices) {
		hint := sentences.RankedHint(r.Words, legal, s.Table, v.Move)
		choices = append(choices, control.Choice(sentences.ChoiceName(v, hint), v.Text))
	}
	r.Answer.Respond(ctx, interactions.Choices(choices...))
	return nil
}

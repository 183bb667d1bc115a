// Package reviewpages shows what the strongest computer finds about a game that is over: the
// chances to win, how accurate each player was, and key moments with a better turn and its reason.
// bot/background/reviewqueue searches.
package reviewpages

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/reviewqueue"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/store"
)

// pages answer with what a reviewer finds.
type pages struct{ *reviewqueue.Reviewer }

// Routes returns the handlers by route. The reviewer must run.
func Routes(rv *reviewqueue.Reviewer) interaction.Routes {
	p := pages{rv}
	return interaction.Routes{
		"review":               {Handle: p.command, About: (*interaction.Request).PastGame},
		"@Review":              {Handle: p.command, About: (*interaction.Request).OfMessage},
		"?review":              {Handle: interaction.Offering(interaction.SuggestPastGames)},
		":" + control.Review:   {Handle: p.press},
		":" + control.Reviewed: {Handle: p.pressMoment},
	}
}

// command handles the commands for the review of a game.
func (p pages) command(ctx context.Context, r *interaction.Request) error {
	public, w := r.Audience(ctx, r.At.Table)
	return p.show(ctx, r, w, func(ctx context.Context, m *message.Message) { r.Answer.Show(ctx, m, public) })
}

// press handles the buttons that show a review.
func (p pages) press(ctx context.Context, r *interaction.Request) error {
	return p.show(ctx, r, r.Words, r.Answer.InPlace)
}

// tokenTime is how long a review can replace an answer. Discord takes the token for 15 minutes.
// https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages
const tokenTime = 14 * time.Minute

// show answers with the review of a game, or how far it is. The review then replaces this answer.
func (p pages) show(
	ctx context.Context, r *interaction.Request, w *text.Words, answer func(context.Context, *message.Message),
) error {
	s := r.At
	if err := mayReview(s.Table); err != nil {
		return err
	}
	found, err := opened(ctx, r, s.ID)
	if err != nil {
		return err
	}
	if found != nil {
		m, err := overview(ctx, r, w, s, found)
		if err != nil {
			return err
		}
		answer(ctx, m)
		return nil
	}
	j, err := p.Ask(s)
	if errors.Is(err, reviewqueue.ErrBusy) {
		return engine.Refuse("review_busy", "")
	}
	answer(ctx, waiting(w, s, j))
	if message, sent := r.Answer.Sent(); sent {
		until := r.Now().Add(tokenTime)
		j.Then(ctx, message, func(ctx context.Context, found *review.Review, err error) {
			if r.Now().Before(until) {
				r.Answer.Edit(ctx, done(ctx, r, w, s, found, err))
			}
		})
	}
	return nil
}

// opened returns the review of a game, nil for none yet. It notes that the user knows it.
func opened(ctx context.Context, r *interaction.Request, id table.ID) (*review.Review, error) {
	err := r.Store.ChangePreferences(ctx, r.User, func(p *store.Preferences) error {
		p.Reviewed = append(slices.DeleteFunc(p.Reviewed, func(other table.ID) bool { return other == id }), id)
		p.Reviewed = p.Reviewed[max(0, len(p.Reviewed)-50):] // the latest
		return nil
	})
	if err != nil {
		return nil, err
	}
	return reviewqueue.Stored(ctx, r.Store, id)
}

// mayReview refuses a running game, because a review gives hints, and a game without an end.
func mayReview(t *table.Table) error {
	switch t.Status {
	case table.Ended:
		return nil
	case table.Running:
		return engine.Refuse("review_running", "")
	case table.Abandoned:
		return engine.Refuse("review_stopped", "")
	}
	return engine.Refuse(table.RefusedNotStarted, "")
}

func waiting(w *text.Words, s tables.Loaded, j *reviewqueue.Job) *message.Message {
	game := w.Say(s.Table.Game.Info().ID + ".name")
	said := w.Say("bot.review.wait", "Game", game, "Percent", j.Percent())
	if ahead := j.Ahead(); ahead > 0 {
		said = w.Say("bot.review.queue", "Game", game, "Count", ahead)
	}
	return &message.Message{Content: said, Components: showAgain(w, s)}
}

func showAgain(w *text.Words, s tables.Loaded) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{control.Row(showButton(w, s, discordgo.PrimaryButton))}
}

func showButton(w *text.Words, s tables.Loaded, style discordgo.ButtonStyle) discordgo.Button {
	return control.Button(w, "bot.button.show_review", style, control.At(control.Review, s.ID, s.Table, ""))
}

// done returns the review, or says that it failed.
func done(
	ctx context.Context, r *interaction.Request, w *text.Words, s tables.Loaded, found *review.Review, err error,
) *message.Message {
	if err == nil {
		var m *message.Message
		if m, err = overview(ctx, r, w, s, found); err == nil {
			return m
		}
		_ = r.Answer.Explain(s.Table, err) // logs it
	}
	game := w.Say(s.Table.Game.Info().ID + ".name")
	return &message.Message{Content: w.Say("bot.review.failed", "Game", game), Components: showAgain(w, s)}
}

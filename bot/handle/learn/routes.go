// Package learn has the handlers of guided first games. A lesson's table is in no channel and not
// in the store: it is made from the lesson's data and the learner's step, which the store keeps.
// The handlers of turns show it to the learner as any other table.
package learn

import (
	"cmp"
	"context"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/lessons"
)

func Routes() interaction.Routes {
	return interaction.Routes{
		"learn":                  command,
		":" + control.Learn:      pressLearn,
		":" + control.LessonNext: pressNext,
		":" + control.LessonOver: pressOver,
	}
}

// Enter turns a press at a lesson's table to that table; see visit. It changes no other request.
func Enter(r *interaction.Request) {
	if r.Interaction.Type != discordgo.InteractionMessageComponent {
		return
	}
	if l, found := lessons.WithID(r.Control().Table); found {
		newVisit(r, l)
	}
}

// command handles /learn. The game is the chosen one, else the channel's, else the first.
func command(ctx context.Context, r *interaction.Request) error {
	last, _ := r.LastGame(ctx)
	return open(ctx, r, cmp.Or(r.Options["game"], last.Info().ID))
}

func pressLearn(ctx context.Context, r *interaction.Request) error {
	return open(ctx, r, r.Control().Arg)
}

// open shows the learner's step in the lesson of a game, or in the first lesson.
func open(ctx context.Context, r *interaction.Request, game string) error {
	l, found := lessons.Of(game)
	if !found {
		l = lessons.All()[0]
	}
	newVisit(r, l)
	return r.ShowPanel(ctx, r, l.ID())
}

// pressNext ends a step that is only read. Its button names the step: a second press does nothing.
func pressNext(ctx context.Context, r *interaction.Request) error {
	return turnTo(ctx, r, func(l *lessons.Lesson, at int) int {
		if l.Steps[at].Name == r.Control().Arg && l.Steps[at].Move == "" && !l.Last(at) {
			return at + 1
		}
		return at
	})
}

func pressOver(ctx context.Context, r *interaction.Request) error {
	return turnTo(ctx, r, func(*lessons.Lesson, int) int { return 0 })
}

// turnTo goes on to another step of the pressed message's lesson, and shows it.
func turnTo(ctx context.Context, r *interaction.Request, to func(l *lessons.Lesson, at int) int) error {
	l, found := lessons.WithID(r.Control().Table)
	if !found {
		return open(ctx, r, "")
	}
	v := newVisit(r, l)
	if err := v.turnTo(ctx, func(at int) (int, error) { return to(l, at), nil }); err != nil {
		return err
	}
	return r.UpdatePanel(ctx, r, l.ID(), "")
}

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
	"amytis/bot/handle/learn/lessons"
	"amytis/engine/table"
)

type ShowPanel func(ctx context.Context, r *interaction.Request, id table.ID) error

// School gives lessons. Show answers with a turn panel in a new message, Update in the pressed one.
type School struct {
	Show, Update ShowPanel
}

func (s *School) Routes() interaction.Routes {
	return interaction.Routes{
		"learn":                  s.command,
		":" + control.Learn:      s.pressLearn,
		":" + control.LessonNext: s.pressNext,
		":" + control.LessonOver: s.pressOver,
	}
}

// Enter turns a press at a lesson's table to that table; see visit. It changes no other request.
func (s *School) Enter(r *interaction.Request) {
	if r.Interaction.Type != discordgo.InteractionMessageComponent {
		return
	}
	if l, found := lessons.WithID(r.Control().Table); found {
		s.visit(r, l)
	}
}

// command handles /learn. The game is the chosen one, else the channel's, else the first.
func (s *School) command(ctx context.Context, r *interaction.Request) error {
	return s.open(ctx, r, cmp.Or(r.Options["game"], r.LastGame(ctx).Info().ID))
}

func (s *School) pressLearn(ctx context.Context, r *interaction.Request) error {
	return s.open(ctx, r, r.Control().Arg)
}

// open shows the learner's step in the lesson of a game, or in the first lesson.
func (s *School) open(ctx context.Context, r *interaction.Request, game string) error {
	l, found := lessons.Of(game)
	if !found {
		l = lessons.All()[0]
	}
	s.visit(r, l)
	return s.Show(ctx, r, l.ID())
}

// pressNext ends a step that is only read. Its button names the step: a second press does nothing.
func (s *School) pressNext(ctx context.Context, r *interaction.Request) error {
	return s.turnTo(ctx, r, func(l *lessons.Lesson, at int) int {
		if l.Steps[at].Name == r.Control().Arg && l.Steps[at].Move == "" && !l.Last(at) {
			return at + 1
		}
		return at
	})
}

func (s *School) pressOver(ctx context.Context, r *interaction.Request) error {
	return s.turnTo(ctx, r, func(*lessons.Lesson, int) int { return 0 })
}

// turnTo goes on to another step of the pressed message's lesson, and shows it.
func (s *School) turnTo(
	ctx context.Context, r *interaction.Request, to func(l *lessons.Lesson, at int) int,
) error {
	l, found := lessons.WithID(r.Control().Table)
	if !found {
		return s.open(ctx, r, "")
	}
	v := s.visit(r, l)
	if err := v.turnTo(ctx, func(at int) (int, error) { return to(l, at), nil }); err != nil {
		return err
	}
	return s.Update(ctx, r, l.ID())
}

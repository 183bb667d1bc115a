package bot

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// The cursor: a piece that is not placed yet is moved about on the player's own
// board by buttons, and shown there as a ghost. All that it is lies in the
// controls: the move as it would be written, and what a button does to it.

// cursorStep is a button of the cursor: one step along an axis.
type cursorStep struct {
	// op is the button's part of a control's argument.
	op   string
	axis engine.Axis
	by   int
	key  string // of its label
}

// cursorSteps by row, in the order in which they are shown.
var cursorSteps = [][]cursorStep{
	{
		{"w", engine.AxisEast, -1, "bot.cursor.west"},
		{"s", engine.AxisNorth, -1, "bot.cursor.south"},
		{"n", engine.AxisNorth, 1, "bot.cursor.north"},
		{"e", engine.AxisEast, 1, "bot.cursor.east"},
		{"t", engine.AxisTurn, 1, "bot.cursor.turn"},
	},
	{
		{"u", engine.AxisLevel, 1, "bot.cursor.up"},
		{"d", engine.AxisLevel, -1, "bot.cursor.down"},
		{"o", engine.AxisOpen, 1, "bot.cursor.open"},
		{"p", engine.AxisPiece, 1, "bot.cursor.piece"},
		{"z", engine.AxisZone, 1, "bot.cursor.zone"},
	},
}

// nextLegal is the operation that jumps to the next legal place.
const nextLegal = "l"

func (r *request) cursorButton(s seen, sub subcommand, verb *engine.VerbInfo) discordgo.MessageComponent {
	in := s.table.Game.Info()
	label := r.words.Say("bot.cursor.open_it", "What", buttonWord(r.words, in.ID, sub.name))
	return discordgo.Button{
		Label: text.Cut(label, maxLabel), Style: discordgo.PrimaryButton,
		CustomID: control{actCursor, s.id, s.table.Version, nextLegal + " " + verb.Name}.id(),
	}
}

// pressCursor moves the ghost and shows it.
func (r *request) pressCursor(ctx context.Context) error {
	s, g, seat, err := r.atControl(ctx)
	if err != nil {
		return err
	}
	op, text, _ := strings.Cut(r.control().Arg, " ")
	verb, _, begun := strings.Cut(text, " ")
	spots := r.spots(g, s, seat, verb)
	if len(spots) == 0 {
		return errMovedOn
	}
	ghost := spots[0]
	if begun {
		if ghost, err = g.ParseMove(seat.String() + " " + text); err != nil {
			return about(s.table, err)
		}
		ghost = afterPress(s.table, ghost, op, spots)
	}
	r.answerInPlace(ctx, r.cursor(ctx, g, s, ghost, spots))
	return nil
}

// spots are the legal moves of a verb, the best first.
func (r *request) spots(g games.Entry, s seen, seat engine.Seat, verb string) []engine.Move {
	return best(g.Info(), r.rankings.of(s.id, s.table, seat), subcommand{verbs: []engine.Verb{g.Info().Verb(verb)}})
}

// afterPress is the ghost after a button.
func afterPress(t *table.Table, ghost engine.Move, op string, spots []engine.Move) engine.Move {
	if op == nextLegal {
		if at := slices.Index(spots, ghost); at >= 0 {
			return spots[(at+1)%len(spots)]
		}
		return nearest(t.Game, spots, ghost)
	}
	for _, row := range cursorSteps {
		for _, step := range row {
			if step.op == op {
				ghost, _ = t.State.Aim(ghost, step.axis, step.by)
			}
		}
	}
	return ghost
}

// nearest is the move that is written most like another.
func nearest(g engine.Game, moves []engine.Move, to engine.Move) engine.Move {
	text := string(g.AppendMove(nil, to)[2:])
	best, most := moves[0], -1
	for _, m := range moves {
		if n := common(string(g.AppendMove(nil, m)[2:]), text); n > most {
			best, most = m, n
		}
	}
	return best
}

// common is how many words two texts share, place by place.
func common(a, b string) int {
	left, right := strings.Fields(a), strings.Fields(b)
	n := 0
	for i := range min(len(left), len(right)) {
		n += maxTyped * alike(left[i], right[i])
		if left[i] == right[i] {
			n += maxTyped * maxTyped
		}
	}
	return n
}

// cursor shows a ghost: the picture, whether it may lie there and why not, and
// the buttons that change it.
func (r *request) cursor(ctx context.Context, g games.Entry, s seen, ghost engine.Move, spots []engine.Move) *session.Message {
	in := g.Info()
	_, err := s.table.State.Apply(ghost)
	m := &session.Message{Content: r.ghostText(g, s.table, ghost, err), Components: r.cursorControls(g, s, ghost, err == nil, spots)}
	r.studio.attach(ctx, r.words, m, s.id, s.table, shot{
		view: in.VerbInfo(ghost.Verb).AimView, seat: ghost.Seat, asker: ghost.Seat, scale: render.Phone,
		ghost: render.Ghost{Move: ghost, Legal: err == nil},
	})
	return m
}

// ghostText says what the ghost is, and what it would do or why it may not.
func (r *request) ghostText(g games.Entry, t *table.Table, ghost engine.Move, err error) string {
	content := "👻 `" + spelled(r.words, t.Game.Info(), ghost) + "`\n"
	if err != nil {
		return content + strings.Replace(r.explain(g, t, err), "⛔", "❌", 1)
	}
	return content + strings.TrimSpace("✅ "+r.words.Say("bot.cursor.fits")+" "+hint(r.words, t, ghost))
}

// cursorControls are the buttons that change a ghost, those disabled that would
// do nothing, and the one that places it.
func (r *request) cursorControls(g games.Entry, s seen, ghost engine.Move, legal bool, spots []engine.Move) []discordgo.MessageComponent {
	text := string(g.AppendMove(nil, ghost)[2:])
	at := func(op string) control { return control{actCursor, s.id, s.table.Version, op + " " + text} }
	axes := g.Info().VerbInfo(ghost.Verb).Axes
	var rows []discordgo.MessageComponent
	for _, steps := range cursorSteps {
		var row []discordgo.MessageComponent
		for _, step := range steps {
			if slices.Contains(axes, step.axis) {
				b := button(r.words, step.key, discordgo.SecondaryButton, at(step.op))
				_, there := s.table.State.Aim(ghost, step.axis, step.by)
				b.Disabled = !there
				row = append(row, b)
			}
		}
		if len(row) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: row})
		}
	}
	next := button(r.words, "bot.cursor.next", discordgo.PrimaryButton, at(nextLegal))
	next.Disabled = legal && len(spots) == 1
	place := button(r.words, "bot.cursor.place", discordgo.SuccessButton, control{actMove, s.id, s.table.Version, text})
	place.Disabled = !legal
	return append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{next, place, r.backButton(s)}})
}

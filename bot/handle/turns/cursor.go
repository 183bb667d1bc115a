package turns

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
)

// cursor is a panel with a ghost: a move that is not played yet.
type cursor struct {
	*panel
	ghost engine.Move
}

// opener opens the cursor for the ghost's verb, of a subcommand.
func (c cursor) opener(sub choice.Subcommand) discordgo.Button {
	label := c.Words.Say("bot.cursor.open_it", "What", sentences.ButtonWord(c.Words, c.in.ID, sub.Name))
	open := c.at(control.Cursor, choice.NextLegal+" "+c.in.VerbInfo(c.ghost.Verb).Name)
	return control.Labelled(c.pointedSub(sub, label), discordgo.SecondaryButton, open, c.icon(c.ghost))
}

// pressCursor handles the buttons that change the ghost.
func (p press) pressCursor(ctx context.Context) error {
	op, text, _ := strings.Cut(cmp.Or(p.Chosen(), p.Control.Arg), " ")
	verb, _, begun := strings.Cut(text, " ")
	c := cursor{p.panel, engine.Move{Verb: p.in.Verb(verb)}}
	if len(c.spots()) == 0 {
		return errOutdated
	}
	ghost, err := choice.ParseMove(p.t.Game, p.seat, text)
	switch {
	case !begun:
		c = c.first(c.best()[0])
		err = p.CountUse(ctx, func(p *store.Preferences) *int { return &p.Aimed })
	case err == nil:
		c.ghost = choice.MoveCursor(p.t, p.legal(), ghost, op)
	}
	if err != nil {
		return err
	}
	p.show(ctx, c.view(ctx, ""), p.Answer.InPlace)
	return nil
}

// first returns the cursor where it begins: at a lesson's or the planned move, or else otherwise.
func (c cursor) first(otherwise engine.Move) cursor {
	spots := c.best()
	if slices.Contains(spots, c.guide.Move) {
		return cursor{c.panel, c.guide.Ghost}
	}
	if m := c.plannedNext(); slices.Contains(spots, m) {
		return cursor{c.panel, m}
	}
	return cursor{c.panel, otherwise}
}

func (c cursor) view(ctx context.Context, note string) view {
	m := c.message(ctx)
	m.Content = text.Lines(c.liveNote(note), m.Content)
	_, blocked := c.t.State.Apply(c.ghost)
	return view{m, func(now *panel, ctx context.Context) *message.Message {
		c.panel = now
		if now.t.Round.Waiting || len(c.spots()) == 0 {
			return now.redrawn(ctx)
		}
		if _, err := now.t.State.Apply(c.ghost); err != nil && blocked == nil { // by others
			c.ghost = choice.MoveCursor(now.t, now.legal(), c.ghost, choice.NextLegal)
		}
		m := c.message(ctx)
		m.Content = text.Lines(now.lastMove(), m.Content)
		return m
	}}
}

// spots returns the legal moves of the ghost's verb.
func (c cursor) spots() []engine.Move {
	return c.legal().MovesOf(choice.Subcommand{Verbs: []engine.Verb{c.ghost.Verb}})
}

// best is spots, the best first.
func (c cursor) best() []engine.Move {
	return c.legal().Best(choice.Subcommand{Verbs: []engine.Verb{c.ghost.Verb}})
}

// message returns the message with a ghost: picture, effect or why it is illegal, buttons.
func (c cursor) message(ctx context.Context) *message.Message {
	_, err := c.t.State.Apply(c.ghost)
	m := &message.Message{Content: c.belowGuide(c.text(err)), Components: c.controls(err == nil)}
	c.Answer.AddRule(m, c.s.ID, c.t, err)
	c.attach(ctx, m, pictures.Request{
		View: c.in.VerbInfo(c.ghost.Verb).AimView, Seat: c.seat, Asker: c.seat,
		Ghost: render.Ghost{Move: c.ghost, Legal: err == nil},
	})
	return m
}

// text tells the ghost's move and effect, or why it is illegal, and at first what the buttons do.
func (c cursor) text(err error) string {
	var fits string
	if err != nil {
		fits = strings.Replace(c.Answer.Explain(c.t, err), "⛔", "❌", 1)
	} else {
		fits = "✅ " + c.Words.Pair(c.Words.Say("bot.cursor.fits"), sentences.Hint(c.Words, c.t, c.ghost))
	}
	turns := slices.ContainsFunc(c.in.Steps[0], func(step engine.Step) bool {
		return !c.in.Reversible(step.Axis) && c.leads(step)
	})
	how := c.Words.Say(c.in.ID+".aim", "Verb", c.in.VerbInfo(c.ghost.Verb).Name, "Turns", turns,
		"Known", c.prefs.Aimed > interaction.Explained && !c.prefs.Text)
	return text.Lines("👻 **"+sentences.Spelled(c.Words, c.t, c.ghost)+"**", fits, how)
}

// goesOn reports whether the player can place another piece of the same kind after the ghost.
func (c cursor) goesOn() bool {
	after, err := c.t.State.Apply(c.ghost)
	if err != nil || !after.Turn().Has(c.seat) {
		return false
	}
	legal := after.Legal(c.seat, nil)
	return slices.ContainsFunc(legal, func(next engine.Move) bool { return next.Verb == c.ghost.Verb })
}

// pressPlaceOn handles the button that places the ghost and goes on with another such piece.
func (p press) pressPlaceOn(ctx context.Context) error {
	m, err := choice.ParseMove(p.t.Game, p.seat, p.Control.Arg)
	if err != nil {
		return err
	}
	return p.playPressed(ctx, m, cursorAfter)
}

// cursorAfter returns the cursor for another such piece beside m, or else the turn panel.
func cursorAfter(p *panel, ctx context.Context, m engine.Move, note string) view {
	c := cursor{p, m}
	spots := c.best()
	if len(spots) == 0 || p.seat != m.Seat {
		return p.view(ctx, note)
	}
	return c.first(choice.Beside(p.t, m, spots)).view(ctx, note)
}

// controls returns the buttons that change and place a ghost, and a menu with what is rarely
// needed. The first steps of the game are buttons without words, disabled without an effect.
func (c cursor) controls(legal bool) []discordgo.MessageComponent {
	text := choice.FormatMove(c.t.Game, c.ghost)
	place := c.button("bot.cursor.place", discordgo.SuccessButton, control.Move, text)
	place.Disabled = !legal
	place.Label = c.pointed(c.ghost, place.Label)
	if wanted := c.guide.Move; wanted != (engine.Move{}) && wanted != c.ghost {
		place.Style = discordgo.SecondaryButton
	}
	next := c.button("bot.cursor.next", discordgo.SecondaryButton, control.Cursor, choice.NextLegal+" "+text)
	spots := append(c.spots(), c.ghost)
	next.Disabled = legal && len(choice.Places(c.in, spots)) == 1
	row := []discordgo.MessageComponent{place, next}
	on := c.button("bot.cursor.place_on", discordgo.SecondaryButton, control.PlaceOn, text)
	on.Disabled = !legal || !c.goesOn()
	if c.reserves() || !on.Disabled {
		row = append(row, on)
	}
	if c.guide.Move != (engine.Move{}) {
		row = append(row, c.guide.Buttons...)
	}
	steps, rare := c.steps(text)
	if up, offered := c.oneUp(); offered && len(steps) < control.MaxRowButtons {
		steps = append(steps, up)
	} else if offered && len(row) < control.MaxRowButtons-1 {
		row = append(row, up)
	}
	rows := []discordgo.MessageComponent{control.Row(steps...), c.backRow(row...)}
	if c.prefs.Text { // without the picture, the steps lead nowhere that can be seen
		rare = append(rare, c.ways()...)
	}
	if len(rare) > 0 {
		rare = rare[:min(len(rare), control.MaxMenuOptions)]
		menu := control.Menu(c.at(control.Cursor, ""), c.Words.Say("bot.cursor.rare"), rare...)
		rows = append(rows, control.Row(menu))
	}
	return rows
}

// reserves reports whether controls have their places even while they can do nothing: in live
// games, where nothing moves under a thumb when others build. On a copy nobody else does.
func (p *panel) reserves() bool {
	return p.t.State.Pace().Live && !p.guide.Copy
}

// hasActed reports whether a seat has made a step in the present round of a live game.
func (p *panel) hasActed() bool {
	return slices.ContainsFunc(p.t.Moves[p.t.State.Pace().Since:],
		func(m table.Entry) bool { return m.Move.Seat == p.seat })
}

// oneUp returns the button that makes a seat's last move again, one level higher. Where that is not
// possible, only panels that reserve its place have it, once the seat has made a step.
func (c cursor) oneUp() (b discordgo.Button, offered bool) {
	m, higher := choice.Higher(c.t, c.legal(), c.seat)
	text := ""
	if higher {
		text = choice.FormatMove(c.t.Game, m)
	}
	b = c.button("bot.cursor.one_up", discordgo.SecondaryButton, control.OneUp, text)
	b.Emoji = &discordgo.ComponentEmoji{Name: "⏫"}
	b.Disabled = !higher
	return b, higher || c.reserves() && c.hasActed()
}

// steps returns the buttons of the first row of steps, and the entries of the others. Steps
// without an effect are left out, but for the ones that lead back.
func (c cursor) steps(text string) (buttons []discordgo.MessageComponent, rare []discordgo.SelectMenuOption) {
	for i, steps := range c.in.Steps {
		for _, step := range steps {
			if !slices.Contains(c.in.VerbInfo(c.ghost.Verb).Axes, step.Axis) {
				continue
			}
			there := c.leads(step)
			sign, words, _ := strings.Cut(c.Words.Say(c.in.ID+".cursor."+step.Name), " ")
			emoji := &discordgo.ComponentEmoji{Name: sign}
			arg := step.Name + " " + text
			hand := ""
			style := discordgo.SecondaryButton
			if there && c.guide.Move != (engine.Move{}) {
				next := choice.MoveCursor(c.t, c.legal(), c.ghost, step.Name)
				hand = strings.TrimSpace(c.pointed(next, ""))
				if hand != "" {
					style = discordgo.SuccessButton
				}
			}
			switch {
			case i == 0 && (there || c.in.Reversible(step.Axis)):
				buttons = append(buttons, discordgo.Button{
					Label: hand, Style: style, Emoji: emoji, Disabled: !there,
					CustomID: c.at(control.Cursor, arg).ID(),
				})
			case there && i > 0:
				rare = append(rare, discordgo.SelectMenuOption{Label: words, Value: arg, Emoji: emoji})
			}
		}
	}
	return buttons, rare
}

func (c cursor) leads(step engine.Step) bool {
	if !slices.Contains(c.in.VerbInfo(c.ghost.Verb).Axes, step.Axis) {
		return false
	}
	_, there := c.t.State.Aim(c.ghost, step.Axis, step.By)
	return there
}

// ways returns menu entries for the other legal ways to place a piece at the ghost, the best first.
func (c cursor) ways() []discordgo.SelectMenuOption {
	moves := c.legal().Sorted(choice.Ways(c.in, c.spots(), c.ghost, control.MaxMenuOptions))
	options := c.moveOptions(moves)
	for i := range options {
		options[i].Value = showWay + " " + options[i].Value
	}
	return options
}

const showWay = "=" // the operation that shows a move as the ghost, and changes nothing

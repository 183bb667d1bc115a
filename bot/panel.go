package bot

import (
	"cmp"
	"context"
	"slices"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"

	"github.com/bwmarrin/discordgo"
)

// pressPanel opens the turn panel: what may be done now, its picture, and a
// menu for every kind of move. It answers anew from a table message, and in
// place from a message of the player's own.
func (r *request) pressPanel(ctx context.Context) {
	r.showPanel(ctx, r.control().Table, "")
}

// showPanel answers with the current panel, a note above it.
func (r *request) showPanel(ctx context.Context, id table.ID, note string) {
	s, err := r.desk.load(ctx, id)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	g, _ := games.Find(s.table.Game.Info().ID)
	seat, err := r.seatAt(s.table)
	if err != nil {
		r.fail(ctx, g, s.table, err)
		return
	}
	r.answerInPlace(ctx, r.panel(ctx, g, s, seat, note))
}

// answerInPlace changes the message that was pressed if it is the player's own,
// else whispers.
func (r *request) answerInPlace(ctx context.Context, m *session.Message) {
	if m.Components == nil {
		m.Components = noComponents
	}
	if r.i.Message != nil && r.i.Message.Flags&discordgo.MessageFlagsEphemeral != 0 {
		r.respond(ctx, session.Update(m))
		return
	}
	r.whisper(ctx, m)
}

func (r *request) panel(ctx context.Context, g games.Entry, s seen, seat engine.Seat, note string) *session.Message {
	m := &session.Message{Content: r.canDo(s.table, seat)}
	if note != "" {
		m.Content = note + "\n" + m.Content
	}
	legal := r.rankings.of(s, seat)
	if s.table.Turn().Has(seat) {
		m.Components = r.panelControls(g, s, seat, legal)
	}
	want := shot{view: g.Info().Views[0], seat: seat, asker: seat, scale: render.Phone}
	if len(legal.moves) > 0 {
		want.view = g.Info().VerbInfo(legal.moves[0].Verb).View
	}
	r.attach(ctx, r.words, m, g, s, want)
	return m
}

// Discord's limits of a menu, and how many menus a panel has room for beside
// its row of buttons.
const (
	maxMenuOptions = 25
	maxMenuText    = 100
	maxMenus       = 4
	maxButtons     = 5
)

// panelControls are a menu for every subcommand with moves, or buttons where
// these are few, and undo.
func (r *request) panelControls(g games.Entry, s seen, seat engine.Seat, legal *ranked) []discordgo.MessageComponent {
	in := g.Info()
	subs := subcommands(in)
	moves := make([][]engine.Move, len(subs))
	menus := 0
	for i, sub := range subs {
		moves[i] = best(in, legal, sub)
		if len(moves[i]) > 0 && !few(in, moves[i]) {
			menus++
		}
	}
	var rows, buttons []discordgo.MessageComponent
	for i, sub := range subs {
		crowded := menus > maxMenus && len(moves[i]) <= maxPair
		switch {
		case len(moves[i]) == 0:
		case few(in, moves[i]), crowded:
			if !few(in, moves[i]) {
				menus--
			}
			for _, m := range moves[i] {
				buttons = append(buttons, r.moveButton(g, s, m))
			}
		case len(rows) < maxMenus:
			rows = append(rows, r.moveMenu(g, s, number(i), sub, moves[i]))
		}
	}
	if undoable(s.table, seat) {
		buttons = append(buttons, button(r.words, "bot.button.undo", discordgo.SecondaryButton, control{actUndo, s.id, s.table.Version, ""}))
	}
	if len(buttons) > 0 {
		rows = append(rows, discordgo.ActionsRow{Components: buttons[:min(len(buttons), maxButtons)]})
	}
	return rows
}

// maxPair is how many moves of a kind may be buttons.
const maxPair = 2

// few reports whether moves of a subcommand get buttons instead of a menu also
// where there is room for one.
func few(in *engine.Info, moves []engine.Move) bool {
	return len(moves) > 0 && len(moves) <= maxPair && pressable(in, moves[0])
}

// best lists the moves of a subcommand, the best first.
func best(in *engine.Info, legal *ranked, sub subcommand) []engine.Move {
	var order []int
	for i, m := range legal.moves {
		if slices.Contains(sub.verbs, m.Verb) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(legal.ranks[b], legal.ranks[a]) })
	moves := make([]engine.Move, len(order))
	for i, at := range order {
		moves[i] = legal.moves[at]
	}
	return moves
}

// pressable reports whether a move gets a button, where there are but few of
// its kind: it ends the turn, or there is nothing to choose.
func pressable(in *engine.Info, m engine.Move) bool {
	verb := in.VerbInfo(m.Verb)
	return verb.Ends || len(verb.Args) == 0 && verb.Group == ""
}

// moveMenu offers moves of a subcommand, as many as a menu holds.
func (r *request) moveMenu(g games.Entry, s seen, id string, sub subcommand, moves []engine.Move) discordgo.MessageComponent {
	in := g.Info()
	menu := discordgo.SelectMenu{
		MenuType:    discordgo.StringSelectMenu,
		CustomID:    control{actMove, s.id, s.table.Version, id}.id(),
		Placeholder: cut(r.say(in.ID+".sub."+sub.name+".description"), maxMenuText),
	}
	if len(moves) > maxMenuOptions {
		menu.Placeholder = cut(r.say("bot.turn.best", "Shown", maxMenuOptions, "Total", len(moves), "What", menu.Placeholder), maxMenuText)
	}
	for _, m := range moves[:min(len(moves), maxMenuOptions)] {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label:       cut(r.moveLabel(in, m), maxMenuText),
			Value:       string(g.AppendMove(nil, m)[2:]),
			Description: cut(r.rankings.of(s, m.Seat).hint(r.words, s.table, m), maxMenuText),
		})
	}
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}}
}

// moveLabel names a move: the notation's arguments, behind the decoration's
// word where a menu mixes several.
func (r *request) moveLabel(in *engine.Info, m engine.Move) string {
	verb := in.VerbInfo(m.Verb)
	label := ""
	for _, arg := range verb.Args {
		v := argText(in, m, arg.Name)
		switch {
		case v == "":
		case arg.Key != "":
			label += " " + r.say(in.ID+".arg."+arg.Name+".name") + "=" + v
		default:
			label += " " + v
		}
	}
	if verb.Group != "" {
		return r.say(in.ID+".verb."+verb.Name) + label
	}
	return label[1:]
}

func (r *request) moveButton(g games.Entry, s seen, m engine.Move) discordgo.MessageComponent {
	in := g.Info()
	verb := in.VerbInfo(m.Verb)
	label := r.say(in.ID + ".sub." + verb.Subcommand() + ".name")
	if d := hint(r.words, s.table, m); d != "" {
		label += " · " + d
	}
	c := control{actMove, s.id, s.table.Version, string(g.AppendMove(nil, m)[2:])}
	return discordgo.Button{Label: cut(label, maxLabel), Style: discordgo.SuccessButton, CustomID: c.id()}
}

// pressMove plays a move from a panel. One that was shown for an earlier
// position is not played: the player gets the current panel instead.
func (r *request) pressMove(ctx context.Context) {
	c := r.control()
	s, err := r.desk.load(ctx, c.Table)
	if err != nil {
		r.fail(ctx, games.Entry{}, nil, err)
		return
	}
	text := r.chosen()
	if text == "" {
		text = c.Arg
	}
	g, _ := games.Find(s.table.Game.Info().ID)
	done, err := r.play(ctx, g, c.Table, func(t *table.Table, seat engine.Seat) (engine.Move, error) {
		if !t.Means(seat, c.Version) {
			return engine.Move{}, errMovedOn
		}
		return t.Game.ParseMove(seat.String() + " " + text)
	})
	if err == errMovedOn {
		r.showPanel(ctx, c.Table, r.say("bot.turn.moved_on"))
		return
	}
	if err != nil {
		r.fail(ctx, g, s.table, err)
		return
	}
	if after, err := r.desk.load(ctx, c.Table); err == nil && after.table.Turn().Has(after.table.Seat(r.user)) {
		note, _, _ := cutLine(done.Content)
		r.showPanel(ctx, c.Table, note)
		return
	}
	r.answerInPlace(ctx, done)
}

// pressUndo takes back the last step from a panel.
func (r *request) pressUndo(ctx context.Context) {
	c := r.control()
	g, t, err := r.takeBack(ctx, c.Table, c.Version)
	switch {
	case err == errMovedOn:
		r.showPanel(ctx, c.Table, r.say("bot.turn.moved_on"))
	case err != nil:
		r.fail(ctx, g, t, err)
	default:
		r.showPanel(ctx, c.Table, r.say("bot.turn.undone"))
	}
}

package reviewpages

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/reasons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/render/chart"
)

// overview returns who won, how accurate each player was, the key moments, and the graph.
func overview(
	ctx context.Context, r *interaction.Request, w *text.Words, s tables.Loaded, found *review.Review,
) (*message.Message, error) {
	h, err := sentences.NewHistory(s.Table)
	if err != nil {
		return nil, err
	}
	lines := []string{
		w.Say("bot.review.title", "Game", w.Say(s.Table.Game.Info().ID+".name"), "Length", h.Length(w)),
		sentences.Won(w, s.Table),
		w.Say("bot.review.accuracy", "Players", strings.Join(accuracies(w, s.Table, found), " · ")),
	}
	for i, key := range found.Key {
		t := &found.Turns[key]
		lines = append(lines, w.Say("bot.review.key", "Number", i+1, "When", text.Capital(h.When(w, h.TurnOf(t.To))),
			"Name", sentences.Name(w, s.Table.Player(t.Seat)),
			"Before", sentences.Percent(w, t.Before), "After", sentences.Percent(w, t.After)))
	}
	if len(found.Key) == 0 {
		lines = append(lines, w.Say("bot.review.none"))
	}
	m := &message.Message{
		Content:    strings.Join(append(lines, w.Say("bot.review.about")), "\n"),
		Components: controls(w, s, found, -1), Embeds: []*discordgo.MessageEmbed{},
	}
	graph := chances(w, h, found)
	r.Pictures.AttachChart(ctx, w, m, "chances", alt(w, h, found), fmt.Sprintf("%#v", graph), graph.Draw)
	return m, nil
}

// accuracies returns each player's name and accuracy, "–" without turns.
func accuracies(w *text.Words, t *table.Table, found *review.Review) []string {
	said := make([]string, len(t.Players))
	for i := range said {
		seat := engine.Seat(i + 1)
		value := "–"
		if slices.ContainsFunc(found.Turns, func(t review.Turn) bool { return t.Seat == seat }) {
			value = sentences.Percent(w, found.Accuracy[i])
		}
		said[i] = "**" + sentences.Name(w, t.Player(seat)) + "** " + value
	}
	return said
}

// controls returns a button for each key moment, disabled for the shown one, one to the whole
// review, or to the replay if shown is -1, and the components beside.
func controls(
	w *text.Words, s tables.Loaded, found *review.Review, shown int, beside ...discordgo.MessageComponent,
) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	for i := range found.Key {
		show := control.Labelled(w.Say("bot.review.show", "Number", i+1), discordgo.SecondaryButton,
			control.At(control.Reviewed, s.ID, s.Table, strconv.Itoa(i)), nil)
		show.Disabled = i == shown
		row = append(row, show)
	}
	if shown >= 0 {
		row = append(row, showButton(w, s, discordgo.SecondaryButton))
	} else {
		row = append(row, control.Button(w, "bot.button.replay", discordgo.SecondaryButton,
			control.At(control.Replay, s.ID, s.Table, "")))
	}
	return []discordgo.MessageComponent{control.Row(append(row, beside...)...)}
}

func chances(w *text.Words, h sentences.History, found *review.Review) chart.Chances {
	c := chart.Chances{Turns: h.Last(), Rounds: h.Rounds(), Names: pictures.Names(w, h.Table, true)}
	for i := range found.Turns {
		t := &found.Turns[i]
		c.Points = append(c.Points, chart.Chance{Turn: h.TurnOf(t.To), Percent: t.Chances})
	}
	for _, key := range found.Key {
		c.Marked = append(c.Marked, h.TurnOf(found.Turns[key].To))
	}
	return c
}

// alt says of each player the last, lowest and highest chance, and lists the key moments.
func alt(w *text.Words, h sentences.History, found *review.Review) string {
	said := []string{w.Say("bot.review.alt")}
	for i, p := range h.Table.Players {
		if len(found.Turns) == 0 {
			break
		}
		byChance := func(a, b review.Turn) int { return cmp.Compare(a.Chances[i], b.Chances[i]) }
		at := func(t review.Turn) (percent, when string) {
			return sentences.Percent(w, t.Chances[i]), h.When(w, h.TurnOf(t.To))
		}
		last, _ := at(found.Turns[len(found.Turns)-1])
		lowest, lowTurn := at(slices.MinFunc(found.Turns, byChance))
		highest, highTurn := at(slices.MaxFunc(found.Turns, byChance))
		said = append(said, w.Say("bot.review.alt_line", "Name", sentences.PlainName(w, p), "Last", last,
			"Low", lowest, "LowTurn", lowTurn, "High", highest, "HighTurn", highTurn))
	}
	var keys []string
	for _, key := range found.Key {
		t := &found.Turns[key]
		keys = append(keys, w.Say("bot.review.alt_key", "When", h.When(w, h.TurnOf(t.To)),
			"Name", sentences.PlainName(w, h.Table.Player(t.Seat)),
			"Before", sentences.Percent(w, t.Before), "After", sentences.Percent(w, t.After)))
	}
	if len(keys) > 0 {
		said = append(said, w.Say("bot.review.alt_keys", "Moments", strings.Join(keys, w.Say("list.clauses"))))
	}
	return text.Cut(strings.Join(said, " "), 1024) // Discord's limit for an alt text, in characters
}

// pressMoment handles the buttons of the key moments. It asks again for a review that is gone.
func (p pages) pressMoment(ctx context.Context, r *interaction.Request) error {
	s := r.At
	found, err := opened(ctx, r, s.ID)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(r.Control.Arg)
	if found == nil || err != nil || number < 0 || number >= len(found.Key) || mayReview(s.Table) != nil {
		return p.show(ctx, r, r.Words, r.Answer.InPlace)
	}
	m, err := momentMessage(ctx, r, s, found, number)
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, m)
	return nil
}

func momentMessage(
	ctx context.Context, r *interaction.Request, s tables.Loaded, found *review.Review, number int,
) (*message.Message, error) {
	h, err := sentences.NewHistory(s.Table)
	if err != nil {
		return nil, err
	}
	k, err := newMoment(h, &found.Turns[found.Key[number]])
	if err != nil {
		return nil, err
	}
	title := r.Words.Say("bot.review.moment", "Number", number+1, "Moments", len(found.Key),
		"When", h.When(r.Words, h.TurnOf(k.turn.To)))
	m := &message.Message{
		Content: text.Cut(title+"\n"+strings.Join(k.lines(r.Words), "\n"), 1900), // a note about the picture may follow
		Components: controls(r.Words, s, found, number,
			interaction.PlayOn(r.Words, "bot.button.try_again", s, h.After(k.turn.From-1), "!")...),
	}
	if len(k.better.Steps) > 0 {
		f := k.picture(r.Words)
		f.Want.Said = text.Unformatted(title + "\n" + r.Words.Say("bot.review.played",
			"Moves", k.spelled(r.Words, k.moves)))
		if err := r.AttachBoard(ctx, m, s.ID, f.Table, f.Want); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// moment is a turn that gave much away.
type moment struct {
	turn   *review.Turn
	before *table.Table // before the first move that could be better
	// moves were played from there; instead is the better turn.
	moves, instead []engine.Move
	played, better reasons.Future
}

func newMoment(h sentences.History, t *review.Turn) (*moment, error) {
	k := &moment{turn: t, before: h.After(t.At - 1)}
	for _, e := range h.Table.Moves[t.At-1 : t.To] {
		if e.Move.Seat == t.Seat {
			k.moves = append(k.moves, e.Move)
		}
	}
	var err error
	if k.instead, err = choice.ParseMoves(h.Table.Game, t.Better); err != nil {
		return nil, err
	}
	seed := uint64(t.At)
	k.played, k.better = reasons.Foresee(k.before, k.moves, seed), reasons.Foresee(k.before, k.instead, seed)
	return k, nil
}

// picture returns the picture of the better turn, beside the one that was played. Both show what
// they change, and the player's chance to win.
func (k *moment) picture(w *text.Words) pictures.Frame {
	frame := func(f reasons.Future, chance float64) pictures.Frame {
		shown, want := f.Picture()
		want.Before = k.before
		want.Label = sentences.Percent(w, chance)
		return pictures.Frame{Table: shown, Want: want}
	}
	better := frame(k.better, k.turn.Before)
	if len(k.played.Steps) > 0 {
		played := frame(k.played, k.turn.After)
		better.Want.Against = &played
	}
	return better
}

func (k *moment) lines(w *text.Words) []string {
	lines := []string{
		w.Say("bot.review.fell", "Name", sentences.Name(w, k.before.Player(k.turn.Seat)),
			"Before", sentences.Percent(w, k.turn.Before), "After", sentences.Percent(w, k.turn.After)),
		w.Say("bot.review.played", "Moves", k.spelled(w, k.moves)),
	}
	why := reasons.Reasons{Words: w, Table: k.before, Seat: k.turn.Seat}
	if len(k.played.Steps) > 0 && len(k.better.Steps) > 0 {
		lines = append(lines, why.Differences(k.played, k.better)...)
	}
	better := w.Say("bot.review.better", "Moves", k.spelled(w, k.instead))
	if len(k.better.Steps) > 0 {
		better = text.Lines(better, why.Gains(k.better))
	}
	if k.turn.Gain >= engine.WinWorth/2 {
		better += " " + w.Say("bot.review.decides")
	}
	return append(lines, better)
}

// spelled returns moves as their player would type them, as many as fit into 500 characters.
func (k *moment) spelled(w *text.Words, moves []engine.Move) string {
	said := ""
	for i, m := range moves {
		next := "**" + sentences.Spelled(w, k.before, m) + "**"
		if i > 0 {
			next = ", " + next
		}
		if utf8.RuneCountInString(said+next) > 500 {
			return said + ", …"
		}
		said += next
	}
	return said
}

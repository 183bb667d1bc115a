// Package posts writes the public messages about tables, which bot/background/announce sends.
package posts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

// Writer writes the public messages about tables.
type Writer struct {
	tables   *tables.Tables
	pictures *pictures.Drawer
	now      func() time.Time
}

// NewWriter returns a Writer. Without a drawer its messages have no pictures.
func NewWriter(tables *tables.Tables, pictures *pictures.Drawer, now func() time.Time) *Writer {
	return &Writer{tables: tables, pictures: pictures, now: now}
}

// Table returns the message about events. A lock screen shows its first line. Below are the turns
// in order, what everybody should know, and the position as text if a player wants it. It pings the
// seats in pinged: of those that it calls, and the next one. With pings, a game's end may ping.
func (wr *Writer) Table(
	ctx context.Context, w *text.Words, a tables.Account, pings bool, pinged engine.SeatSet,
) (*message.Message, error) {
	m, from, t, next := a.Message, a.Before, a.After, a.Calls
	news, _, err := sentences.Tell(w, from, a.Events)
	if err != nil {
		return nil, err
	}
	if m.Kind == tables.PostRestored {
		news.Lines = []string{w.Say("bot.table.restored")}
	}
	out := &message.Message{}
	if t.State == nil {
		out.Content = sentences.LastLines(news.Lines, control.MaxLines)
		return out, nil
	}
	calendar, err := wr.tables.Calendar(ctx, t)
	if err != nil {
		return nil, err
	}
	first := lead(w, out, t, next, pinged)
	if last := len(news.Lines) - 1; t.Status == table.Abandoned && last >= 0 {
		first += " · " + news.Lines[last]
		news.Lines = news.Lines[:last]
	}
	parts := []string{first, sentences.LastLines(news.Lines, control.MaxLines)}
	switch t.Status {
	case table.Running:
		parts = append(parts, running(w, from, t, news.Scored, next, calendar.Quiet)...)
		for _, seat := range (pinged &^ next).Slice() {
			parts = append(parts, nextLine(w, out, t.Player(seat)))
		}
		parts = append(parts, sentences.AwayLines(w, t, calendar.Absent, wr.now().UnixMilli())...)
		parts = append(parts, wr.forced(ctx, w, t, a.Automatic)...)
		out.Components = tableControls(w, m, t)
	case table.Ended:
		if parts, err = wr.ending(ctx, w, out, a.History, t, pings, calendar, first); err != nil {
			return nil, err
		}
		if t.Moves[len(t.Moves)-1].Move.Verb == engine.Resign {
			parts = append(parts, news.Lines...)
		}
		out.Components = endControls(w, m, t)
	}
	wr.silence(out, calendar.Quiet, concerned(t, next|pinged))
	out.Content = text.Cut(strings.TrimSpace(text.Lines(parts...)), control.MaxContent)
	shown, want := picture(w, from, t, news.Scored, news.Seat)
	if wr.pictures != nil {
		wr.pictures.Attach(ctx, w, out, m.Table, shown, want)
	}
	out.Embeds = []*discordgo.MessageEmbed{} // an edit takes the text off when nobody wants it now
	if calendar.WantsText() {
		out.Embeds = pictures.TextBoardInOne(w, shown, 0, want.Seat)
	}
	return out, nil
}

// picture returns the table in the picture of what happened since from, and its request: the end, a
// scored round until the next begins, else the board of the seat that moved last.
func picture(
	w *text.Words, from, t *table.Table, end *sentences.RoundEnd, seat engine.Seat,
) (shown *table.Table, want pictures.Request) {
	begun := t.Rounds && t.Status == table.Running && !t.Round.Waiting
	switch {
	case t.Status == table.Ended:
		said := text.Unformatted(strings.ReplaceAll(sentences.ScoreText(w, t), "\n", ". "))
		return t, pictures.Request{View: t.Game.Info().TableView(), End: true, Said: said + ".", Patient: true}
	case end == nil:
		return t, pictures.Public(from, t, seat)
	case t.Round.Waiting, !begun && len(t.Moves) == len(end.After.Moves):
		return end.After, pictures.Public(end.Before, end.After, seat)
	}
	return t, pictures.Public(end.After, t, seat)
}

// lead returns the first line: the game, and whose turn it is or who has won. It names computers
// only if no person is next. It mentions the seats of next that are in pinged.
func lead(w *text.Words, out *message.Message, t *table.Table, next, pinged engine.SeatSet) string {
	game := "**" + w.T(t.Game.Info().ID+".name", nil) + "**"
	switch t.Status {
	case table.Ended:
		return game + " · " + sentences.WonAfterNews(w, t)
	case table.Running:
	default:
		return game
	}
	if next == 0 {
		next = t.Awaited()
	}
	key := "bot.table.next"
	if t.Round.Waiting {
		key = "bot.table.ready"
	}
	if people := next &^ t.Computers(); people != 0 {
		next = people
	} else {
		key = "bot.table.thinking"
	}
	if key == "bot.table.next" && !slices.ContainsFunc(next.Slice(), func(seat engine.Seat) bool {
		return table.Skippable(t.State, seat)
	}) {
		key = "bot.table.meanwhile"
	}
	var mentions []string
	for _, seat := range next.Slice() {
		mentions = append(mentions, mention(w, out, sentences.Actor(t, seat), pinged.Has(seat)))
	}
	return game + " · " + w.Say(key, "Players", w.List(mentions), "Count", len(mentions))
}

// running returns the lines about a running game: news for everybody, who is ready, and the time of
// next. The scores of end, a round that has ended or nil, stay until the next round begins.
func running(
	w *text.Words, from, t *table.Table, end *sentences.RoundEnd, next engine.SeatSet, quiet table.Quiet,
) []string {
	var parts []string
	if end != nil {
		parts = append(parts, end.Won(w))
	}
	if end != nil && (t.Round.Waiting || !t.Rounds) {
		parts = append(parts, sentences.Totals(w, end.After))
	}
	if scene := sentences.Scene(w, t); scene != sentences.Scene(w, from) {
		parts = append(parts, scene)
	}
	if next == 0 {
		next = t.Turn()
	}
	parts = append(parts, sentences.StandInLine(w, t, t.StoodIn()&^from.StoodIn()))
	parts = append(parts, sentences.ReadyLine(w, t), sentences.CountdownLine(w, t))
	if deadline := t.Deadline(); deadline != 0 {
		parts = append(parts, w.Say("bot.table.clock", "When", sentences.Countdown(deadline)))
	}
	return append(parts, sentences.LimitLine(w, t, next, quiet))
}

// mention returns a player's name in bold, or a ping that it adds to the mentions of out.
func mention(w *text.Words, out *message.Message, p table.Player, pings bool) string {
	person, ok := p.User.Person()
	if !pings || !ok {
		return "**" + sentences.Name(w, p) + "**"
	}
	out.Mentions = append(out.Mentions, p.User.String())
	return person.Mention()
}

// tableControls returns the buttons of a running game. One has the entry's nonce; see [Bears].
func tableControls(w *text.Words, m store.Entry, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.At(action, m.Table, t, "")
	}
	first := control.At(control.Panel, m.Table, t, m.Nonce)
	more := act(control.More)
	button := control.Button(w, "bot.button.turn", discordgo.PrimaryButton, first)
	if t.Round.Waiting {
		// It stays the same while others press it: a press of a changed button would fail.
		first = act(control.Ready)
		first.Version, first.Mark = t.Round.Version, t.MarkAt(t.Round.Version)
		button = control.Button(w, "bot.button.ready", discordgo.SuccessButton, first)
		more.Arg = m.Nonce
	}
	row := control.Row(
		button,
		control.Button(w, "bot.button.boards", discordgo.SecondaryButton, act(control.Boards)),
		control.Button(w, "bot.button.more", discordgo.SecondaryButton, more),
	)
	if t.StoodIn() != 0 {
		row.Components = append(row.Components, control.ReturnButton(w, m.Table))
	}
	return []discordgo.MessageComponent{row}
}

// endControls is tableControls for the end of a game. On a phone each row is one or two lines.
func endControls(w *text.Words, m store.Entry, t *table.Table) []discordgo.MessageComponent {
	act := func(action string) control.Control {
		return control.At(action, m.Table, t, "")
	}
	again := control.Button(w, "bot.button.rematch", discordgo.SuccessButton,
		control.At(control.Rematch, m.Table, t, m.Nonce))
	same := control.Button(w, "bot.button.same_deal", discordgo.SecondaryButton, act(control.SameDeal))
	next := control.Row(again, same)
	look := control.Row(
		control.Button(w, "bot.button.review", discordgo.SecondaryButton, act(control.Review)),
		control.Button(w, "bot.button.replay", discordgo.SecondaryButton, act(control.Replay)),
		control.Button(w, "bot.button.boards", discordgo.SecondaryButton, act(control.Boards)),
	)
	if higher := t.Stronger(); higher != nil {
		stronger := again
		stronger.Label = w.Say("bot.button.stronger", "Level", higher.ComputerLevel())
		stronger.CustomID = control.At(control.Rematch, m.Table, t, control.Stronger).ID()
		again.Style = discordgo.SecondaryButton
		next = control.Row(stronger, again, same)
	}
	return []discordgo.MessageComponent{next, look}
}

// Bears reports whether one of a message's custom_ids has the nonce of an entry.
func Bears(customIDs []string, nonce string) bool {
	return slices.ContainsFunc(customIDs, func(id string) bool {
		c, parsed := control.Parse(id)
		return parsed && nonce != "" && c.Arg == nonce
	})
}

// forced returns a line for each seat that the bot plays, as planned or because it has no choice.
func (wr *Writer) forced(ctx context.Context, w *text.Words, t *table.Table, seats engine.SeatSet) (lines []string) {
	for _, seat := range seats.Slice() {
		if at, planned := wr.tables.Forced.PlanAt(t, seat); planned {
			lines = append(lines, sentences.PlanLine(w, t, seat, at))
		} else if step, forced, err := wr.tables.Forced.Step(ctx, t, seat); err == nil && forced {
			lines = append(lines, sentences.ForcedLine(w, t, step.Move, step.At))
		}
	}
	return lines
}

// maxEndLines is the most lines about an ended game.
const maxEndLines = 6

// ending returns the first line about the end of a game, the ranking and what else has changed. It
// mentions each person once, with pings by a ping if others play too and the person allows it.
func (wr *Writer) ending(
	ctx context.Context, w *text.Words, out *message.Message, h tables.History, t *table.Table, pings bool,
	calendar tables.Calendar, first string,
) ([]string, error) {
	after, err := wr.tables.Aftermath(ctx, h.Header.Guild, h.ID)
	if err != nil {
		return nil, err
	}
	parts := []string{first}
	for _, s := range t.Ranking() {
		p := t.Player(s.Seat)
		pingable := !t.Solo() && !p.IsComputer() && calendar.MayMention(p.User, wr.now().UnixMilli())
		line := placeLine(s, mention(w, out, p, pings && pingable), after)
		if tie := sentences.TieBreak(w, t, s.Seat); tie != "" && t.Tied() {
			line += " · " + tie
		}
		parts = append(parts, line)
		if after.Ratings[s.User].FirstWin {
			parts[0] += " " + w.Say("bot.table.first_win")
		}
	}
	lines := aftermathLines(w, t, after)
	return append(parts, lines[:min(len(lines), max(0, maxEndLines-len(parts)))]...), nil
}

// aftermathLines returns what a game changed on the server.
func aftermathLines(w *text.Words, t *table.Table, after tables.Aftermath) (lines []string) {
	if assisted := sentences.AssistedLine(w, t); assisted != "" {
		lines = append(lines, assisted)
	}
	switch {
	case t.Fork != 0:
		lines = append(lines, w.Say("bot.fork.unrated"))
	case !t.Rated():
		lines = append(lines, w.Say("bot.table.unrated"))
	}
	if len(after.Levels) > 0 {
		lines = append(lines, w.Say("bot.table.levels", "Levels", strings.Join(after.Levels, " · ")))
	}
	for _, r := range after.Records {
		lines = append(lines, recordLine(w, t.Game.Info().ID, r))
	}
	return lines
}

func recordLine(w *text.Words, game string, r tables.Record) string {
	key := "bot.table.record_points"
	if r.Name != "" {
		key = game + ".record." + r.Name
	}
	return w.Say("bot.table.record", "What", w.Say(key, "Value", r.Value), "Before", sentences.Points(r.Before))
}

// placeLine returns a line of the ranking: place, player, points, and the new rating.
func placeLine(s table.Standing, name string, after tables.Aftermath) string {
	place := strconv.Itoa(s.Rank) + "."
	if s.Rank <= len(sentences.Medals) {
		place = sentences.Medals[s.Rank-1]
	}
	line := place + " " + name + " **" + sentences.Points(s.Score) + "**"
	if change, rated := after.Ratings[s.User]; rated {
		line += fmt.Sprintf(" (%.0f → %.0f)", change.Before, change.After)
	}
	return line
}

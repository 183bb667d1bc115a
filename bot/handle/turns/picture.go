package turns

import (
	"context"
	"slices"
	"strings"

	"amytis/bot/discord/message"
	"amytis/bot/play/choice"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
)

// possiblePlaces tells for each action with a cursor up to five places for pieces, the best first.
func possiblePlaces(w *text.Words, t *table.Table, legal *choice.Ranked) string {
	in := t.Game.Info()
	all := []string{}
	for _, sub := range choice.Subcommands(in) {
		moves := legal.Best(sub)
		if len(moves) == 0 || !choice.UsesCursor(in, moves[0]) {
			continue
		}
		places := choice.Places(in, moves)
		more := max(0, len(places)-5)
		all = append(all, w.Say("bot.places.told", "More", more,
			"What", sentences.ButtonWord(w, in.ID, sub.Name), "Places", placeNames(w, t, places[:len(places)-more])))
	}
	return strings.Join(all, " ")
}

// placeNames returns places in words. It names a piece once for several places in a row.
func placeNames(w *text.Words, t *table.Table, moves []engine.Move) string {
	names := make([]string, len(moves))
	last := ""
	for i, m := range moves {
		piece, place := placeName(w, t, m)
		if piece != last {
			names[i] = piece + " "
		}
		names[i] += place
		last = piece
	}
	return strings.Join(names, "; ")
}

// placeName returns the last of a move's arguments that tell its place, and the ones before it.
func placeName(w *text.Words, t *table.Table, m engine.Move) (piece, place string) {
	in := t.Game.Info()
	args := in.VerbInfo(m.Verb).Args
	marked := slices.ContainsFunc(args, func(arg engine.Arg) bool { return arg.Place })
	var names []string
	for _, arg := range args {
		if name := sentences.ArgWords(w, t, m.Seat, arg, choice.ArgText(in, m, arg.Name)); name != "" && (arg.Place || !marked) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "", ""
	}
	return strings.Join(names[:len(names)-1], " "), names[len(names)-1]
}

// ownPicture shows a seat's own things in the view that suits its best move. news may be "".
func (p *panel) ownPicture(news string) pictures.Request {
	news, _, _ = strings.Cut(news, "\n")
	want := pictures.Request{
		View: p.in.BoardView(), Seat: p.seat, Asker: p.seat, News: text.Unformatted(news),
	}
	if legal := p.legal(); len(legal.Moves) > 0 {
		want.View = p.in.VerbInfo(legal.Moves[0].Verb).View
		want.Possible = possiblePlaces(p.Words, p.t, legal)
	}
	return want
}

// pictureAfter returns the picture after a move that ended a turn. A move of the set-up is a whole
// turn, so that the channel is shown the same: what it has changed.
func pictureAfter(before, after *table.Table, m engine.Move) pictures.Request {
	verb := after.Game.Info().VerbInfo(m.Verb)
	want := pictures.Request{View: verb.View, Seat: m.Seat, Asker: m.Seat}
	if verb.SetUp {
		want.Before = before
	}
	return want
}

func (p *panel) attach(ctx context.Context, m *message.Message, want pictures.Request) {
	p.AttachBoard(ctx, m, p.s.ID, p.t, want)
}

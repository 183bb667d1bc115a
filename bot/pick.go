package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"amytis/bot/games"
	"amytis/bot/session"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"

	"github.com/bwmarrin/discordgo"
)

// A pick is a choice among many moves of a subcommand in several steps: which of
// them (where it has several verbs), then argument by argument as far as they
// differ, until what is left fits a menu.
type pick struct {
	sub int // the subcommand's number
	// page of the menu, from 0.
	page int
	// answers so far, one for each question that was asked.
	answers []string
}

// pickSeparator is in no value of the notation.
const pickSeparator = "/"

// arg writes a pick for a control.
func (p pick) arg() string {
	return strings.Join(append([]string{strconv.Itoa(p.sub), strconv.Itoa(p.page)}, p.answers...), pickSeparator)
}

func parsePick(arg string) (p pick, ok bool) {
	parts := strings.Split(arg, pickSeparator)
	if len(parts) < 2 {
		return p, false
	}
	var errs [2]error
	p.sub, errs[0] = strconv.Atoi(parts[0])
	p.page, errs[1] = strconv.Atoi(parts[1])
	p.answers = parts[2:]
	return p, errs == [2]error{} && p.sub >= 0 && p.page >= 0
}

// question is what is asked of moves: their verb, or an argument.
type question struct{ arg string }

// whichVerb asks for the verb.
var whichVerb = question{}

func (q question) answer(in *engine.Info, m engine.Move) string {
	if q == whichVerb {
		return in.VerbInfo(m.Verb).Name
	}
	if v := argText(in, m, q.arg); v != "" {
		return v
	}
	return nothing
}

// nothing answers a question for an argument that is left out.
const nothing = "-"

// nextQuestion is the first one that moves answer differently.
func nextQuestion(in *engine.Info, moves []engine.Move) (question, bool) {
	questions := []question{whichVerb}
	for _, arg := range in.VerbInfo(moves[0].Verb).Args {
		questions = append(questions, question{arg.Name})
	}
	for _, q := range questions {
		first := q.answer(in, moves[0])
		if slices.ContainsFunc(moves, func(m engine.Move) bool { return q.answer(in, m) != first }) {
			return q, true
		}
	}
	return question{}, false
}

// left are the moves that fit the answers.
func (p pick) left(in *engine.Info, moves []engine.Move) []engine.Move {
	for _, answer := range p.answers {
		q, open := nextQuestion(in, moves)
		if !open {
			return moves
		}
		moves = slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return q.answer(in, m) != answer })
		if len(moves) == 0 {
			return nil
		}
	}
	return moves
}

func (r *request) pickButton(s seen, index int, sub subcommand) discordgo.MessageComponent {
	in := s.table.Game.Info()
	return discordgo.Button{
		Label: text.Cut(buttonWord(r.words, in.ID, sub.name)+"…", maxLabel), Style: discordgo.PrimaryButton,
		CustomID: control{actPick, s.id, s.table.Version, pick{sub: index}.arg()}.id(),
	}
}

// wholeMove begins the value of an answer that leaves but one move, which
// follows.
const wholeMove = "="

// morePage is the last entry of a menu that goes on.
const morePage = "+"

// pressPick shows the next step of a choice.
func (r *request) pressPick(ctx context.Context) error {
	s, g, seat, err := r.atControl(ctx)
	if err != nil {
		return err
	}
	p, ok := parsePick(r.control().Arg)
	switch chosen := r.chosen(); {
	case !ok:
	case strings.HasPrefix(chosen, wholeMove):
		return r.finishPick(ctx, g, s, seat, chosen[len(wholeMove):])
	case chosen == morePage:
		p.page++
	case chosen != "":
		p.page = 0
		p.answers = append(p.answers, chosen)
	}
	m := r.pickMessage(g, s, seat, p)
	if !ok || m == nil {
		return errMovedOn
	}
	r.answerInPlace(ctx, m)
	return nil
}

// finishPick plays the move that was left.
func (r *request) finishPick(ctx context.Context, g games.Entry, s seen, seat engine.Seat, text string) error {
	m, err := g.ParseMove(seat.String() + " " + text)
	if err != nil {
		return about(s.table, err)
	}
	if question := r.warned(g, s, m); question != nil {
		r.answerInPlace(ctx, question)
		return nil
	}
	return r.playPressed(ctx, g, s, m)
}

// pickMessage is a step of a choice; nil if nothing is left to choose.
func (r *request) pickMessage(g games.Entry, s seen, seat engine.Seat, p pick) *session.Message {
	in := g.Info()
	subs := subcommands(in)
	if p.sub >= len(subs) {
		return nil
	}
	sub := subs[p.sub]
	moves := p.left(in, best(in, r.rankings.of(s.id, s.table, seat), sub))
	if len(moves) == 0 {
		return nil
	}
	m := &session.Message{Content: r.words.Say(in.ID + ".sub." + sub.name + ".description"), KeepAttachments: true}
	if len(p.answers) > 0 {
		m.Content += "\n" + r.words.Say("bot.turn.chosen", "What", "`"+strings.Join(p.answers, " ")+"`")
	}
	chooser := r.chooser(g, s, menu{p.sub, sub, moves}, p)
	m.Components = []discordgo.MessageComponent{chooser, discordgo.ActionsRow{Components: []discordgo.MessageComponent{r.backButton(s)}}}
	return m
}

// answerMenu offers the answers to the next question, the best first, with what
// the best move of each would do.
func (r *request) answerMenu(s seen, p pick, moves []engine.Move) discordgo.MessageComponent {
	in := s.table.Game.Info()
	q, _ := nextQuestion(in, moves)
	var answers []discordgo.SelectMenuOption
	known := map[string]int{}
	for _, m := range moves {
		answer := q.answer(in, m)
		if at, found := known[answer]; found {
			answers[at].Value = answer // it leaves more than one move
			continue
		}
		known[answer] = len(answers)
		answers = append(answers, discordgo.SelectMenuOption{
			Label:       text.Cut(r.answerLabel(s.table, q, answer), maxMenuText),
			Value:       wholeMove + string(s.table.Game.AppendMove(nil, m)[2:]),
			Description: text.Cut(rankedHint(r.words, r.rankings.of(s.id, s.table, m.Seat), s.table, m), maxMenuText),
		})
	}
	placeholder := r.words.Say(in.ID + ".arg." + cmp.Or(q.arg, whatOption) + ".description")
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: control{actPick, s.id, s.table.Version, p.arg()}.id(),
		Placeholder: text.Cut(placeholder, maxMenuText), Options: r.pageOf(answers, p.page),
	}}}
}

func (r *request) answerLabel(t *table.Table, q question, answer string) string {
	switch {
	case q == whichVerb:
		return r.words.Say(t.Game.Info().ID + ".verb." + answer)
	case answer == nothing:
		return r.words.Say("bot.turn.without")
	}
	return answer
}

// pageOf is a page of a menu; all but the last end with an entry that leads on,
// and from there to the first again.
func (r *request) pageOf(all []discordgo.SelectMenuOption, page int) []discordgo.SelectMenuOption {
	const each = maxMenuOptions - 1
	if len(all) <= maxMenuOptions {
		return all
	}
	pages := (len(all) + each - 1) / each
	from := page % pages * each
	shown := slices.Clone(all[from:min(from+each, len(all))])
	return append(shown, discordgo.SelectMenuOption{
		Label: r.words.Say("bot.turn.more", "Page", page%pages+1, "Pages", pages), Value: morePage,
	})
}

package challenge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/background/news"
	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/choice"
	"amytis/bot/play/tables"
	"amytis/bot/play/wishes"
	"amytis/bot/say/pictures"
	"amytis/bot/say/reasons"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/render"
	"amytis/store"
)

// source returns what a server is told of one of its puzzles.
func (w *Worker) source(
	name string, of func(store.Challenge) *store.Puzzle,
	write func(context.Context, *text.Words, store.Challenge) (*message.Message, error),
) news.Source {
	due := func(ctx context.Context, guild table.GuildID, s store.Settings, now time.Time) (*news.Post, error) {
		c, err := w.turn(ctx, guild, s.Challenge, now)
		p := of(c)
		if err != nil || c.Channel == 0 || p == nil {
			return nil, err
		}
		return &news.Post{Key: p.Day, Channel: c.Channel, Since: midnight(p.Day), Make: func(ctx context.Context) (*message.Message, error) {
			return write(ctx, w.Languages.WordsBy(ctx, s, guild, ""), c)
		}}, nil
	}
	return news.Source{Name: name, Due: due}
}

// useful is how late a puzzle may be. A later one waits for the next hour.
const useful = 12 * time.Hour

// turn begins a new day's puzzle once it is found. It returns the challenge then.
func (w *Worker) turn(ctx context.Context, guild table.GuildID, c store.Challenge, now time.Time) (store.Challenge, error) {
	if c.Channel == 0 {
		return c, nil
	}
	now = now.In(wishes.Location(c.Place()))
	day, soon := dayAt(now, c.Hour), dayAt(now.Add(ahead), c.Hour)
	begun := dayOf(c)
	late := dayAt(now.Add(-useful), c.Hour) == day || begun == "" && day != dayAt(now, 0)
	due := day > begun && !late
	if c.Next == nil && (due || soon != day) {
		select {
		case w.wanted <- want{guild, soon}:
		default: // the worker has something to do, and is asked again
		}
	}
	if c.Next == nil || !due {
		return c, nil
	}
	err := w.Store.ChangeSettings(ctx, guild, func(s *store.Settings) error {
		if s.Challenge.Next != nil && dayOf(s.Challenge) < day {
			BeginDay(&s.Challenge, day)
		}
		c = s.Challenge
		return nil
	})
	return c, err
}

func dayOf(c store.Challenge) string {
	if c.Now == nil {
		return ""
	}
	return c.Now.Day
}

// dayAt returns the day of the present puzzle, by the clock of now's place.
func dayAt(now time.Time, hour int) string {
	if now.Hour() < hour {
		now = now.AddDate(0, 0, -1)
	}
	return now.Format(time.DateOnly)
}

// idOf returns an ID for caches of pictures. No table has it.
func idOf(w *text.Words, p *store.Puzzle) table.ID {
	h := fnv.New64a()
	fmt.Fprint(h, w.Lang(), p.Mark)
	return 1<<60 | table.ID(h.Sum64()>>4)
}

func (w *Worker) puzzle(ctx context.Context, words *text.Words, c store.Challenge) (*message.Message, error) {
	p := c.Now
	t, err := Table(words, p)
	if err != nil {
		return nil, err
	}
	h, err := sentences.NewHistory(t)
	if err != nil {
		return nil, err
	}
	in := t.Game.Info()
	title := words.Say("bot.challenge.title", "Date", date(p.Day), "Game", words.T(in.ID+".name", nil))
	toPlay := words.Say("bot.challenge.to_play", "Name", sentences.Name(words, t.Player(p.Seat)),
		"When", h.When(words, h.Last()+1), "Scene", sentences.Scene(words, t))
	m := &message.Message{
		Content: text.Lines(title, toPlay, sentences.Totals(words, t), words.Say("bot.challenge.rules")),
		Components: []discordgo.MessageComponent{control.Row(
			control.Button(words, "bot.button.try_puzzle", discordgo.PrimaryButton,
				control.Control{Action: control.TryPuzzle, Arg: p.Mark}),
			control.Button(words, "bot.button.puzzle_table", discordgo.SecondaryButton, control.Control{Action: control.PuzzleTable}))},
	}
	want := pictures.Request{View: in.TableView(), Seat: p.Seat, Said: text.Unformatted(toPlay)}
	if legal := t.State.Legal(p.Seat, nil); len(legal) > 0 {
		want.View = in.VerbInfo(legal[0].Verb).View
	}
	return m, w.attach(ctx, words, m, p, t, want)
}

// attach adds a picture for everybody, which shows the table where what they asked for is hidden.
func (w *Worker) attach(
	ctx context.Context, words *text.Words, m *message.Message, p *store.Puzzle, t *table.Table, want pictures.Request,
) error {
	want.Asker = 0
	want.Patient = true
	err := w.Pictures.Attach(ctx, words, m, idOf(words, p), t, want)
	if errors.Is(err, render.ErrHidden) {
		want.View = t.Game.Info().TableView()
		err = w.Pictures.Attach(ctx, words, m, idOf(words, p), t, want)
	}
	return err
}

// answer shows the best turn of the last puzzle, and who found it.
func (w *Worker) answer(ctx context.Context, words *text.Words, c store.Challenge) (*message.Message, error) {
	p := c.Last
	t, err := Table(words, p)
	if err != nil {
		return nil, err
	}
	best, err := choice.ParseMoves(t.Game, p.Best)
	if err != nil {
		return nil, err
	}
	f := reasons.Foresee(t, best, p.Seed)
	if len(f.Steps) == 0 {
		return nil, errors.New("challenge: the best turn cannot be played")
	}
	in := t.Game.Info()
	moves := text.Each(best, func(m engine.Move) string { return "**" + sentences.Spelled(words, t, m) + "**" })
	title := words.Say("bot.challenge.answer", "Date", date(p.Day), "Game", words.T(in.ID+".name", nil))
	turn := words.Say("bot.challenge.best", "Name", sentences.Name(words, t.Player(p.Seat)), "Moves", strings.Join(moves, ", "))
	lines := []string{title, turn, reasons.Reasons{Words: words, Table: t, Seat: p.Seat}.Gains(f), found(words, p), streaks(words, c)}
	if c.Now != nil && MonthOf(c.Now.Day) != MonthOf(p.Day) {
		lines = append(lines, words.Say("bot.challenge.month"), standings(words, c, p.Day, len(sentences.Medals)))
	}
	m := &message.Message{Content: text.Lines(lines...)}
	shown, want := f.Picture()
	want.Said = text.Unformatted(turn)
	return m, w.attach(ctx, words, m, p, shown, want)
}

const (
	maxNamed = 15 // how many people a line names
	// tableRows is how many a month's table names. The month's last message names the first three.
	tableRows = 15
)

// found says how many have found the best turn, and who.
func found(w *text.Words, p *store.Puzzle) string {
	var who []string
	solves := slices.DeleteFunc(slices.Clone(p.Solves), func(s store.Solve) bool { return s.Known })
	for _, s := range solves {
		if s.Stars == MaxStars {
			who = append(who, sentences.Mention(w, s.User))
		}
	}
	if len(solves) == 0 {
		return w.Say("bot.challenge.none")
	}
	return w.Say("bot.challenge.found", "Found", len(who), "Tried", len(solves), "Names", named(w, who))
}

// streaks names those who have had stars for several puzzles, the longest first.
func streaks(w *text.Words, c store.Challenge) string {
	long := slices.DeleteFunc(slices.Clone(c.Scores), func(s store.ChallengeScore) bool {
		return s.Streak < 2 || s.Day != c.Last.Day && s.Day != dayOf(c)
	})
	slices.SortStableFunc(long, func(a, b store.ChallengeScore) int { return cmp.Compare(b.Streak, a.Streak) })
	if len(long) == 0 {
		return ""
	}
	who := text.Each(long, func(s store.ChallengeScore) string {
		return w.Say("bot.challenge.streak", "Name", sentences.Mention(w, s.User), "Days", s.Streak)
	})
	return w.Say("bot.challenge.streaks", "Names", named(w, who))
}

func named(w *text.Words, who []string) string {
	if more := len(who) - maxNamed; more > 0 {
		who = append(who[:maxNamed:maxNamed], w.Say("bot.challenge.more", "Number", more))
	}
	return w.List(who)
}

// standings returns the best of the month of a day up to a place, a line each, "" for none.
func standings(w *text.Words, c store.Challenge, day string, most int) string {
	scores := slices.DeleteFunc(slices.Clone(c.Scores), func(s store.ChallengeScore) bool {
		return MonthOf(s.Day) != MonthOf(day)
	})
	order := func(a, b store.ChallengeScore) int {
		return cmp.Or(cmp.Compare(b.Stars, a.Stars), cmp.Compare(a.Days, b.Days), cmp.Compare(b.Streak, a.Streak))
	}
	slices.SortStableFunc(scores, order)
	var lines []string
	for i, place := range tables.Places(scores, func(a, b store.ChallengeScore) bool { return order(a, b) == 0 }) {
		if place > most || i == tableRows {
			break
		}
		s := scores[i]
		lines = append(lines, w.Say("bot.challenge.row", "Place", place, "Name", sentences.Mention(w, s.User),
			"Stars", s.Stars, "Count", s.Days, "Streak", s.Streak))
	}
	return strings.Join(lines, "\n")
}

// Month returns the table of the present month.
func Month(w *text.Words, c store.Challenge) string {
	return text.Lines(w.Say("bot.challenge.month"), cmp.Or(standings(w, c, dayOf(c), tableRows), w.Say("bot.challenge.nobody")))
}

// Verdict says how near a submitted turn comes to the best.
func Verdict(w *text.Words, s store.Solve) string {
	row := strings.Repeat("★", s.Stars) + strings.Repeat("☆", MaxStars-s.Stars)
	said := w.Say("bot.challenge.stars."+strconv.Itoa(s.Stars), "Stars", row)
	if s.Behind >= engine.WinWorth/2 {
		said += " " + w.Say("bot.challenge.decides")
	}
	return said
}

// midnight is where a day begins in the east, 14 hours before it does in UTC.
func midnight(day string) time.Time {
	t, _ := time.Parse(time.DateOnly, day)
	return t.Add(-14 * time.Hour)
}

// date returns a day in the reader's language. At noon it is nearly everywhere the same day.
func date(day string) string { return fmt.Sprintf("<t:%d:D>", midnight(day).Add(26*time.Hour).Unix()) }

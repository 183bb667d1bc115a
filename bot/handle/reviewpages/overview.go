package reviewpages

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/pictures"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/review"
	"amytis/engine/table"
	"amytis/render/chart"
)

// overview returns who won, how accurate each player was, the key moments, and the graph of the
// chances to win.
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
		Components: controls(w, s, found, -1),
		Embeds:     []*discordgo.MessageEmbed{},
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

// controls returns a button for each key moment, disabled for the shown one, and a button to the
// whole review. shown is -1 in the whole review: there the last button opens the replay. beside are
// more buttons.
func controls(
	w *text.Words, s tables.Loaded, found *review.Review, shown int, beside ...discordgo.MessageComponent,
) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	for i := range found.Key {
		c := control.At(control.Reviewed, s.ID, s.Table, strconv.Itoa(i))
		row = append(row, discordgo.Button{
			Label: text.Cut(w.Say("bot.review.show", "Number", i+1), control.MaxLabel),
			Style: discordgo.SecondaryButton, CustomID: c.ID(), Disabled: i == shown,
		})
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

// maxAlt is Discord's limit for an alt text, in characters.
const maxAlt = 1024

// alt says of each player the last, lowest and highest chance, and lists the key moments.
func alt(w *text.Words, h sentences.History, found *review.Review) string {
	said := []string{w.Say("bot.review.alt")}
	for i, p := range h.Table.Players {
		if len(found.Turns) == 0 {
			break
		}
		var low, high int
		for n := range found.Turns {
			if found.Turns[n].Chances[i] < found.Turns[low].Chances[i] {
				low = n
			}
			if found.Turns[n].Chances[i] > found.Turns[high].Chances[i] {
				high = n
			}
		}
		at := func(n int) (percent, when string) {
			return sentences.Percent(w, found.Turns[n].Chances[i]), h.When(w, h.TurnOf(found.Turns[n].To))
		}
		last, _ := at(len(found.Turns) - 1)
		lowest, lowTurn := at(low)
		highest, highTurn := at(high)
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
	return text.Cut(strings.Join(said, " "), maxAlt)
}

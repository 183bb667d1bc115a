package posts

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine/table"
	"amytis/store"
)

// Discord allows 6,000 characters in the embeds of a message, and 4,096 in one of them.
// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const (
	maxLobbies = 1800
	maxRunning = 3200
	// lastResults is how many results a board shows.
	lastResults = 5
	// maxJoin is the length of a label that a phone shows, in characters.
	maxJoin = 34
)

// Board lists the open games of a server, the lobbies with buttons to join them, and the last
// results of several people. Of what does not fit it has the number.
func Board(w *text.Words, open []tables.Loaded, results []store.Result) *message.Message {
	m := &message.Message{
		Content: w.Say("bot.games.title"), Flags: discordgo.MessageFlagsSuppressNotifications,
		Components: message.NoComponents,
	}
	var lobbies, running []tables.Loaded
	for _, s := range open {
		if s.Table.Status == table.Lobby {
			lobbies = append(lobbies, s)
		} else {
			running = append(running, s)
		}
	}
	slices.SortStableFunc(running, func(a, b tables.Loaded) int {
		return cmp.Compare(sentences.WaitingSince(b.Table, 0), sentences.WaitingSince(a.Table, 0))
	})
	part := func(title, none string, lines []string, most int) {
		if shown := cmp.Or(sentences.Listed(w, "", lines, most), none); shown != "" {
			m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{
				Title: w.Say(title), Color: control.EmbedColor, Description: shown,
			})
		}
	}
	var lines []string
	for _, s := range lobbies {
		lines = append(lines, boardLine(w, "bot.mine.lobby", s)+" · "+sentences.NameOf(w, s.Table, s.Table.Host))
	}
	part("bot.games.lobbies", w.Say("bot.games.none"), lines, maxLobbies)
	m.Components = append(m.Components, joinButtons(w, lobbies)...)
	lines = nil
	for _, s := range running {
		lines = append(lines, boardLine(w, "bot.mine.theirs", s))
	}
	part("bot.games.running", "", lines, maxRunning)
	lines = nil
	results = slices.DeleteFunc(slices.Clone(results), func(r store.Result) bool { return len(r.People()) < 2 })
	for _, r := range results[:min(len(results), lastResults)] {
		var winners []string
		for _, s := range r.Standings {
			if s.Won() {
				winners = append(winners, sentences.Mention(w, s.User))
			}
		}
		lines = append(lines, "**"+w.Say(r.Game+".name")+"** · 🏆 "+w.List(winners)+" · "+sentences.Moment(r.At))
	}
	part("bot.games.results", "", lines, control.MaxContent)
	return m
}

func boardLine(w *text.Words, key string, s tables.Loaded) string {
	return sentences.TableLine(w, key, s.Table, 0) + " · <#" + s.Header.Channel.String() + ">"
}

// joinButtons returns a button for each lobby with a free seat, as many as a message can have.
func joinButtons(w *text.Words, lobbies []tables.Loaded) (rows []discordgo.MessageComponent) {
	var buttons []discordgo.MessageComponent
	for _, s := range lobbies {
		if _, most := s.Table.Seats(); len(s.Table.Players) >= most {
			continue
		}
		b := control.Button(w, "bot.button.join", discordgo.SuccessButton,
			control.Control{Action: control.JoinThere, Arg: s.ID.String()})
		b.Label = text.Cut(b.Label+": "+w.Say(s.Header.Game+".name")+" · "+text.Unescaped(sentences.NameOf(w, s.Table, s.Table.Host)), maxJoin)
		buttons = append(buttons, b)
	}
	buttons = buttons[:min(len(buttons), control.MaxRows*control.MaxRowButtons)]
	for row := range slices.Chunk(buttons, max(1, (len(buttons)+control.MaxRows-1)/control.MaxRows)) {
		rows = append(rows, control.Row(row...))
	}
	return rows
}

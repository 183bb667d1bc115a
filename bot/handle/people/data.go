package people

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/discord/control"
	"amytis/bot/discord/message"
	"amytis/bot/handle/interaction"
	"amytis/bot/play/tables"
	"amytis/bot/say/sentences"
	"amytis/bot/text"
	"amytis/engine"
	"amytis/engine/table"
	"amytis/store"
)

const dataFormat = "amytis-personal/1"

// personalData is everything that the store keeps about a user, in the file that the user gets. It
// names nobody else. Times are in RFC 3339.
type personalData struct {
	Format      string            `json:"format"`
	Made        string            `json:"made"`
	User        table.UserID      `json:"user,string"`
	Preferences store.Preferences `json:"preferences"`
	Servers     []*serverData     `json:"servers"`
	Damaged     string            `json:"damaged,omitempty"` // the games that cannot be read
}

type serverData struct {
	Server       table.GuildID         `json:"server,string"`
	Leaderboards []standing            `json:"leaderboards,omitempty"`
	Games        []*gameData           `json:"games"`
	Challenge    *store.ChallengeScore `json:"challenge,omitempty"` // how the user did at the challenges of the day
}

type standing struct {
	Game   string       `json:"game"`             // "" for all games together
	Level  int          `json:"level,omitempty"`  // of the computers, 0 for the board between people
	Season store.Season `json:"season,omitempty"` // "" for all times; its points are counted in halves
	store.Row
}

type gameData struct {
	Table    table.ID        `json:"table,string"`
	Channel  table.ChannelID `json:"channel,string"`
	Game     string          `json:"game"`
	Status   store.Status    `json:"status"`
	Rank     int             `json:"rank,omitempty"`
	Score    *int            `json:"score,omitempty"`
	Assisted bool            `json:"assisted,omitempty"` // a computer stood in and made a move
	Resigned bool            `json:"resigned,omitempty"`
	Events   []eventData     `json:"events"`
}

// eventData is an event that names the user, without data of other players.
type eventData struct {
	Kind table.EventKind `json:"kind"`
	At   string          `json:"at"`
	Name string          `json:"name,omitempty"`
	Seat engine.Seat     `json:"seat,omitempty"`
	Move string          `json:"move,omitempty"`
	Plan []string        `json:"plan,omitempty"`
	Auto bool            `json:"automatic,omitempty"` // the bot took the step
}

// data handles /me data: it sends all that the store has about the user, and offers to erase it.
func data(ctx context.Context, r *interaction.Request) error {
	all, err := collect(ctx, r)
	if err != nil {
		return err
	}
	file, err := dataFile(all, maxPlainFile)
	if err != nil {
		return err
	}
	count := 0
	for _, s := range all.Servers {
		count += len(s.Games)
	}
	content := r.Words.Say("bot.data.file", "Count", count)
	file.Alt = content
	r.Answer.Whisper(ctx, &message.Message{
		Content: content, Files: []message.File{file},
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			r.Words, "bot.button.erase", discordgo.DangerButton, control.Control{Action: control.Erase},
		))},
	})
	return nil
}

// maxPlainFile is the size from which the file is compressed; Discord takes 10 MiB.
// https://discord.com/developers/docs/reference#uploading-files
const maxPlainFile = 8 << 20

func dataFile(all *personalData, limit int) (message.File, error) {
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return message.File{}, err
	}
	f := message.File{Name: "amytis-data.json", ContentType: "application/json", Data: text}
	if len(text) <= limit {
		return f, nil
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(text) // a Buffer never fails
	_ = w.Close()
	return message.File{Name: f.Name + ".gz", ContentType: "application/gzip", Data: packed.Bytes()}, nil
}

func collect(ctx context.Context, r *interaction.Request) (*personalData, error) {
	all := &personalData{Format: dataFormat, Made: r.Now().UTC().Format(time.RFC3339), User: r.User}
	var err error
	if all.Preferences, err = r.Store.Preferences(ctx, r.User); err != nil {
		return nil, err
	}
	servers := map[table.GuildID]*serverData{}
	err = r.Store.Mentioning(ctx, r.User, func(id table.ID, h store.Header, log []table.Event) error {
		s := servers[h.Guild]
		if s == nil {
			s = &serverData{Server: h.Guild}
			servers[h.Guild] = s
		}
		s.Games = append(s.Games, &gameData{
			Table: id, Channel: h.Channel, Game: h.Game, Status: h.Status, Events: eventsOf(r.User, log),
		})
		return nil
	})
	if store.NotDamage(err) != nil {
		return nil, err
	}
	if err != nil {
		all.Damaged = err.Error()
	}
	if err := addChallenges(ctx, r, servers); err != nil {
		return nil, err
	}
	all.Servers = slices.SortedFunc(maps.Values(servers), func(a, b *serverData) int {
		return cmp.Compare(a.Server, b.Server)
	})
	for _, s := range all.Servers {
		if err := s.addResults(ctx, r); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addChallenges adds what servers keep of the user's challenges.
func addChallenges(ctx context.Context, r *interaction.Request, servers map[table.GuildID]*serverData) error {
	guilds, err := r.Languages.Known(ctx)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		settings, err := r.Store.Settings(ctx, guild)
		if err != nil {
			return err
		}
		for _, score := range settings.Challenge.Scores {
			if score.User == r.User {
				s := cmp.Or(servers[guild], &serverData{Server: guild, Games: []*gameData{}})
				s.Challenge = &score
				servers[guild] = s
			}
		}
	}
	return nil
}

func eventsOf(user table.UserID, log []table.Event) []eventData {
	events := []eventData{}
	for _, e := range log {
		if !e.Mentions(user) {
			continue
		}
		d := eventData{Kind: e.Kind, At: time.UnixMilli(e.At).UTC().Format(time.RFC3339), Seat: e.Seat}
		if e.By == user {
			d.Move, d.Plan, d.Auto = e.Move, e.Plan, e.Auto
		}
		if named := cmp.Or(e.User, e.By); named == user {
			d.Name = e.Name
		}
		if e.Kind == table.Started {
			d.Seat = engine.Seat(1 + slices.Index(e.Order, user))
		}
		events = append(events, d)
	}
	return events
}

// addResults adds the user's results, and the rows of the leaderboards that they count on.
func (s *serverData) addResults(ctx context.Context, r *interaction.Request) error {
	results, err := r.Results(ctx, s.Server)
	if err != nil {
		return err
	}
	var boards []store.Board
	byTable := map[table.ID]*gameData{}
	for _, g := range s.Games {
		byTable[g.Table] = g
	}
	for _, result := range results {
		for _, standing := range result.Standings {
			if standing.User != r.User {
				continue
			}
			boards = append(boards, result.Boards()...)
			if g := byTable[result.Table]; g != nil {
				g.Rank, g.Score = standing.Rank, &standing.Score
				g.Assisted, g.Resigned = standing.Assisted, standing.Resigned
			}
		}
	}
	slices.SortFunc(boards, func(a, b store.Board) int { return cmp.Compare(a.Name(), b.Name()) })
	for _, b := range slices.Compact(boards) {
		rows, err := r.Store.Leaderboard(ctx, s.Server, b)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.User == r.User {
				s.Leaderboards = append(s.Leaderboards, standing{Game: b.Game, Level: b.Level, Season: b.Season, Row: row})
			}
		}
	}
	return nil
}

// Erase erases a user. Their name becomes a former player's, in each server's language.
func Erase(ctx context.Context, ts *tables.Tables, l *sentences.Languages, user table.UserID) error {
	return ts.Erase(ctx, user, func(guild table.GuildID) string { return l.Words(ctx, guild, "").Say(formerKey) })
}

const formerKey = "bot.former"

// pressErase says what happens, and asks.
func pressErase(ctx context.Context, r *interaction.Request) error {
	r.Answer.InPlace(ctx, &message.Message{
		Content: r.Words.Say("bot.data.ask", "Former", r.PublicWords(ctx).Say(formerKey)),
		Components: []discordgo.MessageComponent{control.Row(control.Button(
			r.Words, "bot.button.erase_sure", discordgo.DangerButton, control.Control{Action: control.EraseSure},
		))},
	})
	return nil
}

func pressEraseSure(ctx context.Context, r *interaction.Request) error {
	err, done := Erase(ctx, r.Tables, r.Languages, r.User), "bot.data.erased"
	if errors.Is(err, store.ErrDamaged) {
		r.Log.Error("a person is not erased from what is damaged", slog.Any("user", r.User), slog.Any("err", err))
		err, done = nil, "bot.data.partly"
	}
	if err != nil {
		return err
	}
	r.Answer.InPlace(ctx, &message.Message{Content: r.Words.Say(done)})
	return nil
}

// privacy handles /privacy: which data the bot stores, why and for how long.
func privacy(ctx context.Context, r *interaction.Request) error {
	r.Answer.Whisper(ctx, &message.Message{Content: privacyText(r.Words, r.Privacy)})
	return nil
}

func privacyText(w *text.Words, host interaction.Privacy) string {
	names := w.Say("bot.privacy.forever")
	if host.KeepDays > 0 {
		names = w.Say("bot.privacy.names", "Count", host.KeepDays)
	}
	return w.Say("bot.privacy.lines",
		"Names", names, "Days", int(store.KeepGone/(24*time.Hour)), "Contact", host.Contact)
}

package page

import (
	"net/http"
	"slices"
	"strconv"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/traffic"
	"amytis/bot/localdiscord/wire"
)

type person struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Locale   string `json:"locale,omitempty"`
	Presence string `json:"presence,omitempty"` // below the bot's name
}

type place struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	ParentID string `json:"parent,omitempty"` // of a thread
	DM       bool   `json:"dm,omitempty"`
	Archived bool   `json:"archived,omitempty"`
}

type state struct {
	Guild     string            `json:"guild"`
	Bot       person            `json:"bot"`
	Me        person            `json:"me"`
	People    []person          `json:"people"`
	Places    []place           `json:"places"`
	Settings  settings          `json:"settings"`
	Roles     map[string]string `json:"roles"`     // names by id
	Developer bool              `json:"developer"` // whether the developers' panel is available
}

type settings struct {
	DirectMessages bool `json:"direct_messages"` // whether the person accepts any
}

func settingsOf(u *localdiscord.User) *settings { return &settings{DirectMessages: !u.ClosedDMs()} }

func (p *Page) state(u *localdiscord.User, r *http.Request) (any, error) {
	s := state{Bot: person{ID: p.discord.BotID(), Name: localdiscord.BotName, Presence: p.discord.BotPresence()},
		Me: person{ID: u.ID, Name: u.Name, Locale: u.Locale}, Places: places(u), Settings: *settingsOf(u),
		Developer: fromHere(r)}
	for _, g := range p.discord.Guilds() {
		s.Guild = g.Name
		s.Roles = g.RoleNames()
	}
	for _, other := range p.discord.Users() {
		s.People = append(s.People, person{ID: other.ID, Name: other.Name, Locale: other.Locale})
	}
	return s, nil
}

func places(u *localdiscord.User) []place {
	var list []place
	for _, c := range u.Channels() {
		list = append(list, place{c.ID, c.Name, c.ParentID, c.IsDM(), c.IsArchived()})
	}
	return list
}

const perPage = 50

type messagePage struct {
	Messages []*localdiscord.Message `json:"messages"`
	More     bool                    `json:"more"` // there are older ones
}

// messages returns the newest of a channel, before the message ?before= if given.
func (p *Page) messages(u *localdiscord.User, r *http.Request) (any, error) {
	channels := u.Channels()
	wanted := r.URL.Query().Get("channel")
	at := slices.IndexFunc(channels, func(c *localdiscord.Channel) bool { return c.ID == wanted })
	if at < 0 {
		return nil, &refusal{http.StatusNotFound, "there is no such channel"}
	}
	list := u.Messages(channels[at])
	if before := r.URL.Query().Get("before"); before != "" {
		at := slices.IndexFunc(list, func(m *localdiscord.Message) bool { return m.ID == before })
		list = list[:max(at, 0)]
	}
	from := max(0, len(list)-perPage)
	return messagePage{append([]*localdiscord.Message{}, list[from:]...), from > 0}, nil
}

func (p *Page) commands(u *localdiscord.User, r *http.Request) (any, error) {
	c := p.discord.Channel(r.URL.Query().Get("channel"))
	return append([]localdiscord.Leaf{}, u.Commands(c)...), nil
}

func (p *Page) menus(u *localdiscord.User, r *http.Request) (any, error) {
	return u.MenuItems(p.discord.Channel(r.URL.Query().Get("channel"))), nil
}

// pictures has the types of files that a browser may show. Others are downloaded.
var pictures = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// file serves an attachment of any version of a message: a browser may ask for a replaced picture.
func (p *Page) file(u *localdiscord.User, w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("message")
	for _, m := range p.discord.History(id) {
		at := slices.IndexFunc(m.Attachments, func(a wire.Attachment) bool { return a.ID == r.PathValue("attachment") })
		if at < 0 || u.Message(id) == nil {
			continue
		}
		data, err := u.Download(m, m.Attachments[at])
		if err != nil {
			break
		}
		h := w.Header()
		kind := m.Attachments[at].ContentType
		if !slices.Contains(pictures, kind) {
			kind = "application/octet-stream"
			h.Set("Content-Disposition", "attachment")
		}
		h.Set("Content-Type", kind)
		h.Set("Cache-Control", "private, max-age=86400, immutable") // an attachment's bytes never change
		_, _ = w.Write(data)                                        // a browser that went away misses nothing
		return
	}
	http.NotFound(w, r)
}

type entry struct {
	localdiscord.Traffic
	Micros int64  `json:"micros"`
	Body   string `json:"body,omitempty"`
	Answer string `json:"answer,omitempty"`
}

type developerView struct {
	Entries    []entry `json:"entries"`
	Violations int     `json:"violations"` // how often Discord refused what the bot did
	Connected  int     `json:"connected"`  // sessions of the gateway
}

// traffic returns what the bot and Discord said to each other since the entry ?after=, to this
// machine only: it would show players each other's secrets.
func (p *Page) traffic(_ *localdiscord.User, r *http.Request) (any, error) {
	if !fromHere(r) {
		return nil, &refusal{http.StatusForbidden, "only for this machine"}
	}
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64) // everything if it is not a number
	view := developerView{Entries: []entry{}, Violations: len(p.discord.Violations()), Connected: p.discord.Sessions()}
	log := p.discord.Log()
	if n := len(log); n == 0 || log[n-1].Seq < after {
		after = 0 // Discord was restarted and counts from 1 again
	}
	for _, t := range log {
		if t.Seq <= after {
			continue
		}
		t.Path = traffic.Conceal(t.Path)
		view.Entries = append(view.Entries, entry{t, t.Took.Microseconds(), traffic.Conceal(string(t.Body)),
			traffic.Conceal(string(t.Answer))})
	}
	return view, nil
}

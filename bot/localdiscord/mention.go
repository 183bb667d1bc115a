package localdiscord

import (
	"regexp"
	"time"
)

// allowedMentions says which mentions in a text may ping.
// https://discord.com/developers/docs/resources/message#allowed-mentions-object
type allowedMentions struct {
	Parse       []string `json:"parse"`
	Roles       []string `json:"roles"`
	Users       []string `json:"users"`
	RepliedUser *bool    `json:"replied_user"`
}

func (a *allowedMentions) check(t *errorTree) {
	for _, kind := range a.Parse {
		switch kind {
		case "users", "roles", "everyone":
		default:
			t.add("allowed_mentions.parse", "BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
	}
	exclusive := func(kind string, list []string) {
		if len(list) > 0 && a.parses(kind) {
			t.add("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				"parse:[%q] and %s: [ids...] are mutually exclusive.", kind, kind)
		}
		if len(list) > maxMentions {
			t.add("allowed_mentions."+kind, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxMentions)
		}
		for _, id := range list {
			if !isSnowflake(id) {
				t.add("allowed_mentions."+kind, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
			}
		}
	}
	exclusive("users", a.Users)
	exclusive("roles", a.Roles)
}

func (a *allowedMentions) parses(kind string) bool {
	for _, k := range a.Parse {
		if k == kind {
			return true
		}
	}
	return false
}

// Without allowed_mentions a message of a channel parses everything; an answer to an interaction only users.
func defaultMentions(p purpose) allowedMentions {
	if p == forChannel || p == forEdit {
		return allowedMentions{Parse: []string{"users", "roles", "everyone"}}
	}
	return allowedMentions{Parse: []string{"users"}}
}

// Ping is a notification that a user got.
type Ping struct {
	UserID    string
	ChannelID string
	MessageID string
	Text      string
	At        time.Time
	// Silent pings mark the message but make no sound.
	Silent bool
	// Edit is set when an edit named somebody whom the message had not named before.
	Edit bool
}

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention fills in who is mentioned by a text and who is pinged by it. It is called with the lock held, on a message
// nobody else has yet.
func (w *world) mention(m *Message, b *messageBody, p purpose, before *Message) {
	ch := w.channels[m.ChannelID]
	text := m.mentionText()
	m.Mentions, m.MentionRoles, m.MentionEveryone, m.Pinged = []UserInfo{}, []string{}, false, nil
	if ch == nil {
		return
	}
	allowed := defaultMentions(p)
	if b.AllowedMentions.set && !b.AllowedMentions.null {
		allowed = b.AllowedMentions.v
	}
	users := w.mentionedUsers(text, allowed)
	if reply := m.ReferencedMessage; reply != nil && before == nil &&
		(allowed.RepliedUser == nil && !b.AllowedMentions.set || allowed.RepliedUser != nil && *allowed.RepliedUser) {
		users = append(users, reply.Author.ID)
	}
	seen := map[string]bool{}
	for _, id := range users {
		if u := w.users[id]; u != nil && !seen[id] {
			seen[id] = true
			m.Mentions = append(m.Mentions, u.wire())
		}
	}
	for _, match := range roleMention.FindAllStringSubmatch(text, -1) {
		if allowed.parses("roles") || contains(allowed.Roles, match[1]) {
			m.MentionRoles = append(m.MentionRoles, match[1])
			users = append(users, w.withRole(ch.guildID, match[1])...)
		}
	}
	if everyoneMention.MatchString(text) && allowed.parses("everyone") &&
		w.permissionsIn(w.bot.id, ch).Has(MentionEveryone) {
		m.MentionEveryone = true
		users = append(users, w.everyoneIn(ch)...)
	}
	if m.OnlyFor == "" {
		m.Pinged = w.pingable(users, ch)
	}
}

func (w *world) mentionedUsers(text string, allowed allowedMentions) []string {
	var users []string
	for _, match := range userMention.FindAllStringSubmatch(text, -1) {
		if allowed.parses("users") || contains(allowed.Users, match[1]) {
			users = append(users, match[1])
		}
	}
	return users
}

func (w *world) withRole(guildID, roleID string) []string {
	var users []string
	if g := w.guilds[guildID]; g != nil {
		for id, m := range g.members {
			if m.roleID == roleID {
				users = append(users, id)
			}
		}
	}
	return users
}

func (w *world) everyoneIn(ch *channelState) []string {
	if g := w.guilds[ch.guildID]; g != nil {
		return g.memberIDs()
	}
	return ch.recipients
}

// pingable drops bots, strangers and repetitions.
func (w *world) pingable(users []string, ch *channelState) []string {
	var pinged []string
	for _, id := range users {
		u := w.users[id]
		if u != nil && !u.bot && !contains(pinged, id) && w.visible(id, ch) {
			pinged = append(pinged, id)
		}
	}
	return pinged
}

// maxPings bounds what is remembered of one person's notifications.
const maxPings = 5000

// notify delivers the pings of a message, and leaves in Pinged only those who had not been pinged by it before.
func (w *world) notify(m *Message, rec *record, now time.Time, edit bool) {
	if edit {
		var fresh []string
		for _, id := range m.Pinged {
			if !rec.hasPinged(id) {
				fresh = append(fresh, id)
			}
		}
		m.Pinged = fresh
	}
	for _, id := range m.Pinged {
		u := w.users[id]
		if len(u.pings) >= maxPings {
			u.pings = append(u.pings[:0:0], u.pings[maxPings/2:]...)
		}
		u.pings = append(u.pings, Ping{UserID: id, ChannelID: m.ChannelID, MessageID: m.ID, Text: m.mentionText(), At: now,
			Silent: m.Flags&FlagSuppressNotifications != 0, Edit: edit})
	}
}

func (r *record) hasPinged(userID string) bool {
	for _, m := range r.history {
		if contains(m.Pinged, userID) {
			return true
		}
	}
	return contains(r.current.Pinged, userID)
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

package world

import (
	"regexp"
	"slices"

	"amytis/bot/localdiscord/body"
	"amytis/bot/localdiscord/wire"
)

var (
	userMention     = regexp.MustCompile(`<@!?(\d+)>`)
	roleMention     = regexp.MustCompile(`<@&(\d+)>`)
	everyoneMention = regexp.MustCompile(`@(everyone|here)\b`)
)

// mention fills in which users a text mentions and which of them it pings. before is the version
// that m edits, nil for a new message.
func (ms *Messages) mention(
	ch *Channel, m *wire.Message, b *body.Message, p body.Purpose, before *wire.Message,
) {
	text := m.MentionText()
	m.Mentions, m.MentionRoles, m.MentionEveryone, m.Pinged = []wire.User{}, []string{}, false, nil
	allowed := b.Mentions(p)
	var users []string
	for _, match := range userMention.FindAllStringSubmatch(text, -1) {
		id := match[1]
		if u := ms.world.Users[id]; u != nil && allowed.User(id) && !slices.Contains(users, id) {
			users = append(users, id)
			m.Mentions = append(m.Mentions, u.Wire())
		}
	}
	for _, match := range roleMention.FindAllStringSubmatch(text, -1) {
		if allowed.Role(match[1]) {
			m.MentionRoles = append(m.MentionRoles, match[1])
			users = append(users, ch.Guild().withRole(match[1])...)
		}
	}
	if everyoneMention.MatchString(text) && allowed.Everyone() && ch.May(ch.world.Bot.ID, wire.MentionEveryone) {
		m.MentionEveryone = true
		users = append(users, everyoneIn(ch)...)
	}
	switch {
	case ch.IsDM():
		m.Pinged = ch.recipientsOf(m.Author.ID, p, before)
	case m.OnlyFor == "":
		m.Pinged = pingable(ch, users)
	}
}

// withRole returns the member whose personal role this is, none if g is nil.
func (g *Guild) withRole(roleID string) []string {
	if g != nil {
		for id, m := range g.members {
			if m.roleID == roleID {
				return []string{id}
			}
		}
	}
	return nil
}

func everyoneIn(ch *Channel) []string {
	if g := ch.Guild(); g != nil {
		return g.MemberIDs()
	}
	return ch.Recipients
}

// pingable drops bots, users that do not see the channel, and repetitions.
func pingable(ch *Channel, users []string) []string {
	var pinged []string
	for _, id := range users {
		u := ch.world.Users[id]
		if u != nil && !u.Bot && !slices.Contains(pinged, id) && ch.SeenBy(id) {
			pinged = append(pinged, id)
		}
	}
	return pinged
}

// notify delivers the pings of a message. For an edit, it first drops from m.Pinged those that r
// has pinged before.
func (ms *Messages) notify(m *wire.Message, r *Record, edit bool) {
	if edit {
		m.Pinged = slices.DeleteFunc(m.Pinged, r.hasPinged)
	}
	for _, id := range m.Pinged {
		wire.Push(&ms.world.Users[id].Pings, Ping{UserID: id, ChannelID: m.ChannelID, MessageID: m.ID, Text: m.MentionText(),
			At: ms.world.Now(), Silent: m.Flags&wire.FlagSuppressNotifications != 0, Edit: edit}, maxPings)
	}
}

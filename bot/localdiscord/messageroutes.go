package localdiscord

import (
	"net/http"
	"sort"
	"strconv"
	"time"
)

// place finds the channel of a request and checks what the bot may do there. The lock is held.
// A channel that the bot cannot see is 50001, a missing right 50013.
func (s *Server) place(c *call, need Permissions) (*channelState, *apiError) {
	w := &s.world
	ch := w.channels[c.param("channel")]
	if ch == nil {
		return nil, unknown(CodeUnknownChannel, "Channel")
	}
	have := w.permissionsIn(botID, ch)
	if !have.Has(ViewChannel) {
		return nil, missingAccess()
	}
	if !have.Has(need) {
		return nil, missingPermissions()
	}
	return ch, nil
}

// sending is the right to write in a channel; threads have their own.
func (ch *channelState) sending() Permissions {
	if ch.isThread() {
		return SendMessagesInThreads
	}
	return SendMessages
}

// writable finds the channel of a message to be written, with all the rights that it needs.
func (s *Server) writable(c *call, b *messageBody) (*channelState, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	need := ch.sending()
	if len(c.files) > 0 {
		need |= AttachFiles
	}
	if len(b.Embeds.v) > 0 {
		need |= EmbedLinks
	}
	if !s.world.permissionsIn(botID, ch).Has(need) {
		return nil, missingPermissions()
	}
	if ch.archived {
		return nil, archivedThread()
	}
	if ch.kind == channelDM {
		for _, id := range ch.recipients {
			if s.world.users[id].closedDMs {
				return nil, refuse(http.StatusForbidden, CodeCannotDM, "Cannot send messages to this user")
			}
		}
	}
	return ch, nil
}

func archivedThread() *apiError {
	return refuse(http.StatusBadRequest, CodeArchivedThread, "Thread is archived")
}

func createMessage(s *Server, c *call) (reply, *apiError) {
	var body messageBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	ch, refusal := s.writable(c, &body)
	if refusal != nil {
		return reply{}, refusal
	}
	// A repeated nonce is answered with the first message, and its files are not stored again.
	key := ch.id + " " + body.nonce()
	enforced := body.EnforceNonce.v && body.nonce() != ""
	if enforced {
		if first := s.byNonce(key); first != nil {
			return ok(first)
		}
	}
	m, refusal := c.compose(&body, forChannel, ch.id, nil)
	if refusal != nil {
		return reply{}, refusal
	}
	if body.nonce() != "" {
		m.Nonce = body.Nonce
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.world.message(s.world.nonces[key]); enforced && first != nil {
		return ok(first)
	}
	if refusal := s.refer(m, &body); refusal != nil {
		return reply{}, refusal
	}
	if refusal := s.insert(m, &body, forChannel); refusal != nil {
		return reply{}, refusal
	}
	if enforced {
		s.keepNonce(key, m.ID)
	}
	return ok(m)
}

// maxNonces bounds what is remembered; Discord remembers the last few minutes.
const maxNonces = 2000

func (s *Server) keepNonce(key, message string) {
	s.world.nonces[key] = message
	if old, fell := s.world.nonceOrder.push(key, maxNonces); fell {
		delete(s.world.nonces, old)
	}
}

func (s *Server) byNonce(key string) *Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.message(s.world.nonces[key])
}

// refer makes the message a reply to another. The lock is held.
func (s *Server) refer(m *Message, b *messageBody) *apiError {
	if !b.MessageReference.set || b.MessageReference.null {
		return nil
	}
	ref := b.MessageReference.v
	target := s.world.message(ref.MessageID)
	if target == nil || target.ChannelID != m.ChannelID || target.OnlyFor != "" {
		if ref.FailIfNotExists != nil && !*ref.FailIfNotExists {
			return nil
		}
		return invalidField("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
	}
	m.Type = messageReply
	m.MessageReference = &MessageRef{MessageID: target.ID, ChannelID: target.ChannelID, GuildID: target.GuildID}
	short := *target
	short.ReferencedMessage = nil
	m.ReferencedMessage = &short
	return nil
}

// messageAt finds a public message of a channel. The lock is held.
func (s *Server) messageAt(ch *channelState, id string) (*Message, *apiError) {
	m := s.world.message(id)
	// The bot cannot see ephemeral messages over the channel's routes, its own included.
	if m == nil || m.ChannelID != ch.id || m.OnlyFor != "" {
		return nil, unknown(CodeUnknownMessage, "Message")
	}
	return m, nil
}

func getMessage(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ReadMessageHistory)
	if refusal != nil {
		return reply{}, refusal
	}
	m, refusal := s.messageAt(ch, c.param("message"))
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(m)
}

// listMessages gives the newest first. https://discord.com/developers/docs/resources/message#get-channel-messages
func listMessages(s *Server, c *call) (reply, *apiError) {
	limit := 50
	if text := c.query("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 100 {
			return reply{}, invalidField("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
		}
		limit = n
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ReadMessageHistory)
	if refusal != nil {
		return reply{}, refusal
	}
	before, after := c.query("before"), c.query("after")
	list := []*Message{}
	for _, id := range ch.messages {
		m := s.world.message(id)
		if m == nil || m.OnlyFor != "" || before != "" && !older(id, before) || after != "" && !older(after, id) {
			continue
		}
		list = append(list, m)
	}
	if after != "" && len(list) > limit {
		list = list[:limit]
	}
	if len(list) > limit {
		list = list[len(list)-limit:]
	}
	sort.SliceStable(list, func(i, j int) bool { return older(list[j].ID, list[i].ID) })
	return ok(list)
}

func editMessage(s *Server, c *call) (reply, *apiError) {
	var body messageBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	before, refusal := s.editable(c)
	if refusal != nil {
		return reply{}, refusal
	}
	m, refusal := c.compose(&body, forEdit, before.ChannelID, before)
	if refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.world.channels[m.ChannelID]; ch != nil {
		if refusal := ch.mayEditOld(before, s.now()); refusal != nil {
			return reply{}, refusal
		}
	}
	if refusal := s.revise(m, &body, forEdit); refusal != nil {
		return reply{}, refusal
	}
	return ok(m)
}

// editable finds a message of the bot's own.
func (s *Server) editable(c *call) (*Message, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	m, refusal := s.messageAt(ch, c.param("message"))
	switch {
	case refusal != nil:
		return nil, refusal
	case m.Author.ID != botID:
		return nil, refuse(http.StatusForbidden, CodeNotYourMessage, "Cannot edit a message authored by another user")
	case ch.archived:
		return nil, archivedThread()
	case len(c.files) > 0 && !s.world.permissionsIn(botID, ch).Has(AttachFiles):
		return nil, missingPermissions()
	}
	return m, nil
}

func deleteMessage(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return reply{}, refusal
	}
	m, refusal := s.messageAt(ch, c.param("message"))
	switch {
	case refusal != nil:
		return reply{}, refusal
	case m.Author.ID != botID && !s.world.permissionsIn(botID, ch).Has(ManageMessages):
		return reply{}, missingPermissions()
	case ch.archived:
		return reply{}, archivedThread()
	}
	s.remove(m.ID)
	return noContent()
}

func startTyping(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	switch {
	case refusal != nil:
		return reply{}, refusal
	case !s.world.permissionsIn(botID, ch).Has(ch.sending()):
		return reply{}, missingPermissions()
	case ch.archived:
		return reply{}, archivedThread()
	}
	ch.typing = time.Now()
	return noContent()
}

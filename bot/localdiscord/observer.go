package localdiscord

import "time"

// Messages are the public messages of the channel, oldest first, as they are now.
func (c *Channel) Messages() []*Message {
	return c.messages(func(m *Message) bool { return m.OnlyFor == "" && !m.Deleted })
}

// Everything is every message of the channel, oldest first: ephemeral and deleted ones too.
func (c *Channel) Everything() []*Message {
	return c.messages(func(*Message) bool { return true })
}

func (c *Channel) messages(wanted func(*Message) bool) []*Message {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world.messagesIn(s.world.channels[c.ID], wanted)
}

func (w *world) messagesIn(ch *channelState, wanted func(*Message) bool) []*Message {
	var list []*Message
	if ch == nil {
		return nil
	}
	for _, id := range ch.messages {
		if rec := w.messages[id]; rec != nil && wanted(rec.current) {
			list = append(list, rec.current)
		}
	}
	return list
}

// Last is the newest public message; nil if there is none.
func (c *Channel) Last() *Message {
	list := c.Messages()
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// Archived tells whether the channel is a thread that is archived.
func (c *Channel) Archived() bool {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.world.channels[c.ID]
	return ch != nil && ch.archived
}

// TypingSince is when the bot last showed that it is typing; zero if it never did.
func (c *Channel) TypingSince() time.Time {
	s := c.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.world.channels[c.ID]; ch != nil {
		return ch.typing
	}
	return time.Time{}
}

// Message is a message as it is now; nil if it is unknown or deleted.
func (s *Server) Message(id string) *Message { return s.currentMessage(id) }

// History is every version of a message, the first one first, the deletion last. Of many edits the last 50 are kept.
func (s *Server) History(id string) []*Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	rec := s.world.messages[id]
	if rec == nil {
		return nil
	}
	return append(append([]*Message(nil), rec.history...), rec.current)
}

// File is the bytes of an attachment by its URL, and whether they are still kept.
func (s *Server) File(url string) ([]byte, bool) {
	for _, f := range s.cdn.all() {
		if s.url+f.path == url {
			return f.data, true
		}
	}
	return nil, false
}

func (c *cdn) all() []storedFile {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]storedFile, 0, len(c.files))
	for _, f := range c.files {
		list = append(list, f)
	}
	return list
}

package localdiscord

import (
	"net/http"
	"time"
)

// threadBody starts a thread. https://discord.com/developers/docs/resources/channel#start-thread-without-message
type threadBody struct {
	Name                string    `json:"name"`
	AutoArchiveDuration opt[int]  `json:"auto_archive_duration"`
	Type                opt[int]  `json:"type"`
	Invitable           opt[bool] `json:"invitable"`
	RateLimitPerUser    opt[int]  `json:"rate_limit_per_user"`

	// discordgo sends it for every thread; it means something in forums only.
	AppliedTags opt[[]string] `json:"applied_tags"`
}

func (b *threadBody) check() *apiError {
	var t errorTree
	checkLength(&t, "name", b.Name, 1, maxChannelName)
	if b.AutoArchiveDuration.set && !b.AutoArchiveDuration.null && !autoArchiveMinutes[b.AutoArchiveDuration.v] {
		t.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	if len(b.AppliedTags.v) > 0 {
		t.add("applied_tags", "LOCAL_NOT_SUPPORTED", "Tags belong to forums, which do not exist here")
	}
	return t.refusal()
}

func startThread(s *Server, c *call) (reply, *apiError) {
	return s.startThread(c, schemaThread, "")
}

func startThreadFromMessage(s *Server, c *call) (reply, *apiError) {
	return s.startThread(c, schemaThreadOfMessage, c.param("message"))
}

func (s *Server) startThread(c *call, schema, message string) (reply, *apiError) {
	var body threadBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	if refusal := body.check(); refusal != nil {
		return reply{}, refusal
	}
	if refusal := c.conform(schema); refusal != nil {
		return reply{}, refusal
	}
	// Without a message and a type Discord makes a private thread.
	kind := channelPrivateThread
	if message != "" {
		kind = channelPublicThread
	} else if body.Type.set && !body.Type.null {
		kind = body.Type.v
	}
	need := CreatePublicThreads
	switch kind {
	case channelPrivateThread:
		need = CreatePrivateThreads
	case channelPublicThread:
	default:
		return reply{}, invalidField("type", "BASE_TYPE_CHOICES", "Value must be one of (11, 12).")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	parent, refusal := s.place(c, need)
	if refusal != nil {
		return reply{}, refusal
	}
	if parent.kind != channelText {
		return reply{}, refuse(http.StatusBadRequest, CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	thread := &channelState{id: message, guildID: parent.guildID, parentID: parent.id, ownerID: botID, name: body.Name,
		kind: kind, autoArchive: 4320, archiveChanged: s.now().UTC(), threadMembers: map[string]bool{botID: true},
		slowmode: body.RateLimitPerUser.v, invitable: !body.Invitable.set || body.Invitable.v}
	if body.AutoArchiveDuration.v != 0 {
		thread.autoArchive = body.AutoArchiveDuration.v
	}
	if refusal := s.rootThread(parent, thread, message); refusal != nil {
		return reply{}, refusal
	}
	s.addThread(thread)
	return reply{http.StatusCreated, s.world.wireChannel(thread)}, nil
}

// rootThread ties a thread to the message it starts from; it takes the message's id. The lock is held.
func (s *Server) rootThread(parent, thread *channelState, message string) *apiError {
	if message == "" {
		thread.id = s.newID()
		return nil
	}
	m, refusal := s.messageAt(parent, message)
	if refusal != nil {
		return refusal
	}
	if s.world.channels[message] != nil {
		return refuse(http.StatusBadRequest, CodeThreadExists, "A thread has already been created for this message")
	}
	next := *m
	next.Version++
	next.Flags |= FlagHasThread
	wire := s.world.wireChannel(thread)
	next.Thread = &wire
	s.world.messages[message].replace(&next)
	s.changed(Change{Message: message})
	return nil
}

func (s *Server) addThread(thread *channelState) {
	w := &s.world
	w.channels[thread.id] = thread
	w.guilds[thread.guildID].channels = append(w.guilds[thread.guildID].channels, thread.id)
	s.changed(Change{Channel: thread.id})
	wire := w.wireChannel(thread)
	wire.NewlyCreated = true
	s.gateway.emit("THREAD_CREATE", intentGuilds, wire)
}

// editThread changes a thread. In an archived one only unarchiving works. The lock is held.
func (s *Server) editThread(ch *channelState, b *channelBody) (reply, *apiError) {
	permissions := s.world.permissionsIn(botID, ch)
	unarchives := b.Archived.set && !b.Archived.v
	switch {
	case ch.archived && !unarchives:
		return reply{}, archivedThread()
	case unarchives && ch.locked && !permissions.Has(ManageThreads):
		return reply{}, missingPermissions()
	case !unarchives && ch.ownerID != botID && !permissions.Has(ManageThreads),
		b.Locked.set && !permissions.Has(ManageThreads):
		return reply{}, missingPermissions()
	}
	take(b.Name, &ch.name)
	take(b.Locked, &ch.locked)
	take(b.Invitable, &ch.invitable)
	take(b.AutoArchiveDuration, &ch.autoArchive)
	take(b.RateLimitPerUser, &ch.slowmode)
	if b.Archived.set && b.Archived.v != ch.archived {
		ch.archived, ch.archiveChanged = b.Archived.v, s.now().UTC()
	}
	return s.channelChanged(ch, "THREAD_UPDATE")
}

// threadOf finds the thread of a request. The lock is held.
func (s *Server) threadOf(c *call) (*channelState, *apiError) {
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return nil, refusal
	}
	if !ch.isThread() {
		return nil, refuse(http.StatusBadRequest, CodeWrongChannelType, "Cannot execute action on this channel type")
	}
	return ch, nil
}

func listThreadMembers(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.threadOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	list := []wireThreadMember{}
	for _, id := range sortedKeys(ch.threadMembers) {
		list = append(list, wireThreadMember{ID: ch.id, UserID: id, JoinTimestamp: ch.archiveChanged})
	}
	return ok(list)
}

func addThreadMember(s *Server, c *call) (reply, *apiError) {
	return s.changeThreadMember(c, true)
}

func removeThreadMember(s *Server, c *call) (reply, *apiError) {
	return s.changeThreadMember(c, false)
}

func (s *Server) changeThreadMember(c *call, in bool) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.threadOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	user := c.param("user")
	if user == "@me" {
		user = botID
	}
	permissions := s.world.permissionsIn(botID, ch)
	switch {
	case ch.archived:
		return reply{}, archivedThread()
	case s.world.guilds[ch.guildID].members[user] == nil:
		return reply{}, unknown(CodeUnknownUser, "User")
	case in && user != botID && !permissions.Has(SendMessagesInThreads):
		return reply{}, missingPermissions()
	case !in && user != botID && !permissions.Has(ManageThreads):
		return reply{}, missingPermissions()
	}
	if in {
		ch.threadMembers[user] = true
	} else {
		delete(ch.threadMembers, user)
	}
	s.changed(Change{Channel: ch.id})
	if user == botID {
		s.gateway.emit("THREAD_MEMBER_UPDATE", intentGuilds, map[string]any{"id": ch.id, "user_id": user,
			"guild_id": ch.guildID, "join_timestamp": s.now().UTC().Format(time.RFC3339), "flags": 0})
	}
	return noContent()
}

func listActiveThreads(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, refusal := s.guildOf(c)
	if refusal != nil {
		return reply{}, refusal
	}
	threads := []wireChannel{}
	for _, id := range g.channels {
		if ch := s.world.channels[id]; ch.isThread() && !ch.archived && s.world.visible(botID, ch) {
			threads = append(threads, s.world.wireChannel(ch))
		}
	}
	return ok(map[string]any{"threads": threads, "members": []any{}, "has_more": false})
}

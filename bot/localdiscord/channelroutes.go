package localdiscord

import "net/http"

func getChannel(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return reply{}, refusal
	}
	return ok(s.world.wireChannel(ch))
}

// channelBody is the change of a channel or thread.
// https://discord.com/developers/docs/resources/channel#modify-channel
type channelBody struct {
	Name                opt[string]      `json:"name"`
	Topic               opt[string]      `json:"topic"`
	NSFW                opt[bool]        `json:"nsfw"`
	Position            opt[int]         `json:"position"`
	RateLimitPerUser    opt[int]         `json:"rate_limit_per_user"`
	Archived            opt[bool]        `json:"archived"`
	Locked              opt[bool]        `json:"locked"`
	Invitable           opt[bool]        `json:"invitable"`
	AutoArchiveDuration opt[int]         `json:"auto_archive_duration"`
	Flags               opt[int]         `json:"flags"`
	Overwrites          opt[[]overwrite] `json:"permission_overwrites"`
	ParentID            opt[string]      `json:"parent_id"`
	Bitrate             opt[int]         `json:"bitrate"`
	UserLimit           opt[int]         `json:"user_limit"`
	AppliedTags         opt[[]string]    `json:"applied_tags"`
}

const maxChannelName = 100

// autoArchiveMinutes are the durations that Discord allows.
var autoArchiveMinutes = map[int]bool{60: true, 1440: true, 4320: true, 10080: true}

func (b *channelBody) check() *apiError {
	var t errorTree
	if b.Name.set {
		checkLength(&t, "name", b.Name.v, 1, maxChannelName)
	}
	if b.AutoArchiveDuration.set && !autoArchiveMinutes[b.AutoArchiveDuration.v] {
		t.add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	if b.Overwrites.set || b.ParentID.set || b.Bitrate.set || b.UserLimit.set || b.AppliedTags.set {
		t.add("", "LOCAL_NOT_SUPPORTED", "This Discord changes neither overwrites, parents, voice nor tags")
	}
	return t.refusal()
}

func editChannel(s *Server, c *call) (reply, *apiError) {
	var body channelBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	if refusal := body.check(); refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return reply{}, refusal
	}
	schema := schemaChannelEdit
	if ch.isThread() {
		schema = schemaThreadEdit
	}
	if refusal := c.conform(schema); refusal != nil {
		return reply{}, refusal
	}
	if ch.isThread() {
		return s.editThread(ch, &body)
	}
	if body.Archived.set || body.Locked.set || body.Invitable.set {
		return reply{}, invalidField("archived", "LOCAL_UNKNOWN_FIELD", "Only threads are archived")
	}
	if !s.world.permissionsIn(botID, ch).Has(ManageChannels) {
		return reply{}, missingPermissions()
	}
	take(body.Name, &ch.name)
	take(body.Topic, &ch.topic)
	take(body.NSFW, &ch.nsfw)
	take(body.Position, &ch.position)
	take(body.RateLimitPerUser, &ch.slowmode)
	return s.channelChanged(ch, "CHANNEL_UPDATE")
}

func (s *Server) channelChanged(ch *channelState, name string) (reply, *apiError) {
	wire := s.world.wireChannel(ch)
	s.changed(Change{Channel: ch.id})
	s.gateway.emit(name, intentGuilds, wire)
	return ok(wire)
}

func deleteChannel(s *Server, c *call) (reply, *apiError) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, refusal := s.place(c, ViewChannel)
	if refusal != nil {
		return reply{}, refusal
	}
	need := ManageChannels
	if ch.isThread() {
		need = ManageThreads
	}
	if ch.guildID != "" && !s.world.permissionsIn(botID, ch).Has(need) {
		return reply{}, missingPermissions()
	}
	wire := s.world.wireChannel(ch)
	if ch.guildID != "" {
		s.dropChannel(ch)
	}
	return ok(wire)
}

// dropChannel deletes a channel with its threads and messages. The lock is held.
func (s *Server) dropChannel(ch *channelState) {
	w := &s.world
	guild := w.guilds[ch.guildID]
	for _, id := range append([]string(nil), guild.channels...) {
		if thread := w.channels[id]; thread != nil && thread.parentID == ch.id {
			s.dropChannel(thread)
		}
	}
	for _, id := range append([]string(nil), ch.messages...) {
		delete(w.messages, id)
		s.changed(Change{Message: id})
	}
	delete(w.channels, ch.id)
	s.changed(Change{Channel: ch.id})
	for i, id := range guild.channels {
		if id == ch.id {
			guild.channels = append(guild.channels[:i], guild.channels[i+1:]...)
			break
		}
	}
	name := "CHANNEL_DELETE"
	if ch.isThread() {
		name = "THREAD_DELETE"
	}
	s.gateway.emit(name, intentGuilds, w.wireChannel(ch))
}

type dmBody struct {
	RecipientID string `json:"recipient_id"`
}

func createDM(s *Server, c *call) (reply, *apiError) {
	var body dmBody
	if refusal := decodeBody(c.payload, &body); refusal != nil {
		return reply{}, refusal
	}
	if refusal := c.conform(schemaDM); refusal != nil {
		return reply{}, refusal
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	user := s.world.users[body.RecipientID]
	if user == nil || user.bot {
		return reply{}, refuse(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	return ok(s.world.wireChannel(s.openDM(user)))
}

// openDM finds or makes the conversation of a person with the bot. The lock is held.
func (s *Server) openDM(user *userState) *channelState {
	if ch := s.world.dmBetween(user.id); ch != nil {
		return ch
	}
	ch := &channelState{id: s.newID(), kind: channelDM, recipients: []string{user.id}}
	s.world.channels[ch.id] = ch
	s.changed(Change{Channel: ch.id})
	return ch
}

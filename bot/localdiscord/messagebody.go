package localdiscord

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

// Limits of messages. https://discord.com/developers/docs/resources/message#create-message
const (
	maxContent  = 2000
	maxNonce    = 25
	maxMentions = 100
)

// messageBody is every body that makes or changes a message: create, edit, follow-up, the data of a callback.
type messageBody struct {
	Content          opt[string]          `json:"content"`
	TTS              opt[bool]            `json:"tts"`
	Embeds           opt[[]Embed]         `json:"embeds"`
	AllowedMentions  opt[allowedMentions] `json:"allowed_mentions"`
	Components       opt[[]Component]     `json:"components"`
	Attachments      opt[[]attachmentRef] `json:"attachments"`
	Flags            opt[int]             `json:"flags"`
	Nonce            json.RawMessage      `json:"nonce"`
	EnforceNonce     opt[bool]            `json:"enforce_nonce"`
	MessageReference opt[MessageRef]      `json:"message_reference"`
	StickerIDs       opt[[]string]        `json:"sticker_ids"`
	Poll             opt[json.RawMessage] `json:"poll"`

	Username    opt[string]   `json:"username"`
	AvatarURL   opt[string]   `json:"avatar_url"`
	ThreadName  opt[string]   `json:"thread_name"`
	AppliedTags opt[[]string] `json:"applied_tags"`

	Choices  opt[[]Choice] `json:"choices"`
	CustomID opt[string]   `json:"custom_id"`
	Title    opt[string]   `json:"title"`

	// discordgo's MessageEdit has two fields without a JSON name; Discord ignores them.
	QuirkID      opt[string] `json:"ID"`
	QuirkChannel opt[string] `json:"Channel"`
}

// attachmentRef names a file of the request, by its number, or one that the message has already, by its id.
type attachmentRef struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description *string         `json:"description"`
	Title       *string         `json:"title"`
	IsSpoiler   *bool           `json:"is_spoiler"`
	IsRemix     *bool           `json:"is_remix"`
	Duration    float64         `json:"duration_secs"`
	Waveform    string          `json:"waveform"`

	// Clients send back what they got; Discord ignores it.
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	ContentType string `json:"content_type"`
	Width       int    `json:"width"`
	Height      int    `json:"height"`
	Size        int    `json:"size"`
	Ephemeral   bool   `json:"ephemeral"`
	Flags       int    `json:"flags"`
}

func (a attachmentRef) id() string { return strings.Trim(string(a.ID), `"`) }

// purpose is what a message body is for: the rules differ.
type purpose int

const (
	forChannel  purpose = iota // POST channels/{id}/messages
	forEdit                    // PATCH channels/{id}/messages/{id}
	forAnswer                  // callback types 4 and 5
	forUpdate                  // callback type 7
	forFollowup                // POST webhooks
	forHookEdit                // PATCH webhooks
)

func (p purpose) edits() bool { return p == forEdit || p == forUpdate || p == forHookEdit }

// settableFlags are the flags a bot may set. The ephemeral flag on an update is ignored by Discord, not refused.
var settableFlags = map[purpose]int{
	forChannel:  FlagSuppressEmbeds | FlagSuppressNotifications | FlagComponentsV2,
	forEdit:     FlagSuppressEmbeds | FlagComponentsV2,
	forAnswer:   FlagSuppressEmbeds | FlagEphemeral | FlagSuppressNotifications | FlagComponentsV2,
	forUpdate:   FlagSuppressEmbeds | FlagEphemeral | FlagComponentsV2,
	forFollowup: FlagSuppressEmbeds | FlagEphemeral | FlagSuppressNotifications | FlagComponentsV2,
	forHookEdit: FlagSuppressEmbeds | FlagComponentsV2,
}

// checkFields refuses what does not belong into a body of this purpose.
func (b *messageBody) checkFields(t *errorTree, p purpose) {
	stray := func(name string, set bool) {
		if set {
			t.add(name, "LOCAL_UNKNOWN_FIELD", "Discord does not know this field here")
		}
	}
	stray("choices", b.Choices.set)
	stray("custom_id", b.CustomID.set)
	stray("title", b.Title.set)
	stray("ID", b.QuirkID.set && p != forEdit)
	stray("Channel", b.QuirkChannel.set && p != forEdit)
	hook := p == forFollowup || p == forHookEdit
	stray("username", b.Username.set && !hook)
	stray("avatar_url", b.AvatarURL.set && !hook)
	stray("thread_name", b.ThreadName.set && !hook)
	stray("applied_tags", b.AppliedTags.set && !hook)
	stray("nonce", len(b.Nonce) > 0 && p != forChannel)
	stray("enforce_nonce", b.EnforceNonce.set && p != forChannel)
	stray("message_reference", b.MessageReference.set && p != forChannel)
	stray("tts", b.TTS.set && p.edits() && p != forUpdate)
	if len(b.StickerIDs.v) > 0 {
		t.add("sticker_ids", "LOCAL_NOT_SUPPORTED", "Stickers do not exist on this Discord")
	}
	if b.Poll.set && !b.Poll.null {
		t.add("poll", "LOCAL_NOT_SUPPORTED", "Polls do not exist on this Discord")
	}
	if extra := b.Flags.v &^ settableFlags[p]; extra != 0 {
		t.add("flags", "BASE_TYPE_CHOICES", "The flags %d cannot be set here", extra)
	}
	if n := b.nonce(); len(n) > maxNonce {
		t.add("nonce", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxNonce)
	}
	if b.AllowedMentions.set && !b.AllowedMentions.null {
		b.AllowedMentions.v.check(t)
	}
}

func (b *messageBody) nonce() string {
	n := string(b.Nonce)
	if n == "null" {
		return ""
	}
	return strings.Trim(n, `"`)
}

// text is what mentions are looked for in: content, or the text displays of components.
func (m *Message) mentionText() string {
	if !m.V2() {
		return m.Content
	}
	var text strings.Builder
	walkComponents(m.Components, "", func(_ string, c *Component) {
		if c.Type == componentText {
			text.WriteString(c.Content)
			text.WriteByte('\n')
		}
	})
	return text.String()
}

// compose makes a message from a body: a fresh one, or the next version of the one before. Nothing is stored but the
// bytes of its files.
func (c *call) compose(b *messageBody, p purpose, channelID string, before *Message) (*Message, *apiError) {
	var t errorTree
	b.checkFields(&t, p)
	m := &Message{ChannelID: channelID, Attachments: []Attachment{}, Embeds: []Embed{}, Components: []Component{},
		Mentions: []UserInfo{}, MentionRoles: []string{}}
	if before != nil {
		next := *before
		m = &next
		m.Version++
	}
	m.Flags |= b.Flags.v &^ FlagEphemeral
	if before == nil {
		m.Flags |= b.Flags.v & FlagEphemeral
		m.TTS = b.TTS.v
	}
	b.overwrite(m)
	plan := planAttachments(&t, b, c.files, before)
	m.check(&t, plan, p, b)
	if err := t.refusal(); err != nil {
		return nil, err.under(p)
	}
	if err := c.conform(p.schema()); err != nil {
		return nil, err
	}
	for _, f := range c.files {
		if len(f.data) > maxAttachmentSize {
			return nil, refuse(http.StatusRequestEntityTooLarge, CodeTooLarge, "Request entity too large")
		}
	}
	if m.empty(len(plan)) {
		return nil, refuse(http.StatusBadRequest, CodeEmptyMessage, "Cannot send an empty message")
	}
	c.server.carryOut(m, plan, b)
	return m, nil
}

// under puts the fields of a callback's data where Discord reports them.
func (e *apiError) under(p purpose) *apiError {
	if p == forAnswer || p == forUpdate {
		for i := range e.errors {
			e.errors[i].path = strings.TrimSuffix("data."+e.errors[i].path, ".")
		}
	}
	return e
}

// overwrite takes over what the body says; null clears.
func (b *messageBody) overwrite(m *Message) {
	if b.Content.set {
		m.Content = b.Content.v
	}
	if b.Embeds.set {
		m.Embeds = orEmpty(b.Embeds.v)
	}
	if b.Components.set {
		m.Components = orEmpty(b.Components.v)
	}
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// check holds the finished message against Discord's limits; what was not changed was checked before.
func (m *Message) check(t *errorTree, plan []plannedAttachment, p purpose, b *messageBody) {
	checkMax(t, "content", m.Content, maxContent)
	if b.Embeds.set {
		checkEmbeds(t, m.Embeds)
	}
	if b.Components.set || b.Flags.v&FlagComponentsV2 != 0 {
		checkComponents(t, m.Components, m.V2())
	}
	if m.V2() && (m.Content != "" || len(m.Embeds) > 0) {
		t.add("flags", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(plan) > maxAttachments {
		t.add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxAttachments)
	}
	if b.Components.set || b.Embeds.set {
		checkReferences(t, m, plan)
	}
}

// empty messages cannot be sent; a V2 message needs at least one component.
func (m *Message) empty(files int) bool {
	if m.V2() {
		return len(m.Components) == 0
	}
	return strings.TrimSpace(m.Content) == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && files == 0
}

// plannedAttachment is an attachment that the message will have: one that it has already, or an upload.
type plannedAttachment struct {
	kept        *Attachment
	file        upload
	description string
	title       string
}

func (p plannedAttachment) filename() string {
	if p.kept != nil {
		return p.kept.Filename
	}
	return cleanFilename(p.file.filename)
}

func planAttachments(t *errorTree, b *messageBody, files []upload, before *Message) []plannedAttachment {
	var plan []plannedAttachment
	refs := make(map[string]attachmentRef, len(b.Attachments.v))
	for i, ref := range b.Attachments.v {
		at := "attachments." + strconv.Itoa(i) + "."
		checkRequired(t, at+"id", ref.id())
		if ref.Description != nil {
			checkMax(t, at+"description", *ref.Description, maxAltText)
		}
		refs[ref.id()] = ref
	}
	if before != nil {
		for i := range before.Attachments {
			kept := before.Attachments[i]
			ref, named := refs[kept.ID]
			if b.Attachments.set && !named {
				continue
			}
			if ref.Description != nil {
				kept.Description = *ref.Description
			}
			delete(refs, kept.ID)
			plan = append(plan, plannedAttachment{kept: &kept})
		}
	}
	for _, f := range files {
		p := plannedAttachment{file: f}
		if ref, named := refs[f.key]; named {
			if ref.Description != nil {
				p.description = *ref.Description
			}
			if ref.Title != nil {
				p.title = *ref.Title
			}
			if ref.Filename != "" {
				p.file.filename = ref.Filename
			}
			delete(refs, f.key)
		}
		plan = append(plan, p)
	}
	for _, id := range sortedKeys(refs) {
		t.add("attachments", "ATTACHMENT_NOT_FOUND", "The attachment %q is neither uploaded nor in the message", id)
	}
	return plan
}

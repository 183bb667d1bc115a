package body

import (
	"net/http"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// Limits of uploads. https://discord.com/developers/docs/reference#uploading-files
const (
	maxAttachments = 10
	// MaxAttachmentSize is how many bytes a file can have in a guild without boosts.
	MaxAttachmentSize = 10 << 20
	// maxBytesV2 is about how many bytes the text of components can have, with overheadV2 for each
	// component, since August 2026. https://github.com/discord/discord-api-docs/issues/8554
	maxBytesV2, overheadV2 = 10170, 12
)

// Draft is a composed message. Its files are not stored yet.
type Draft struct {
	Message *wire.Message
	body    *Message
	files   []File
	plan    []planned
	edits   bool
}

// Compose makes a message of a body and its files. before is the version that the body edits, nil
// for a new message.
func Compose(b *Message, p Purpose, files []File, channelID string, before *wire.Message) (*Draft, *wire.Refusal) {
	var t wire.Problems
	t.Check("", b)
	b.checkPurpose(&t, p)
	m := Blank(channelID)
	if before != nil {
		next := *before
		m = &next
		m.Version++
	}
	m.Flags |= b.Flags.Value &^ wire.FlagEphemeral
	if before == nil {
		m.Flags |= b.Flags.Value & wire.FlagEphemeral
	}
	b.overwrite(m)
	d := &Draft{
		Message: m, body: b, files: files, plan: planAttachments(&t, b, files, before), edits: before != nil,
	}
	d.check(&t)
	if refusal := t.Refusal(); refusal != nil {
		return nil, p.Locate(refusal)
	}
	return d, nil
}

// Blank returns a message without content. Its lists are empty rather than nil, as JSON needs them.
func Blank(channelID string) *wire.Message {
	return &wire.Message{ChannelID: channelID, Attachments: []wire.Attachment{}, Embeds: []wire.Embed{},
		Components: []wire.Component{}, Mentions: []wire.User{}, MentionRoles: []string{}}
}

// Locate puts the fields of a message where Discord reports them.
func (p Purpose) Locate(r *wire.Refusal) *wire.Refusal {
	for i := range r.Problems {
		r.Problems[i].Path = strings.TrimSuffix(p.at+r.Problems[i].Path, ".")
	}
	return r
}

// overwrite copies what the body says. Null clears.
func (b *Message) overwrite(m *wire.Message) {
	wire.Assign(b.Content, &m.Content)
	if b.Embeds.Set {
		m.Embeds = append([]wire.Embed{}, b.Embeds.Value...)
		for i := range m.Embeds {
			m.Embeds[i].Type = wire.EmbedRich
		}
	}
	if b.Components.Set {
		m.Components = append([]wire.Component{}, b.Components.Value...)
	}
}

// check checks the finished message. What the body leaves alone was checked before.
func (d *Draft) check(t *wire.Problems) {
	m := d.Message
	b := d.body
	if b.Components.Set || b.Flags.Value&wire.FlagComponentsV2 != 0 {
		t.CheckLayout(m.Components, m.V2())
	}
	if m.V2() {
		refuseLegacy(t, "content", m.Content != "")
		refuseLegacy(t, "embeds", len(m.Embeds) > 0)
	}
	if len(d.plan) > maxAttachments {
		t.Add("attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxAttachments)
	}
	if b.Components.Set {
		checkReferences(t, m, d.plan, d.edits)
	}
}

// refuseLegacy adds a problem for a field that a V2 message must not use.
func refuseLegacy(t *wire.Problems, field string, used bool) {
	if used {
		t.Add(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
	}
}

func (d *Draft) Sendable() *wire.Refusal {
	for _, f := range d.files {
		if len(f.Data) > MaxAttachmentSize {
			return wire.Refuse(http.StatusRequestEntityTooLarge, wire.CodeTooLarge, "Request entity too large")
		}
	}
	if d.empty() {
		return wire.Refuse(http.StatusBadRequest, wire.CodeEmptyMessage, "Cannot send an empty message")
	}
	text := 0
	wire.WalkComponents(d.Message.Components, "", func(_ string, c *wire.Component) {
		if c.Type == wire.ComponentText {
			text += len(c.Content) + overheadV2
		}
	})
	if text > maxBytesV2 {
		return wire.Refuse(http.StatusInternalServerError, wire.CodeGeneral, "500: Internal Server Error")
	}
	return nil
}

// empty reports whether there is nothing to see. A V2 message needs at least one component.
func (d *Draft) empty() bool {
	m := d.Message
	if m.V2() {
		return len(m.Components) == 0
	}
	return strings.TrimSpace(m.Content) == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(d.plan) == 0
}

// Attach stores the files with keep, and writes their URLs where the message names them.
func (d *Draft) Attach(keep func(wire.Upload) wire.Attachment) {
	m := d.Message
	m.Attachments = make([]wire.Attachment, 0, len(d.plan))
	for _, p := range d.plan {
		if p.existing != nil {
			m.Attachments = append(m.Attachments, *p.existing)
			continue
		}
		m.Attachments = append(m.Attachments, keep(p.file.Upload))
	}
	// Parts that are not in the body are shared with an earlier version, which never changes.
	if !d.body.Components.Set {
		return
	}
	m.EachMedia(func(_ string, media *wire.Media) {
		name, ours := strings.CutPrefix(media.URL, wire.AttachmentScheme)
		for _, a := range m.Attachments {
			if ours && a.Filename == wire.CleanFilename(name) {
				*media = wire.Media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height,
					ContentType: a.ContentType, AttachmentID: a.ID}
			}
		}
	})
	completeComponents(m)
}

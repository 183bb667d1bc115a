package body

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
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

// Application has what messages show besides their bodies.
type Application interface {
	// EmojiByID is nil if the application has no such emoji.
	EmojiByID(id string) *wire.ApplicationEmoji
	AddFile(channelID string, f wire.Upload, ephemeral bool) wire.Attachment
}

// draft is a message that is being composed.
type draft struct {
	*wire.Message
	body  *Message
	plan  []planned
	edits bool
}

// Compose makes a message of a body and its files. before is nil for a new message.
func Compose(b *Message, p Purpose, files []wire.Upload, channelID string, before *wire.Message,
	app Application) (*wire.Message, *wire.Refusal) {
	var t wire.Problems
	t.Check("", b)
	b.checkPurpose(&t, p)
	m := Blank(channelID)
	m.Flags = b.Flags.Value & wire.FlagEphemeral
	if before != nil {
		next := *before
		m = &next
		m.Version++
	}
	m.Flags |= b.Flags.Value &^ wire.FlagEphemeral
	b.overwrite(m)
	d := &draft{Message: m, body: b, plan: planAttachments(&t, b, files, before), edits: before != nil}
	d.check(&t, app)
	if refusal := t.Refusal(); refusal != nil {
		return nil, p.Locate(refusal)
	}
	for _, f := range files {
		if len(f.Data) > MaxAttachmentSize {
			return nil, wire.Refuse(http.StatusRequestEntityTooLarge, wire.CodeTooLarge, "Request entity too large")
		}
	}
	if d.empty() {
		return nil, wire.Refuse(http.StatusBadRequest, wire.CodeEmptyMessage, "Cannot send an empty message")
	}
	if d.bytesV2() > maxBytesV2 {
		return nil, wire.Refuse(http.StatusInternalServerError, wire.CodeGeneral, "500: Internal Server Error")
	}
	d.attach(app)
	return m, nil
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
	if b.Content.Set {
		m.Content = b.Content.Value
	}
	if b.Embeds.Set {
		m.Embeds = append([]wire.Embed{}, b.Embeds.Value...)
		for i := range m.Embeds {
			m.Embeds[i].Type = "rich"
		}
	}
	if b.Components.Set {
		m.Components = append([]wire.Component{}, b.Components.Value...)
	}
}

// check checks the finished message. What the body leaves alone was checked before.
func (d *draft) check(t *wire.Problems, app Application) {
	if d.body.Components.Set || d.body.Flags.Value&wire.FlagComponentsV2 != 0 {
		t.CheckLayout(d.Components, d.V2())
	}
	for field, used := range map[string]bool{"content": d.Content != "", "embeds": len(d.Embeds) > 0} {
		t.AddIf(used && d.V2(), field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
			"The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
	}
	t.AddIf(len(d.plan) > maxAttachments,
		"attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxAttachments)
	if d.body.Components.Set {
		d.checkReferences(t)
		nameEmoji(t, d.Components, app)
	}
}

// nameEmoji refuses an emoji that the application does not have. To others it gives their name, as
// Discord does.
func nameEmoji(t *wire.Problems, list []wire.Component, app Application) {
	check := func(path string, e *wire.Emoji) {
		if e == nil || !wire.IsSnowflake(e.ID) {
			return
		}
		if own := app.EmojiByID(e.ID); own != nil {
			e.Name = own.Name
		} else {
			t.Add(path+"emoji.id", wire.InvalidEmoji, "Invalid emoji")
		}
	}
	wire.WalkComponents(list, "", func(path string, c *wire.Component) {
		check(path, c.Emoji)
		for i := range c.Options {
			check(fmt.Sprintf("%soptions.%d.", path, i), c.Options[i].Emoji)
		}
	})
}

// empty reports whether there is nothing to see. A V2 message needs at least one component.
func (d *draft) empty() bool {
	if d.V2() {
		return len(d.Components) == 0
	}
	return strings.TrimSpace(d.Content) == "" && len(d.Embeds) == 0 && len(d.Components) == 0 && len(d.plan) == 0
}

func (d *draft) bytesV2() (sum int) {
	wire.WalkComponents(d.Components, "", func(_ string, c *wire.Component) {
		if c.Type == wire.ComponentText {
			sum += len(c.Content) + overheadV2
		}
	})
	return sum
}

// attach stores the files, and writes their URLs where the message names them.
func (d *draft) attach(app Application) {
	d.Attachments = make([]wire.Attachment, 0, len(d.plan))
	for _, p := range d.plan {
		if p.existing != nil {
			d.Attachments = append(d.Attachments, *p.existing)
			continue
		}
		d.Attachments = append(d.Attachments, app.AddFile(d.ChannelID, p.file, d.Ephemeral()))
	}
	// Parts that are not in the body are shared with an earlier version, which never changes.
	if !d.body.Components.Set {
		return
	}
	d.EachMedia(func(_ string, media *wire.Media) {
		name, ours := strings.CutPrefix(media.URL, wire.AttachmentScheme)
		for _, a := range d.Attachments {
			if ours && a.Filename == wire.CleanFilename(name) {
				*media = wire.Media{ID: a.ID, URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height,
					ContentType: a.ContentType, AttachmentID: a.ID}
			}
		}
	})
	completeComponents(d.Message)
}

// planned is an attachment that the message already has, or an upload.
type planned struct {
	existing *wire.Attachment
	file     wire.Upload
}

func (p planned) filename() string {
	if p.existing != nil {
		return p.existing.Filename
	}
	return wire.CleanFilename(p.file.Filename)
}

// planAttachments lists what a message has, unless the body lists some of it, and then the uploads.
func planAttachments(t *wire.Problems, b *Message, files []wire.Upload, before *wire.Message) []planned {
	var plan []planned
	refs := make(map[string]AttachmentRef, len(b.Attachments.Value))
	for _, ref := range b.Attachments.Value {
		refs[ref.ID] = ref
	}
	for i := 0; before != nil && i < len(before.Attachments); i++ {
		old := &before.Attachments[i]
		if _, kept := refs[old.ID]; kept || !b.Attachments.Set {
			plan = append(plan, planned{existing: old})
		}
		delete(refs, old.ID)
	}
	for _, f := range files {
		p := planned{file: f}
		if ref, named := refs[f.Key]; named {
			if ref.Description != nil {
				p.file.Description = *ref.Description
			}
			p.file.Filename = cmp.Or(ref.Filename, p.file.Filename)
			delete(refs, f.Key)
		}
		plan = append(plan, p)
	}
	for _, id := range slices.Sorted(maps.Keys(refs)) {
		t.Add("attachments", "ATTACHMENT_NOT_FOUND", "The attachment %q is not uploaded", id)
	}
	return plan
}

// checkReferences refuses attachment:// names that the message does not have, and unusable URLs. In
// an edited V2 message Discord does not find the pictures that come with the edit, also where it
// completes a deferral. For callback type 7 that is not known.
// https://github.com/discord/discord-api-docs/issues/7529
func (d *draft) checkReferences(t *wire.Problems) {
	names := make(map[string]bool, len(d.plan))
	for _, p := range d.plan {
		names[p.filename()] = p.existing != nil || !d.edits || !d.V2()
	}
	d.EachMedia(func(path string, media *wire.Media) {
		name, ours := strings.CutPrefix(media.URL, wire.AttachmentScheme)
		switch {
		case media.URL == "":
		case ours && !names[wire.CleanFilename(name)]:
			t.Add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
				"Could not find the referenced attachment %q", name)
		case !ours && !strings.HasPrefix(media.URL, "http://") && !strings.HasPrefix(media.URL, "https://"):
			t.Add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
		}
	})
}

// completeComponents fills in what a bot may leave out, as Discord does.
func completeComponents(m *wire.Message) {
	m.EachMedia(func(_ string, media *wire.Media) {
		if media.ID == "" {
			media.ID, media.ProxyURL = "0", media.URL // a picture from elsewhere, which nobody fetches
		}
	})
	used := map[int]bool{}
	wire.WalkComponents(m.Components, "", func(_ string, c *wire.Component) { used[c.ID] = true })
	next := 1
	wire.WalkComponents(m.Components, "", func(_ string, c *wire.Component) {
		if c.ID == 0 {
			for used[next] {
				next++
			}
			c.ID = next
			next++
		}
		if c.IsSelect() {
			low, high := c.ValueRange()
			c.MinValues, c.MaxValues = &low, &high
		}
	})
}

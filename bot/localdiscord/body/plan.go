package body

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"amytis/bot/localdiscord/wire"
)

// File is a file of a multipart body. Key is the n of "files[n]".
type File struct {
	Key string
	wire.Upload
}

// planned is an attachment that the message will have: one that it already has, or an upload.
type planned struct {
	existing *wire.Attachment
	file     File
}

func (p planned) filename() string {
	if p.existing != nil {
		return p.existing.Filename
	}
	return wire.CleanFilename(p.file.Filename)
}

// planAttachments lists the attachments that a message will have: those that it has, unless the
// body lists some, and then the uploads.
func planAttachments(t *wire.Problems, b *Message, files []File, before *wire.Message) []planned {
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

// checkReferences refuses attachment:// names that the message does not have, and unusable URLs. An
// edited V2 message does not have the pictures that come with the edit: Discord does not find
// these, also where the edit completes a deferral. It is not known whether callback type 7 is
// better.
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

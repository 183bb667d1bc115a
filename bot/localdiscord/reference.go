package localdiscord

import (
	"fmt"
	"strings"
)

// checkReferences refuses attachment:// names of files that the message does not have, and media without a usable URL.
func checkReferences(t *errorTree, m *Message, plan []plannedAttachment) {
	names := make(map[string]bool, len(plan))
	for _, p := range plan {
		names[p.filename()] = true
	}
	m.eachMedia(func(path string, url *string, _ *Media) {
		name, ours := strings.CutPrefix(*url, attachmentScheme)
		switch {
		case *url == "":
		case ours && !names[cleanFilename(name)]:
			t.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
				"Could not find the referenced attachment %q", name)
		case !ours && !strings.HasPrefix(*url, "http://") && !strings.HasPrefix(*url, "https://"):
			t.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
		}
	})
}

// eachMedia visits every place of a message where a file can be named.
func (m *Message) eachMedia(visit func(path string, url *string, media *Media)) {
	for i := range m.Embeds {
		e := &m.Embeds[i]
		at := fmt.Sprintf("embeds.%d.", i)
		if e.Image != nil {
			visit(at+"image.url", &e.Image.URL, nil)
		}
		if e.Thumbnail != nil {
			visit(at+"thumbnail.url", &e.Thumbnail.URL, nil)
		}
		if e.Author != nil {
			visit(at+"author.icon_url", &e.Author.IconURL, nil)
		}
		if e.Footer != nil {
			visit(at+"footer.icon_url", &e.Footer.IconURL, nil)
		}
	}
	walkComponents(m.Components, "", func(path string, c *Component) {
		if c.Media != nil {
			visit(path+"media.url", &c.Media.URL, c.Media)
		}
		if c.File != nil {
			visit(path+"file.url", &c.File.URL, c.File)
		}
		for i := range c.Items {
			visit(fmt.Sprintf("%sitems.%d.media.url", path, i), &c.Items[i].Media.URL, &c.Items[i].Media)
		}
	})
}

// carryOut stores the files of the plan and puts their URLs where the message names them.
func (s *Server) carryOut(m *Message, plan []plannedAttachment, b *messageBody) {
	m.Attachments = make([]Attachment, 0, len(plan))
	for _, p := range plan {
		if p.kept != nil {
			m.Attachments = append(m.Attachments, *p.kept)
			continue
		}
		m.Attachments = append(m.Attachments,
			s.storeUpload(m.ChannelID, p.file, p.description, p.title, m.Ephemeral()))
	}
	// What the body did not bring belongs to an earlier version, which never changes.
	if !b.Components.set && !b.Embeds.set {
		return
	}
	m.eachMedia(func(_ string, url *string, media *Media) {
		name, ours := strings.CutPrefix(*url, attachmentScheme)
		if !ours {
			return
		}
		for _, a := range m.Attachments {
			if a.Filename != cleanFilename(name) {
				continue
			}
			*url = a.URL
			if media != nil {
				*media = Media{URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height,
					ContentType: a.ContentType, AttachmentID: a.ID}
			}
		}
	})
	if b.Components.set {
		numberComponents(m.Components)
	}
}

// numberComponents gives ids to the components that came without, as Discord does.
func numberComponents(list []Component) {
	used := map[int]bool{}
	walkComponents(list, "", func(_ string, c *Component) { used[c.ID] = true })
	next := 1
	walkComponents(list, "", func(_ string, c *Component) {
		if c.ID != 0 {
			return
		}
		for used[next] {
			next++
		}
		c.ID = next
		next++
	})
}

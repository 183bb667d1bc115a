package wire

import (
	"fmt"
)

// EachMedia visits every URL of a message that can name a file. media is nil in embeds, which have
// no such object.
func (m *Message) EachMedia(visit func(path string, url *string, media *Media)) {
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
	WalkComponents(m.Components, "", func(path string, c *Component) {
		for i := range c.Items {
			visit(fmt.Sprintf("%sitems.%d.media.url", path, i), &c.Items[i].Media.URL, &c.Items[i].Media)
		}
	})
}

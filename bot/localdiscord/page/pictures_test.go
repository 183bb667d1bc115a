package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/discord/message"
)

// postGalleries sends a message of components: some galleries of a picture, each with a line above.
func (b *showBot) postGalleries(n int) string {
	var files []message.File
	components := L{}
	for i := range n {
		f := drawing(fmt.Sprintf("%dx700.png", 1100+i), 1100+i, 700)
		files = append(files, f)
		components = append(components, M{"type": 10, "content": fmt.Sprint("Gallery ", i+1)},
			M{"type": 12, "items": L{M{"media": M{"url": "attachment://" + f.Name}, "description": "Picture " + f.Name}}})
	}
	return b.post(gardensID, M{"flags": 1 << 15, "components": components}, files...).ID
}

type box struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// boxes returns where the elements of a message are that match a selector.
func (w *window) boxes(message, selector string) []box {
	return ask[[]box](w, `[...document.querySelectorAll('#m%s %s')].map((e) => e.getBoundingClientRect().toJSON())`,
		message, selector)
}

func TestPicturesHaveTheSizesOfDiscord(t *testing.T) {
	p, bot := showcase(t)
	single := map[string]struct {
		width, height  int
		desktop, phone box
	}{
		"11:7":     {1100, 700, box{Width: 550, Height: 350}, box{Width: 350, Height: 222.7}},
		"portrait": {800, 1620, box{Width: 173, Height: 350}, box{Width: 173, Height: 350}},
		"wide":     {2200, 700, box{Width: 550, Height: 175}, box{Width: 350, Height: 111.4}},
		"small":    {120, 80, box{Width: 120, Height: 80}, box{Width: 120, Height: 80}},
	}
	posted := map[string]string{}
	for name, c := range single {
		posted[name] = bot.post(gardensID, M{"content": "Pictures"}, drawing(name+".png", c.width, c.height)).ID
	}
	galleries := bot.postGalleries(3)

	w := p.window("ana", gardensID, desktop)
	for _, at := range []struct {
		size  size
		width float64
	}{{desktop, 550}, {wideAs350, 350}} {
		w.resize(at.size)
		w.await("the pictures are there", `[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
		for name, c := range single {
			want := c.desktop
			if at.size == wideAs350 {
				want = c.phone
			}
			got := w.boxes(posted[name], ".picture img")[0]
			assert.InDelta(t, want.Width, got.Width, 1, "%s %v", name, at.size)
			assert.InDelta(t, want.Height, got.Height, 1, "%s %v", name, at.size)
		}
		shown, badges := w.boxes(galleries, ".picture img"), w.boxes(galleries, ".alt summary")
		require.Len(t, shown, 3)
		require.Len(t, badges, 3)
		for i, whole := range shown {
			assert.InDelta(t, at.width, whole.Width, 1)
			assert.InDelta(t, at.width*7/11, whole.Height, 1)
			assert.GreaterOrEqual(t, badges[i].Y, whole.Y+whole.Height, "a badge covers a picture")
		}
	}
	assert.True(t, w.holds(`(document.querySelector('#m%s .alt summary').click(), true)`, galleries), "it is pressed")
	assert.Contains(t, w.text("#m"+galleries+" .alt p"), "Picture 1100x700.png")
}

// wideAs350 is a phone on which the page has 350 pixels for a picture.
var wideAs350 = size{418, 844}

func TestTheLargePictureOpensAndClosesByMouseAndKeyboard(t *testing.T) {
	p, bot := showcase(t)
	opener := `document.querySelector('#m` + bot.postGalleries(1) + ` .enlarge')`
	w := p.window("bo", gardensID, wideAs350)
	const large = `document.querySelector('dialog.lightbox[open]')`
	for how, end := range map[string]func(){
		"Escape":          func() { w.keys(kb.Escape) },
		"Enter":           func() { w.keys(kb.Enter) }, // on the button that has the focus
		"a press besides": func() { w.run(chromedp.MouseClickXY(5, 800)) },
		"two presses on the picture": func() {
			w.reach(large + `.querySelector('.zoom')`)
			w.await("the picture has its full size", large+`.querySelector('img').clientWidth === 1100`)
			w.run(chromedp.MouseClickXY(200, 400))
		},
	} {
		w.reach(opener)
		w.await("the picture is large", large+`?.querySelector('img').naturalWidth === 1100`)
		assert.Equal(t, "Picture 1100x700.png", w.text(".caption"))
		assert.True(t, w.holds(large+`.contains(document.activeElement)`), "the focus is in the overlay")
		end()
		w.await("closed by "+how, `!document.querySelector('dialog')`)
		assert.True(t, w.holds(opener+` === document.activeElement`), "the focus is back after %s", how)
	}
}

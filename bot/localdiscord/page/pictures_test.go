package page_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// plain returns n pictures of one colour as files of a message, and their alternative texts.
func plain(t testing.TB, n, width, height int) (files []*discordgo.File, alts []string) {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.RGBA{120, uint8(30 * n), 160, 255}})
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	for i := range n {
		name := fmt.Sprintf("%d-%dx%d.png", i+1, width, height)
		files = append(files, &discordgo.File{Name: name, ContentType: "image/png", Reader: bytes.NewReader(b.Bytes())})
		alts = append(alts, "Picture "+name)
	}
	return files, alts
}

// post sends a message with pictures below its text, which have no alternative texts.
func (p *playground) post(bot *discordgo.Session, files []*discordgo.File) string {
	p.Helper()
	m, err := bot.ChannelMessageSendComplex(gardensID, &discordgo.MessageSend{Content: "Pictures", Files: files})
	require.NoError(p, err)
	return m.ID
}

// postGalleries sends a message of components: a gallery with a line above it for each list of
// pictures.
func (p *playground) postGalleries(bot *discordgo.Session, counts ...int) string {
	p.Helper()
	m := &discordgo.MessageSend{Flags: discordgo.MessageFlagsIsComponentsV2}
	for i, n := range counts {
		files, alts := plain(p, n, 1100+i, 700)
		var items []discordgo.MediaGalleryItem
		for j, f := range files {
			items = append(items, discordgo.MediaGalleryItem{
				Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}, Description: &alts[j]})
		}
		m.Files = append(m.Files, files...)
		m.Components = append(m.Components, discordgo.TextDisplay{Content: fmt.Sprint("Gallery ", i+1)},
			discordgo.MediaGallery{Items: items})
	}
	sent, err := bot.ChannelMessageSendComplex(gardensID, m)
	require.NoError(p, err)
	return sent.ID
}

// box is where an element is in the window.
type box struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

func (b box) covers(other box) bool {
	return b.X < other.X+other.Width && other.X < b.X+b.Width && b.Y < other.Y+other.Height && other.Y < b.Y+b.Height
}

// boxes returns where the elements of a message are that match a selector.
func (w *window) boxes(message, selector string) []box {
	w.Helper()
	return ask[[]box](w, `[...document.querySelectorAll('#m%s %s')].map((e) => e.getBoundingClientRect().toJSON())`,
		message, selector)
}

func TestPicturesHaveTheSizesOfDiscord(t *testing.T) {
	t.Parallel()
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
		files, _ := plain(t, 1, c.width, c.height)
		posted[name] = p.post(bot, files)
	}
	// The sizes of the first and the last picture in each mosaic, as parts of the mosaic's width.
	mosaics := map[int][2]box{
		2: {{Width: .5, Height: .5}, {Width: .5, Height: .5}}, 3: {{Width: .67, Height: .67}, {Width: .33, Height: .33}},
		4: {{Width: .5, Height: .32}, {Width: .5, Height: .32}}, 5: {{Width: .5, Height: .5}, {Width: .33, Height: .33}},
		7: {{Width: 1, Height: .5}, {Width: .33, Height: .33}}, 9: {{Width: .33, Height: .33}, {Width: .33, Height: .33}},
	}
	several := map[int]string{}
	for n := range mosaics {
		files, _ := plain(t, n, 1100, 700)
		several[n] = p.post(bot, files)
	}
	galleries := p.postGalleries(bot, 1, 3, 1)

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
		for n, want := range mosaics {
			got := w.boxes(several[n], ".picture img")
			require.Len(t, got, n)
			for i, k := range []int{0, n - 1} {
				assert.InDelta(t, want[i].Width, got[k].Width/at.width, .01, "%d of %d", k, n)
				assert.InDelta(t, want[i].Height, got[k].Height/at.width, .01, "%d of %d", k, n)
			}
			right := got[n-1].X + got[n-1].Width
			assert.InDelta(t, at.width, right-got[0].X, 1, "a mosaic of %d fills its rows", n)
			for i := range got {
				for j := range got[:i] {
					assert.False(t, got[i].covers(got[j]), "%d and %d of %d", i, j, n)
				}
			}
		}
		shown := w.boxes(galleries, ".picture img")
		require.Len(t, shown, 5)
		for _, whole := range []box{shown[0], shown[4]} {
			assert.InDelta(t, at.width, whole.Width, 1)
			assert.InDelta(t, at.width*7/11, whole.Height, 1)
		}
		badges := w.boxes(galleries, ".alt summary")
		assert.Len(t, badges, 5)
		for _, badge := range badges {
			for _, picture := range shown {
				assert.False(t, badge.covers(picture), "a badge covers a picture")
			}
		}
	}
	assert.True(t, w.holds(`[...document.querySelectorAll('.mosaic img')].every((i) => getComputedStyle(i).objectFit === 'cover')`))
	assert.True(t, w.holds(`(document.querySelector('#m%s .alt summary').click(), true)`, galleries))
	assert.Contains(t, w.text("#m"+galleries+" .alt p"), "Picture 1-1100x700.png")
}

// wideAs350 is a phone on which the page has 350 pixels for a picture.
var wideAs350 = size{418, 844}

func TestTheLargePictureOpensAndClosesByMouseAndKeyboard(t *testing.T) {
	t.Parallel()
	p, bot := showcase(t)
	opener := `document.querySelector('#m` + p.postGalleries(bot, 1) + ` .enlarge')`
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
		assert.Equal(t, "Picture 1-1100x700.png", w.text(".caption"))
		assert.True(t, w.holds(large+`.contains(document.activeElement)`), "the focus is in the overlay")
		end()
		w.await("closed by "+how, `!document.querySelector('dialog')`)
		assert.True(t, w.holds(opener+` === document.activeElement`), "the focus is back after %s", how)
	}
}

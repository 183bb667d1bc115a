package page_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

const markdownText = "# Heading\n## Second\n**bold** *italic* __underlined__ ~~struck~~ `code` ||a spoiler|| [link](https://example.com) <https://example.com>\n" +
	"> quoted **text**\n> goes on\n- a list\n- of two\n1. one\n2. two\n```go\nfunc main() {}\n```\n<@" + anaID + "> <@" + boID +
	"> <#" + babelID + "> @everyone <t:1700000000:D> <script>alert(1)</script> <img src=x onerror=alert(1)>\n-# small print"

func TestMessagesLookAsPeopleKnowThem(t *testing.T) {
	p, bot := showcase(t)
	channel := gardensID
	p.say(p.world.Ana, p.world.Gardens, "Has anybody seen the **new** gardens?")
	bot.post(channel, M{"content": markdownText})
	bot.post(channel, embedded(), drawing("picture.png"))
	bot.post(channel, newer(), drawing("stripes.png"))
	bot.thread("A game of their own")

	w := p.window("ana", channel, desktop)
	messages := w.text("#messages")
	assert.Contains(t, messages, "<script>alert(1)</script> <img src=x onerror=alert(1)>", "text is shown, never executed")
	for selector, text := range map[string]string{
		".text strong": "new", ".text em": "italic", ".text u": "underlined", ".text s": "struck", ".text code": "code",
		"blockquote": "quoted text\ngoes on", ".text ul": "a list\nof two", "pre": "func main() {}", ".mention.mine": "@Ana", ".subtext": "small print",
		".embed-title": "An embed", "#channels .child": "A game of their own",
	} {
		assert.Equal(t, text, strings.TrimSpace(w.text(selector)), selector)
	}
	assert.True(t, w.holds(`document.querySelector('.button.danger').disabled`), "the red button is off")
	w.await("the pictures are there", `[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
	assert.Equal(t, "Stripes from dark to light", ask[string](w, `[...document.querySelectorAll('.gallery img')].at(-1).alt`))
	for _, s := range []size{desktop, phone} {
		w.resize(s)
		w.fits()
	}
}

func TestLongWordsAreBrokenAndNotCutOff(t *testing.T) {
	longrun.Only(t, "the bot sends no such words, only people might")
	p, bot := showcase(t)
	long := strings.Repeat("nebuchadnezzar", 14)
	m := embedded(long)
	m["content"] = long + " **" + long + "** `" + long + "`\n> " + long + "\n- " + long
	m["components"] = L{row(button("long", long[:80], 1))}
	bot.post(gardensID, m)
	thread := bot.thread(long[:100])
	bot.post(thread.ID, M{"content": long})
	const tooWide = `[...document.querySelectorAll('main, main *')].filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 100)).join()`
	for _, channel := range []string{gardensID, thread.ID} {
		w := p.window("ana", channel, size{320, 640})
		assert.Empty(t, ask[string](w, tooWide))
		assert.False(
			t,
			w.holds(`document.getElementById('scroll').scrollWidth > document.getElementById('scroll').clientWidth`),
			"text beside the window",
		)
		w.fits()
	}
}

func TestThinkingIsShownUntilTheAnswer(t *testing.T) {
	thought := make(chan struct{})
	p, _ := thoughtful(t, localdiscord.Options{AnswerWithin: patience}, thought)
	w := p.window("ana", gardensID, phone)
	w.command("think")
	w.await("it thinks", `document.querySelector('.thinking')`)
	close(thought)
	w.await(
		"it has thought",
		`document.querySelector('#messages').innerText.includes('I have thought.') && !document.querySelector('.thinking')`,
	)
}

// TestFailuresAreShownWhereTheyHappened includes a message that has changed since the press.
func TestFailuresAreShownWhereTheyHappened(t *testing.T) {
	p, bot := thoughtful(t, localdiscord.Options{AnswerWithin: time.Second / 2}, nil)
	bot.post(gardensID, M{"content": "Before.", "components": L{row(button("mute", "Mute", 1))}})
	w := p.window("ana", gardensID, desktop)
	w.press("Mute")
	w.await("the message changes", says("After."))
	w.await("nobody answers", says("The application did not respond."))
	w.typeText("/silent ")
	w.keys(kb.Enter)
	w.await("nobody answers", `document.querySelector('.status').innerText.includes('The application did not respond')`)
}

func TestShownClocksKeepCountingDown(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	p.say(p.world.Bo, p.world.Gardens, fmt.Sprintf("It ends <t:%d:R>.", time.Now().Add(50*time.Second).Unix()))
	w := p.window("ana", gardensID, desktop)
	before := w.text(".timestamp.relative")
	assert.Regexp(t, `^in \d+ seconds$`, before)
	german := p.window("cleo", gardensID, desktop)
	assert.Regexp(t, `^in \d+ Sekunden$`, german.text(".timestamp.relative"))
	w.await("the clock goes on", `document.querySelector('.timestamp.relative').innerText !== %q`, before)
}

// TestNoTextBlocksThePage tries texts with which a visitor could block the browsers of others.
func TestNoTextBlocksThePage(t *testing.T) {
	w := served(t, "127.0.0.1:0").window("ana", gardensID, desktop)
	const load = `(import('/static/markdown.js').then((m) => { window.markdown = m.markdown; }), true)`
	require.True(t, w.holds(load), "the page loads the module")
	w.await("the module", `window.markdown`)
	// Far longer than messages can be, so that quadratic time would fail the test.
	for _, part := range []string{"[x](<http://a", "<t:1:R>[", "*a **b __c ||d", "[_<@1>", "`a ``"} {
		assert.True(t, w.holds(`markdown(%s.repeat(3000)).length`, quote(part)), part)
	}
}

func TestIconsAreShownOnButtonsAndInMenus(t *testing.T) {
	p, bot := showcase(t)
	rose := bot.send("POST", "/applications/"+p.world.BotID()+"/emojis", M{
		"name": "rose", "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(drawing("").Data)})
	icon := M{"id": rose.ID, "name": "rose"}
	press := button("rose", "Press it", 1)
	press["emoji"] = icon
	bot.post(gardensID, M{"content": "Icons", "components": L{
		row(M{"type": 3, "custom_id": "icons", "options": L{M{"label": "Choose it", "value": "rose", "emoji": icon}}}), row(press)}})
	w := p.window("ana", gardensID, desktop)
	const shown = `[...document.querySelectorAll('%s img.emoji')]
		.some((i) => i.complete && i.naturalWidth === 600 && i.clientWidth === 22)`
	w.await("the button has its icon", shown, "button.button")
	assert.Equal(t, "Press it", w.text(`[data-control="rose"]`))
	require.True(t, w.click(`document.querySelector('[data-control="icons"]')`), "no menu")
	w.await("the option has its icon", shown, ".listbox:not([hidden]) .option")
	require.True(t, w.click(`document.querySelector('.listbox:not([hidden]) [data-value="rose"]')`), "no option")
	w.await("the closed menu shows what was chosen",
		`document.querySelector('[data-control="icons"] .select-name img.emoji')`)
}

package page_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// attempts is what a page of another site can try against this one in the same browser. It records
// which worked.
const attempts = `(() => {
	const at = %q, channel = %q, file = %q;
	window.worked = {};
	const tries = {
		reading: fetch(at + '/api/messages?as=ana&channel=' + channel).then((r) => r.text()),
		writing: fetch(at + '/api/say?as=ana', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({channel, text: 'evil'})}),
		'writing blindly': fetch(at + '/api/say?as=ana', {method: 'POST', mode: 'no-cors', body: JSON.stringify({channel, text: 'evil'})}).then(() => { throw 'cannot know'; }),
		listening: new Promise((yes, no) => Object.assign(new WebSocket(at.replace('http', 'ws') + '/api/feed?as=ana'), {onopen: yes, onerror: no})),
		'seeing a picture': new Promise((yes, no) => Object.assign(new Image(), {src: at + file, onload: yes, onerror: no})),
		'running a script': new Promise((yes, no) => document.head.append(Object.assign(document.createElement('script'), {src: at + '/static/dom.js', onload: yes, onerror: no}))),
	};
	for (const [name, tried] of Object.entries(tries)) tried.then(() => { window.worked[name] = true; }, () => { window.worked[name] = false; });
	window.all = Object.keys(tries).length;
	return true;
})()`

// TestOtherSitesGetNothing: their browser can reach the page, but not read or change anything.
func TestOtherSitesGetNothing(t *testing.T) {
	t.Parallel()
	p, bot := showcase(t)
	shown := bot.post(gardensID, embedded(), drawing("picture.png"))
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>Evil</title><link rel=icon href='data:,'>"))
	}))
	t.Cleanup(evil.Close)
	file := fmt.Sprintf("/files/%s/%s?as=ana", shown.ID, p.world.Message(shown.ID).Attachments[0].ID)
	require.Equal(t, http.StatusOK, p.get(file))
	w := p.window("ana", gardensID, desktop)
	w.run(chromedp.Navigate(evil.URL))
	require.True(t, w.holds(attempts, p.page.URL(), gardensID, file), "the other site begins its attempts")
	w.await("all attempts", `Object.keys(window.worked).length === window.all`)
	for what, worked := range ask[map[string]bool](w, `window.worked`) {
		assert.False(t, worked, what)
	}
	assert.Len(t, p.world.Gardens.Messages(), 1, "nothing was posted")
	w.complaints() // expected: the browser complains about each attempt
}

// TestNothingThatIsWrittenRuns: neither texts, names, labels nor file names become HTML or scripts.
func TestNothingThatIsWrittenRuns(t *testing.T) {
	t.Parallel()
	const evil = `<img src=x onerror="evil=1">`
	p, bot := showcase(t)
	bot.thread(evil)
	m := embedded(evil)
	m["content"] = evil + "[x](javascript:evil=1) **" + evil + "** `" + evil + "` ```html\n" + evil + "```"
	m["components"] = L{row(button(evil, evil, 1)), row(M{"type": 3, "custom_id": "menu", "placeholder": "Menu " + evil,
		"options": L{M{"label": evil, "value": evil, "description": evil}}})}
	bot.post(gardensID, m, drawing(`"><script>evil=1</script>.png`))
	w := p.window("ana", gardensID, desktop)
	require.True(t, w.click(`document.querySelector('.select')`), "the menu is in sight")
	w.await("the menu opens", `document.querySelector('.listbox:not([hidden])')`)
	w.press(evil)
	w.await("the press is answered", says("Chosen: "+evil))
	assert.Contains(t, w.text("#channels"), evil)
	const harm = `document.querySelector('img[src=x], body script, a[href^="javascript"]') || window.evil`
	assert.False(t, w.holds(harm), "what a message says stays text")
}

package page_test

import (
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/engine/longrun"
)

// holding delays a window's reads of an address until window.release() is called.
func holding(what string) string {
	return `(() => {
		const fetched = window.fetch, held = new Promise((done) => { window.release = done; });
		window.fetch = async (address, ...more) => {
			const answer = await fetched(address, ...more);
			if (address.startsWith('/api/` + what + `')) { window.holding = true; await held; }
			return answer;
		};
		return true;
	})()`
}

// overhear loads the page again with a script, and keeps the feed's items in window.told.
func (w *window) overhear(script string) {
	tell(w, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.told = [];
		window.WebSocket = class extends WebSocket {
			constructor(...of) { super(...of); this.addEventListener('message', ({data}) => { window.told.push(data); }); }
		};` + script})
	w.run(chromedp.Reload())
}

// TestNewsDuringLoadingIsShown: a page that opens while much happens misses nothing.
func TestNewsDuringLoadingIsShown(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	w := p.window("ana", gardensID, desktop)
	w.overhear(holding("state"))
	w.await("the page begins", `window.holding`)
	for _, channel := range []*localdiscord.Channel{p.world.Towers, p.world.Gardens} {
		p.say(p.world.Bo, channel, "News.")
	}
	w.await("all of it has reached the window", `window.told.length === 2`)
	require.True(t, w.holds(`(window.release(), true)`), "the page gets the state now")
	w.await("news here", says("News."))
	w.await("news elsewhere", `document.querySelector('.place.unread')?.dataset.channel === %q`, towersID)
}

// TestNothingIsLostWhileMessagesAreRead: changes between the reading and the showing of messages
// are shown, too.
func TestNothingIsLostWhileMessagesAreRead(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	w := p.window("ana", gardensID, desktop)
	gone := p.say(p.world.Bo, p.world.Babel, "This will be taken back.")
	require.True(t, w.holds(holding("messages")), "messages reach the page late from now on")
	require.True(t, w.click(channelLink, babelID), "the channel is in sight")
	w.await("the messages have been read", `window.holding`)
	p.say(p.world.Bo, p.world.Babel, "Was I heard?")
	require.NoError(t, p.world.Bo.Delete(gone))
	p.say(p.world.Bo, p.world.Towers, "News elsewhere.")
	w.await("all of this has reached the window", `document.querySelector('.place.unread')?.dataset.channel === %q`, towersID)
	require.True(t, w.holds(`(window.release(), true)`), "the page gets the messages now")
	w.await("the channel is there", `document.documentElement.dataset.ready === %q`, babelID)
	w.await("what was said meanwhile", says("Was I heard?"))
	assert.False(t, w.holds(says("taken back")), "the message that was taken back is not shown")
}

const (
	join        = `[...document.querySelectorAll('.messages button')].find((b) => b.innerText === 'Join')`
	lobbyHasEve = join + `.closest('.message').innerText.includes('Eve')`
)

// TestARestartTakesNothingAway: half-typed text and the focus stay.
func TestARestartTakesNothingAway(t *testing.T) {
	longrun.Only(t, "everything but the browser is restarted")
	p := play(t, 17)
	ana, eve := p.window("ana", gardensID, desktop), p.window("eve", gardensID, desktop)
	ana.command("game new")
	eve.await("the lobby", join)
	eve.focus(join)
	ana.typeText("/game new ")
	ana.option("game", "babel")
	p.stopBot()
	p.close()
	both := []*window{ana, eve}
	everybody(both, "the page is lost", `document.getElementById('lost').innerText !== ''`)
	p.open()
	p.startBot()
	for _, w := range both {
		w.await("the page is back", `document.getElementById('lost').innerText === '' && document.documentElement.dataset.ready`)
		w.complaints() // expected: the browser complains that the server was away
	}
	assert.Equal(t, "Babel", ask[string](ana, `document.querySelector('[data-option=game]')?.value ?? ''`))
	assert.True(t, eve.holds(join+` === document.activeElement`), "the focus is where it was")
}

// TestPressingWhileTheBotIsAway: the user is told, and the press works when the bot is back. A
// double click is one press.
func TestPressingWhileTheBotIsAway(t *testing.T) {
	p := play(t, 25)
	ana, eve := p.window("ana", gardensID, desktop), p.window("eve", gardensID, phone)
	ana.command("game new")
	eve.await("the lobby", join)
	p.stopBot()
	pressed := p.presses()
	eve.press("Join")
	require.Eventually(t, func() bool { return p.presses() > pressed }, patience, time.Millisecond)
	p.world.GiveUpInteractions()
	eve.await("the bot does not answer", says("This interaction failed: The application did not respond."))
	p.startBot()
	before := p.presses()
	require.True(t, eve.holds(`(`+join+`.click(), `+join+`.click(), true)`), "Eve presses Join twice")
	everybody([]*window{ana, eve}, "Eve has joined", lobbyHasEve)
	assert.Equal(t, before+1, p.presses())
	assert.False(t, eve.holds(says("This interaction failed")), "the failure is no longer shown")
}

// presses returns how often something has been pressed.
func (p *playground) presses() (n int) {
	for _, entry := range p.world.Log() {
		if entry.Name == "INTERACTION_CREATE" && strings.Contains(string(entry.Body), `"component_type"`) {
			n++
		}
	}
	return n
}

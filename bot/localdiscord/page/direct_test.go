package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

const directEntry = `document.querySelector('.direct .place')`

const allow = `document.querySelector('[data-setting=direct]')`

// inView is the expression that a message has the focus and is in view.
func inView(id string) string {
	return fmt.Sprintf(`(() => {
		const e = document.getElementById('m%s'), box = e?.getBoundingClientRect();
		const whole = document.getElementById('scroll').getBoundingClientRect();
		return e && document.activeElement === e && box.top >= whole.top && box.top < whole.bottom;
	})()`, id)
}

// alert sends a person a direct message with a link to a message.
func (b *showBot) alert(u *localdiscord.User, text, url string) sent {
	return b.post(b.conversation(u), M{"content": text,
		"components": L{row(M{"type": 2, "label": "To the table", "style": 5, "url": url})}})
}

func (b *showBot) conversation(u *localdiscord.User) string {
	return b.send("POST", "/users/@me/channels", M{"recipient_id": u.ID}).ID
}

// talks is how many messages longAgo posts after the one that it returns. The page shows 50 at
// first.
const talks = 130

// longAgo posts a message with many more after it, and returns it with its link.
func longAgo(t testing.TB, p *playground, bot *showBot) (m sent, url string) {
	m = bot.post(gardensID, M{"content": "The table of long ago."})
	for i := range talks {
		p.say(p.world.Bo, p.world.Gardens, fmt.Sprint("Talk ", i))
	}
	return m, fmt.Sprintf("https://discord.com/channels/%s/%s/%s", localdiscord.BabylonID, gardensID, m.ID)
}

func TestDirectMessagesAreListedAndLeadToTheTable(t *testing.T) {
	p, bot := showcase(t)
	table, url := longAgo(t, p, bot)
	user := p.world.Cleo
	w, other := p.window("cleo", babelID, phone), p.window("bo", babelID, phone)
	assert.False(t, w.holds(directEntry), "nobody has written yet")
	bot.alert(user, "▶️ It's your turn in **Hanging Gardens**.", url)
	bot.alert(user, "⏳ One hour is left: "+url, url)
	w.await("two are unread", directEntry+`?.querySelector('.badge')?.textContent === '2'`)
	w.await("the last has come", directEntry+`.matches('.unread')`)
	assert.True(t, w.holds(`document.getElementById('drawer').matches('.called')`), "the drawer has a mark")
	w.openDrawer()
	w.reach(directEntry)
	w.await("it is read", says("One hour is left"))
	w.await("none is unread", directEntry+`.matches(':not(.unread)') && !document.querySelector('#drawer.called')`)
	assert.Equal(t, "@Amytis", w.text("#title"))
	assert.Contains(t, w.text("#start"), "direct messages with Amytis")
	assert.Contains(t, w.text("#messages a.mention"), "#gardens")
	w.fits()
	assert.False(t, other.holds(directEntry), "others have no part in it")
	assert.Equal(t, 404, p.get("/api/messages?as=bo&channel="+user.DM().ID))

	w.reach(`[...document.querySelectorAll('#messages a.button')].at(-1)`)
	w.await("the message of the table", inView(table.ID))
	assert.Equal(t, "#gardens", w.text("#title"))
	require.True(t, w.holds(`(history.back(), true)`), "the browser goes back")
	w.await("the way back", `document.documentElement.dataset.ready === %q`, user.DM().ID)
	w.reach(`document.querySelector('#messages a.mention')`)
	w.await("a link in the text leads there, too", inView(table.ID))
}

func TestAddressOfAMessageOpensIt(t *testing.T) {
	p, bot := showcase(t)
	table, _ := longAgo(t, p, bot)
	w := p.window("ana", babelID, desktop)
	w.run(chromedp.Navigate(p.page.URL() + "/?as=ana&channel=" + gardensID + "&message=" + table.ID))
	w.await("the message", inView(table.ID))
	bot.send("DELETE", "/channels/"+gardensID+"/messages/"+table.ID, nil)
	w.run(chromedp.Navigate(p.page.URL() + "/?as=ana&channel=" + gardensID + "&message=" + table.ID))
	w.await("the news that it is gone", `document.querySelector('.status').innerText.includes('is gone')`)
	dm := bot.alert(p.world.Bo, "Only for Bo.", "https://example.com")
	bot.alert(p.world.Ana, "A link of somebody else.", "https://discord.com/channels/@me/"+dm.Channel+"/"+dm.ID)
	w.reach(directEntry)
	w.reach(`document.querySelector('#messages a.button')`)
	w.await("why it leads nowhere", `document.querySelector('.status').innerText.includes('You cannot see')`)
	assert.Equal(t, "@Amytis", w.text("#title"))
}

func TestDirectMessagesCanBeSwitchedOff(t *testing.T) {
	p, bot := showcase(t)
	dm := bot.conversation(p.world.Ana)
	here, there := p.window("ana", gardensID, desktop), p.window("ana", babelID, phone)
	for _, on := range []bool{false, true} {
		here.reach(allow)
		for _, w := range []*window{here, there} {
			w.await("the switch shows it", allow+`.ariaChecked === %q`, fmt.Sprint(on))
		}
		assert.Equal(t, on, !p.world.Ana.ClosedDMs())
		_, status := bot.try("POST", "/channels/"+dm+"/messages", M{"content": "Hello?"})
		assert.Equal(t, on, status == 200)
		here.run(chromedp.Reload())
		here.await("it is as it was", allow+`?.ariaChecked === %q`, fmt.Sprint(on))
	}
	here.focus(allow)
	assert.Equal(t, "Allow direct messages", ask[string](here, `document.activeElement.innerText`))
}

package page_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

func (w *window) typeText(text string) {
	w.reach(`document.querySelector('.text-box')`)
	w.keys(text)
}

// focus moves the focus, as some presses of Tab would.
func (w *window) focus(expression string) {
	const take = `(() => { const e = (%s); e.focus(); return document.activeElement === e; })()`
	require.True(w, w.holds(take, expression), "%s can have the focus", expression)
}

// TestAGameBeginsByCommandsAlone: the keyboard is enough, options complete live, and secrets reach
// only their player.
func TestAGameBeginsByCommandsAlone(t *testing.T) {
	p := play(t, 7)
	ana, eve := p.window("ana", gardensID, desktop), p.window("eve", gardensID, desktop)
	ana.typeText("/game")
	ana.await("commands are offered", `document.querySelectorAll('.composer .option').length > 3`)
	ana.keys(" new" + kb.Enter)
	ana.await("the command", `document.querySelector('form.command:focus')`)
	ana.option("setup", "hand")
	ana.keys(kb.Enter)
	ana.await("the command is sent", `document.querySelector('.text-box') && document.querySelector('.ephemeral')`)
	eve.command("game join")
	ana.press("Start")
	ana.await("the game has begun", newestTurnButton)

	// With this seed Eve begins.
	eve.typeText("/garden remove ")
	eve.await("all tiles are suggested", `document.querySelectorAll('.composer .option').length === 16`)
	eve.keys("b")
	eve.await("fewer are", `document.querySelectorAll('.composer .option:not(.option-note)').length === 4`)
	eve.keys(kb.ArrowDown + kb.Enter + kb.Enter)
	ana.await("Eve has removed a tile", `document.querySelector('#messages').innerText.includes('Eve: removed')`)
	ana.command("garden remove", "a1")
	ana.await("Ana has, too", `document.querySelector('#messages').innerText.includes('Ana: removed')`)

	// Ana's ephemeral messages are never sent to Eve's browser, and Eve cannot ask for them.
	ana.press("Boards")
	ana.await("a whisper with a picture", `document.querySelector('.ephemeral img')`)
	var secret *localdiscord.Message
	for _, m := range p.world.Ana.Messages(p.world.Gardens) {
		if m.Ephemeral() && len(m.Attachments) > 0 {
			secret = m
		}
	}
	require.NotNil(t, secret, "a whisper with a picture")
	ana.await("Ana sees it", `document.getElementById(%q)`, "m"+secret.ID)
	p.say(p.world.Bo, p.world.Gardens, "Everything meant for Eve has arrived before this.")
	eve.await("what came later", says("before this."))
	assert.False(t, eve.holds(`document.documentElement.outerHTML.includes(%q)`, secret.ID), "Eve has no trace of it")
	path := fmt.Sprintf("/files/%s/%s?as=", secret.ID, secret.Attachments[0].ID)
	assert.Equal(t, 200, p.get(path+"ana"))
	assert.Equal(t, 404, p.get(path+"eve"))

	// The panel works by keyboard, and keeps the focus while it changes.
	eve.await("it is Eve's turn", newestTurnButton+`?.closest('.message').matches('.mentions-me')`)
	eve.focus(newestTurnButton)
	const panels = `document.querySelectorAll('.message.ephemeral').length`
	answers := ask[int](eve, panels) // her command is answered by a panel too
	eve.keys(kb.Enter)
	eve.await("another panel", panels+` > %d`, answers)
	eve.await("its menu", panel+`.querySelector('.select')`)
	eve.focus(panel + `.querySelector('.select')`)
	eve.keys(kb.ArrowDown)
	eve.await("the menu", `document.querySelector('.listbox:not([hidden])')`)
	const marked = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).matches('.active')`
	assert.True(t, eve.holds(marked), "the option that is read aloud is the marked one")
	before := eve.sign()
	eve.keys(kb.ArrowDown + kb.Enter)
	eve.await("another panel", signature+` !== %s`, quote(before))
	assert.True(t, eve.holds(panel+`.contains(document.activeElement)`), "the focus is still in the panel")
}

// TestCommandsAreTypedCompletedAndCorrected in a window and on a phone.
func TestCommandsAreTypedCompletedAndCorrected(t *testing.T) {
	p := play(t, 21)
	w := p.window("ana", gardensID, desktop)

	// Screen readers are told whether suggestions are shown.
	w.typeText("/game new ")
	w.fill("game", "")
	const field = `document.querySelector('[data-option=game]')`
	w.await("suggestions", field+`.ariaExpanded === 'true'`)
	w.keys(kb.Escape)
	w.await("no suggestions", field+`.ariaExpanded === 'false'`)

	// Passing through a field keeps its value.
	w.keys("babel")
	w.await("Babel is offered", `document.querySelector('.composer .option.active')?.dataset.value === 'babel'`)
	w.keys(kb.Enter)
	w.focus(`document.querySelector('.add')`)
	w.focus(field)
	w.await("suggestions", field+`.ariaExpanded === 'true'`)
	w.keys(kb.Tab)
	w.await("no suggestions", field+`.ariaExpanded === 'false'`)
	assert.Equal(t, "Babel", ask[string](w, field+`.value`))
	const cancel = `document.querySelector('[aria-label="Cancel the command"]')`
	w.reach(cancel)

	// The keyboards of phones report no keys, begin with a capital, and need no Enter.
	w.resize(phone)
	const lineBreak = `(document.querySelector('.text-box').dispatchEvent(new InputEvent('beforeinput', {inputType: 'insertLineBreak', cancelable: true})), true)`
	for typed, done := range map[string]func(){
		"/Game new ": func() {},
		"/Game new":  func() { w.reach(`document.querySelector('.send')`) },
		"/game ne":   func() { ask[bool](w, lineBreak) },
	} {
		w.typeText(typed)
		done()
		w.await(typed+" is a command", `document.querySelector('form.command')?.ariaLabel === '/game new'`)
		w.reach(cancel)
	}

	// One wrong value does not mean typing a command again.
	const clock = `document.querySelector('[data-option=clock]')`
	w.typeText("/game new ")
	w.option("game", "towers")
	w.fill("clock", "soon")
	w.reach(`document.querySelector('.send')`)
	w.await("why not", `document.querySelector('.status.bad').innerText.includes('clock')`)
	w.await("what was typed", clock+`.value === 'soon' && `+hasFocus(`form.command`))
	require.True(t, w.holds(`(`+clock+`.select(), true)`), "the field is selected")
	w.keys("300")
	w.reach(`document.querySelector('.send')`)
	w.await("the table", `document.querySelector('.ephemeral')`)

	// A mention has the command's default name, the command is shown in the user's language.
	bo := p.window("bo", babelID, desktop)
	bo.command(bo.commandNamed("game status"))
	const mention = `document.querySelector('.ephemeral button.mention')`
	bo.await("the answer names a command", mention+`?.innerText === '/game new'`)
	bo.reach(mention)
	bo.await("the command", `document.querySelector('form.command')?.ariaLabel === '/partie nouvelle'`)
}

// TestTheNewestMessageStaysInView: also while messages grow, unless the user has scrolled up.
func TestTheNewestMessageStaysInView(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	for i := range 40 {
		p.say(p.world.Bo, p.world.Gardens, fmt.Sprint("Message ", i))
	}
	w := p.window("ana", gardensID, phone)
	const atEnd = `(({scrollHeight, scrollTop, clientHeight}) => scrollHeight - scrollTop - clientHeight < 1)(document.getElementById('scroll'))`
	const grow = `(document.querySelector('#messages').lastElementChild.style.height = '%dpx', document.getElementById('scroll').dispatchEvent(new Event('scroll')))`
	w.await("the end", atEnd)
	require.True(t, w.holds(grow, 500), "the last message grows")
	w.await("the end", atEnd)
	w.resize(size{320, 640})
	w.await("the end", atEnd)

	const up = `(addEventListener('scroll', () => { window.moved = true; }, {capture: true, once: true}),
		document.getElementById('scroll').scrollTop -= 300, true)`
	require.True(t, w.holds(up), "Ana scrolls up")
	w.await("somewhere else", `window.moved && !`+atEnd)
	p.say(p.world.Bo, p.world.Gardens, "Nobody looks here.")
	w.await("the news", says("Nobody looks here."))
	assert.False(t, w.holds(atEnd), "news do not scroll the messages of one who reads older ones")
}

func TestEveryMessageOfALongChannelIsReachedByScrolling(t *testing.T) {
	p, bot := showcase(t)
	first, _ := longAgo(t, p, bot)
	w := p.window("ana", gardensID, desktop)
	assert.Contains(t, w.text("#messages > :last-child"), fmt.Sprint("Talk ", talks-1))
	for shown := 0; shown < 1+talks; {
		ask[bool](w, `(document.getElementById('scroll').scrollTop = 0, true)`)
		w.await("older messages", `document.querySelector('#messages').childElementCount > %d`, shown)
		shown = ask[int](w, `document.querySelector('#messages').childElementCount`)
	}
	assert.Equal(t, "m"+first.ID, ask[string](w, `document.querySelector('#messages').firstElementChild.id`))
}

// BenchmarkFirstPaint loads the page in a channel with many messages. The goal is 100 ms.
func BenchmarkFirstPaint(b *testing.B) {
	p, bot := showcase(b)
	longAgo(b, p, bot)
	w := p.window("ana", gardensID, desktop)
	painted := 0.0
	for b.Loop() {
		w.run(chromedp.Reload())
		w.await("the channel is there", `document.documentElement.dataset.ready`)
		w.await("it is painted", `performance.getEntriesByName('first-contentful-paint').length`)
		painted += ask[float64](w, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
	}
	b.ReportMetric(painted/float64(b.N), "ms/paint")
}

func TestDevelopersSeeTheTraffic(t *testing.T) {
	p := play(t, 9)
	w := p.window("ana", gardensID, desktop)
	require.True(t, w.click(`document.getElementById('developers')`), "the developers' button is in sight")
	w.await("what went on", `document.querySelector('.lines').innerText.includes('READY')`)
	p.world.Faults().REST(localdiscord.RESTFault{Times: 1, Status: 429, RetryAfter: time.Second})
	w.command("game new")
	w.await("a table is open for all that", `[...document.querySelectorAll('.messages button')].some((b) => b.innerText === 'Join')`)
	w.await(
		"the faults are told",
		`['429', '✓ valid', 'answered after'].every((s) => document.querySelector('.lines').innerText.includes(s))`,
	)
	assert.NotRegexp(t, `"token":"[^…]`, ask[string](w, `document.querySelector('.lines').textContent`))
	p.world.Faults().CutGateway()
	w.await("the bot is back", `document.querySelector('.lines').innerText.includes('resume')`)
	w.fits()
}

// TestThePanelWorksAfterARestart: requests are then counted from 1 again.
func TestThePanelWorksAfterARestart(t *testing.T) {
	p, _ := showcase(t)
	assert.Contains(t, p.read("/api/developer?as=ana&after=0"), "READY")
	assert.Contains(t, p.read("/api/developer?as=ana&after=1000000"), "READY")
}

// TestAnUnknownPersonIsReported: names are also found whatever their case.
func TestAnUnknownPersonIsReported(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	w := p.window("ana", gardensID, desktop)
	w.run(chromedp.Navigate(p.page.URL() + "/?as=Bo"))
	w.await("one is Bo", `document.querySelector('.person[aria-current=true]')?.dataset.person === 'bo'`)
	w.run(chromedp.Navigate(p.page.URL() + "/?as=frank"))
	w.await("who is meant", `document.getElementById('lost').innerText.includes('nobody here is called "frank"')`)
	w.complaints() // expected: the browser complains that there is no such feed
}

func (w *window) openDrawer() {
	w.reach(`document.getElementById('drawer')`)
	w.await("the drawer is out", `document.getElementById('sidebar').getBoundingClientRect().x === 0`)
}

func TestSwitchingPeopleAndChannels(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	w := p.window("ana", gardensID, phone)
	w.fits()
	w.openDrawer()
	require.True(t, w.click(`document.querySelector('[data-person=dan]')`), "Dan is in sight")
	w.await(
		"one is Dan",
		`document.querySelector('[aria-current=true]')?.dataset.person === 'dan' && document.documentElement.dataset.ready`,
	)
	w.openDrawer()
	require.True(t, w.click(channelLink, babelID), "the channel is in sight")
	w.await("the other channel", `document.documentElement.dataset.ready === %q`, babelID)
	const high = `document.querySelector('.text-box').offsetHeight`
	low := ask[int](w, high)
	w.typeText("Hello **all**")
	tell(w, input.InsertText, input.InsertTextParams{Text: strings.Repeat(" and everybody else", 20)}) // typing takes long
	w.await("the box grows", high+` > %d`, low)
	w.keys(kb.Enter)
	w.await("it is said", `[...document.querySelectorAll('.text strong')].at(-1).innerText === 'all'`)
	w.await("the box is as it was", high+` === %d`, low)
	for _, step := range []struct{ way, channel string }{{"back", gardensID}, {"forward", babelID}} {
		require.True(t, w.holds(`(history.%s(), true)`, step.way), "the browser goes %s", step.way)
		w.await(step.way, `document.documentElement.dataset.ready === %q && location.search.includes(%[1]q)`, step.channel)
	}
	w.openDrawer()
	w.reach(`document.querySelector('[data-open=direct]')`)
	w.await("the direct messages", `document.documentElement.dataset.ready === %q`, p.world.Dan.DM().ID)
	assert.Equal(t, "@Amytis", w.text("#title"))
	assert.False(t, w.holds(`document.querySelector('[data-open=direct]')`), "they are listed now")

	// A person in another channel sees that there is news.
	ana := p.window("ana", gardensID, desktop)
	p.say(p.world.Dan, p.world.Babel, p.world.Ana.Mention()+", are you there?")
	ana.await("a badge", `document.querySelector('.place.unread .badge')?.innerText === '1'`)
}

const channelLink = `document.querySelector('[data-channel="'+%q+'"]')`

// TestMenusOfMessagesAndPeople opens the menu by a right click, which a long press on a phone is,
// too, and by the button.
func TestMenusOfMessagesAndPeople(t *testing.T) {
	p := play(t, 7)
	said := p.say(p.world.Bo, p.world.Gardens, "Hello")
	w := p.window("ana", gardensID, desktop)
	w.await("the message and the bot", `document.getElementById('m%s') && document.querySelector('.text-box').placeholder.includes('/')`, said.ID)
	open := fmt.Sprintf(`(document.getElementById('m%s').dispatchEvent(new MouseEvent('contextmenu', {bubbles: true})),
		[...document.querySelectorAll('.menu button')].map((b) => b.innerText).join())`, said.ID)
	assert.Equal(t, "Board at this turn,Replay,Review,Play against,Profile", ask[string](w, "%s", open))
	const item = `[...document.querySelectorAll('.menu button')].find((b) => b.innerText === %q)`
	w.reach(fmt.Sprintf(item, "Replay"))
	w.await("a refusal in words", says("Choose a message of a game"))
	w.await("the presence", `document.querySelector('.presence small')?.innerText === '/learn'`)
	w.look("presence")
	w.resize(phone)
	ask[string](w, "%s", open)
	w.fits()
	w.look("menu")
	w.reach(fmt.Sprintf(item, "Play against"))
	w.await("an invitation", says("Ana invites"))
}

package page_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/page"
)

func serveAt(t testing.TB, w *world, addr string, request time.Duration) *page.Page {
	l, err := page.Listen(addr, 0)
	require.NoError(t, err)
	return page.Serve(w.Server, l, page.Options{Request: request})
}

// served returns a page without a bot or browser, and runs the test beside others.
func served(t *testing.T, addr string) *playground {
	world := newWorld(t, localdiscord.Options{})
	p := &playground{TB: t, world: world, page: serveAt(t, world, addr, 0)}
	t.Cleanup(p.close)
	return p
}

var plainClient = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// get returns the status of a request.
func (p *playground) get(path string) int {
	r, err := http.NewRequest(http.MethodGet, p.page.URL()+path, nil)
	require.NoError(p, err)
	return p.status(r)
}

// read returns the answer to a request.
func (p *playground) read(path string) string {
	answer, err := plainClient.Get(p.page.URL() + path)
	require.NoError(p, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(p, err)
	return string(body)
}

func (p *playground) status(r *http.Request) int {
	answer, err := plainClient.Do(r)
	require.NoError(p, err)
	require.NoError(p, answer.Body.Close())
	return answer.StatusCode
}

func TestOnlyRequestsMeantForThePageAreAnswered(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	_, port, err := net.SplitHostPort(strings.TrimPrefix(p.page.URL(), "http://"))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		host, origin string
		want         int
	}{
		"its address":                  {"127.0.0.1:" + port, "", 200},
		"its address and origin":       {"127.0.0.1:" + port, "http://127.0.0.1:" + port, 200},
		"localhost":                    {"localhost:" + port, "http://localhost:" + port, 200},
		"a name that points here":      {"evil.example:" + port, "", 421},
		"another port":                 {"127.0.0.1:1", "", 421},
		"no port":                      {"127.0.0.1", "", 421},
		"another address":              {"192.168.0.1:" + port, "", 421},
		"a name like it":               {"127.0.0.1.evil.example:" + port, "", 421},
		"another site's page":          {"127.0.0.1:" + port, "https://evil.example", 403},
		"a page without origin":        {"127.0.0.1:" + port, "null", 403},
		"another port on this machine": {"127.0.0.1:" + port, "http://127.0.0.1:1", 403},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{"/", "/api/state?as=ana", "/static/main.js", "/api/feed?as=ana"} {
				if path == "/api/feed?as=ana" && c.want == http.StatusOK {
					continue // a websocket needs more than a request
				}
				r, err := http.NewRequest(http.MethodGet, p.page.URL()+path, nil)
				require.NoError(t, err)
				r.Host = c.host
				if c.origin != "" {
					r.Header.Set("Origin", c.origin)
				}
				assert.Equal(t, c.want, p.status(r), path)
			}
		})
	}
}

func TestNamesInRequestsAreNotTrusted(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	for path, want := range map[string]int{
		"/api/state?as=ana":                              200,
		"/api/state":                                     404,
		"/api/state?as=Amytis":                           404,
		"/api/state?as=../ana":                           404,
		"/api/messages?as=ana&channel=1":                 404,
		"/api/messages?as=ana&channel=" + "../gardens":   404,
		"/api/feed?as=nobody":                            404,
		"/static/..%2fpage.go":                           404,
		"/static/%2e%2e/page.go":                         404,
		"/files/1/2?as=ana":                              404,
		"/files/..%2f..%2fetc/passwd?as=ana":             404,
		"/api/developer?as=ana&after=999999999999999999": 200,
	} {
		assert.Equal(t, want, p.get(path), path)
	}
}

// TestNobodyActsWhereTheySeeNothing: neither in a channel that is not there nor in the direct
// messages of another person.
func TestNobodyActsWhereTheySeeNothing(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	bo := p.world.Bo.DM()
	for _, id := range []string{"", "1", bo.ID} {
		assert.Equal(t, 404, p.get("/api/messages?as=ana&channel="+id), id)
		assert.JSONEq(t, "[]", p.read("/api/commands?as=ana&channel="+id), id)
		assert.JSONEq(t, "[]", p.read("/api/menus?as=ana&channel="+id), id)
		for what, body := range map[string]string{
			"say":      `{"channel":"` + id + `","text":"hello"}`,
			"slash":    `{"channel":"` + id + `","command":"help"}`,
			"complete": `{"channel":"` + id + `","command":"help","focused":"game"}`,
			"menu":     `{"channel":"` + id + `","command":"Board","message":"1"}`,
		} {
			answer, err := plainClient.Post(p.page.URL()+"/api/"+what+"?as=ana", "application/json", strings.NewReader(body))
			require.NoError(t, err)
			said, err := io.ReadAll(answer.Body)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			assert.Contains(t, string(said), `"kind":"refused"`, "%s in %q", what, id)
		}
	}
	assert.Empty(t, bo.Everything())
}

func TestOnlyJSONIsCarriedOut(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	post := func(kind, body string) int {
		r, err := http.NewRequest(http.MethodPost, p.page.URL()+"/api/say?as=ana", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", kind)
		return p.status(r)
	}
	good := `{"channel":"` + gardensID + `","text":"hello"}`
	assert.Equal(t, 415, post("text/plain", good), "a form of another site can send this")
	assert.Equal(t, 415, post("application/x-www-form-urlencoded", good))
	assert.Equal(t, 400, post("application/json", `{`))
	assert.Equal(t, 400, post("application/json", `{"chanel":"1"}`))
	assert.Equal(t, 400, post("application/json", `{"channel":"`+gardensID+`","text":""}`))
	assert.Empty(t, p.world.Gardens.Messages())
	assert.Equal(t, 200, post("application/json", good))
	assert.Len(t, p.world.Gardens.Messages(), 1)
}

func TestATakenAddressIsReported(t *testing.T) {
	p := served(t, "127.0.0.1:0")
	taken := strings.TrimPrefix(p.page.URL(), "http://")
	_, err := page.Listen(taken, 0)
	assert.ErrorContains(t, err, taken+" is taken")
}

func TestThePageIsSharedOnlyWhenAskedFor(t *testing.T) {
	assert.False(t, served(t, "127.0.0.1:0").page.Shared(), "other machines cannot reach 127.0.0.1")
	shared := served(t, "0.0.0.0:0")
	assert.True(t, shared.page.Shared(), "other machines can reach 0.0.0.0")
	assert.Equal(t, 200, shared.get("/api/state?as=ana"))
}

// TestOtherMachinesSeeNoDeveloperPanel: a browser on another machine shows everything except the
// developers' panel. This machine's address in the network stands for the other machine.
func TestOtherMachinesSeeNoDeveloperPanel(t *testing.T) {
	p := served(t, "0.0.0.0:0")
	urls := p.page.URLs()
	if len(urls) < 2 {
		t.Skip("this machine is in no network")
	}
	here := p.window("ana", gardensID, phone)
	assert.True(t, here.holds(`document.getElementById('developers').offsetParent`), "this machine has the panel")
	there := p.windowAt(urls[1], "bo", gardensID, phone)
	assert.False(t, there.holds(`document.getElementById('developers').offsetParent`), "another machine has no panel")
	there.typeText("Hello from the sofa" + kb.Enter)
	here.await("what was said there", says("Hello from the sofa"))
}

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

func TestSlowRequestsAreCutOffAndTheFeedIsNot(t *testing.T) {
	const soonOver = 150 * time.Millisecond
	w := newWorld(t, localdiscord.Options{})
	shown := serveAt(t, w, "127.0.0.1:0", soonOver)
	p := &playground{TB: t, world: w, page: shown}
	t.Cleanup(p.close)
	addr := shown.URL()[len("http://"):]
	feed, _, err := websocket.DefaultDialer.Dial("ws://"+addr+"/api/feed?as=ana", nil)
	require.NoError(t, err)
	defer feed.Close()

	var slow []net.Conn
	for _, sent := range []string{
		"",
		"POST / HTTP/1.1\r\nHo",
		"POST /api/say?as=ana HTTP/1.1\r\nHost: " + addr + "\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{",
		"GET / HTTP/1.1\r\nHost: " + addr + "\r\n\r\n", // and no other request
	} {
		conn, err := net.Dial("tcp", addr)
		require.NoError(t, err)
		defer conn.Close()
		_, err = io.WriteString(conn, sent)
		require.NoError(t, err)
		slow = append(slow, conn)
	}
	for _, conn := range slow {
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(patience)))
		_, err = io.Copy(io.Discard, conn)
		require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the connection stays open")
	}

	time.Sleep(4 * soonOver) // longer than an answer may take
	_, err = w.Bo.Say(w.Gardens, "News.")
	require.NoError(t, err)
	require.NoError(t, feed.SetReadDeadline(time.Now().Add(patience)))
	_, news, err := feed.ReadMessage()
	require.NoError(t, err)
	require.Contains(t, string(news), "News.")
}

package page_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/page"
)

// serveAt serves the page of a world at an address.
func serveAt(t testing.TB, w *world, addr string, request time.Duration) *page.Page {
	t.Helper()
	l, err := page.Listen(addr, 0)
	require.NoError(t, err)
	return page.Serve(w.Server, l, page.Options{Request: request})
}

// served returns a page without a bot or browser.
func served(t *testing.T, addr string) *playground {
	t.Helper()
	world := newWorld(t, localdiscord.Options{})
	p := &playground{TB: t, world: world, page: serveAt(t, world, addr, 0)}
	t.Cleanup(p.close)
	return p
}

var plainClient = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// get returns the status of a request.
func (p *playground) get(path string) int {
	p.Helper()
	r, err := http.NewRequest(http.MethodGet, p.page.URL()+path, nil)
	require.NoError(p, err)
	return p.status(r)
}

// read returns the answer to a request.
func (p *playground) read(path string) string {
	p.Helper()
	answer, err := plainClient.Get(p.page.URL() + path)
	require.NoError(p, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(p, err)
	return string(body)
}

func (p *playground) status(r *http.Request) int {
	p.Helper()
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
	t.Parallel()
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

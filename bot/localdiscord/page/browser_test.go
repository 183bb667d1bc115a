package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"amytis/engine/longrun"
)

// browserRequired in the environment makes tests fail rather than skip if there is no browser.
const browserRequired = "AMYTIS_BROWSER_REQUIRED"

// chromium is the browser of all tests, started once.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
	end  []context.CancelFunc
}

// browserOptions are how the browser is started. All windows share one process besides the
// browser's, which costs a quarter less of the processor than one for each.
var browserOptions = append(
	chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("lang", "en-US"),
	chromedp.Flag("renderer-process-limit", "1"), chromedp.Flag("in-process-gpu", true),
)

func browser(t testing.TB) context.Context {
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && path == "" {
			path = found
		}
	}
	if path == "" && os.Getenv(browserRequired) == "" {
		t.Skip("no browser: the page is tested where chromium is installed (apt-get install chromium)")
	}
	require.NotEmpty(t, path, "no chromium is installed, and "+browserRequired+" is set")
	chromium.once.Do(func() {
		options := append(browserOptions, chromedp.ExecPath(path))
		allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, end := chromedp.NewContext(allocator)
		chromium.ctx, chromium.end = ctx, []context.CancelFunc{end, endAllocator}
		chromium.err = chromedp.Do(ctx)
	})
	require.NoError(t, chromium.err)
	return chromium.ctx
}

func closeBrowser() {
	for _, end := range chromium.end {
		end()
	}
}

// window is a browser window in which a person plays.
type window struct {
	*playground
	ctx  context.Context
	name string
	// mostLines has every message checked that a turn shows, and that those to all have no more
	// lines of text; 0 for none. told are the lines of those before a turn.
	mostLines int
	told      []int
	// live says that all play at once.
	live bool

	mu     sync.Mutex
	errors []string
}

// The sizes that tests use.
type size struct{ width, height int64 }

var (
	desktop = size{1280, 800}
	phone   = size{390, 844}
)

// window opens the page as a person in a channel. Errors in the console fail the test.
func (p *playground) window(name, channel string, s size) *window {
	return p.windowAt(p.page.URL(), name, channel, s)
}

// windowAt opens the page at one of its addresses.
func (p *playground) windowAt(url, name, channel string, s size) *window {
	ctx, end := chromedp.NewContext(browser(p))
	p.Cleanup(end)
	w := &window{playground: p, ctx: ctx, name: name}
	require.NoError(p, chromedp.Listen(ctx, w.listen))
	tell(w, cdplog.Enable, cdp.Empty{})
	tell(w, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	w.measure(s)
	tell(w, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: "dark"},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
	w.run(chromedp.Navigate(fmt.Sprintf("%s/?as=%s&channel=%s", url, name, channel)))
	w.await("the channel is there", `document.documentElement.dataset.ready === %q`, channel)
	for _, c := range p.world.Commands() {
		if c.Name == "help" {
			w.await("the bot has introduced itself", `document.querySelector('.message') && !document.querySelector('.thinking')`)
		}
	}
	p.Cleanup(func() { assert.Empty(p, w.complaints(), "%s's console", name) })
	return w
}

func (w *window) listen(event any) {
	complaint := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complaint = fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.Exception)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			complaint = fmt.Sprint(e.Type, " ", len(e.Args))
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			complaint = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if complaint != "" {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.errors = append(w.errors, complaint)
	}
}

// complaints returns and forgets the errors in the console.
func (w *window) complaints() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	found := w.errors
	w.errors = nil
	return found
}

func (w *window) run(steps ...chromedp.Action[chromedp.Void]) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	require.NoError(w, chromedp.Do(ctx, steps...), w.name)
}

// tell sends a window a command of the browser's protocol.
func tell[P, R any](w *window, command cdp.Command[P, R], parameters P) (result R) {
	w.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) (err error) {
		result, err = cdp.Call(ctx, t, command, parameters)
		return err
	}))
	return result
}

// ask evaluates an expression, a format string with its arguments.
func ask[T any](w *window, expression string, args ...any) T {
	value, err := try[T](w, fmt.Sprintf(expression, args...))
	require.NoError(w, err, w.name)
	return value
}

// try evaluates an expression that may fail. Any can fail while another page is being loaded.
func try[T any](w *window, expression string, options ...chromedp.EvaluateOption) (T, error) {
	ctx, cancel := context.WithTimeout(w.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, options...))
}

// holds reports whether an expression is true.
func (w *window) holds(expression string, args ...any) bool {
	return ask[bool](w, "Boolean("+expression+")", args...)
}

// longestLook is the longest time that a page looks at itself before it answers.
const longestLook = time.Second

// turns waits for an expression to be true, at most a time up to longestLook, and reports whether
// it is. The page itself looks again and again: every question costs three processes time. An
// expression that cannot be evaluated is not true yet.
func (w *window) turns(atMost time.Duration, expression string) (bool, error) {
	return try[bool](w, fmt.Sprintf(`new Promise((done, fail) => {
		const end = performance.now() + %d;
		const look = (pause) => {
			let is = false, error;
			try { is = Boolean(%s); } catch (e) { error = e; }
			if (!is && performance.now() < end) return setTimeout(look, pause, Math.min(pause * 1.5, 40));
			error ? fail(error) : done(is);
		};
		look(4);
	})`, min(atMost, longestLook).Milliseconds(), expression), chromedp.EvalAwaitPromise)
}

// await waits for an expression to be true. An expression that cannot be evaluated is not true yet.
func (w *window) await(what, expression string, args ...any) {
	expression = fmt.Sprintf(expression, args...)
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		is, err := w.turns(longestLook, expression)
		if is {
			return
		}
		if time.Now().After(deadline) {
			w.capture("failed-" + strings.ReplaceAll(w.Name(), "/", "-") + "-" + w.name)
			require.FailNow(w, w.name+" waited in vain: "+what, "%v\n%s", err, w.text("#messages"))
		}
	}
}

// everybody waits until an expression is true in all windows.
func everybody(windows []*window, what, expression string, args ...any) {
	for _, w := range windows {
		w.await(what, expression, args...)
	}
}

// says returns the expression that the channel shows a text.
func says(text string) string {
	return `document.querySelector('#messages').innerText.includes(` + quote(text) + `)`
}

func (w *window) text(selector string) string {
	return ask[string](w, `document.querySelector(%q)?.innerText ?? ""`, selector)
}

// aim is where to click, and whether that hits the right element.
type aim struct {
	X   float64 `json:"x"`
	Y   float64 `json:"y"`
	Hit string  `json:"hit"`
}

// click clicks in the middle of an element with the mouse, so an element that covers it gets the
// click. If the element moves away under the mouse, it clicks again, but not if a new version of
// the element has replaced it, as when a message is shown again, or if the element was hidden, as
// when a value was chosen. It returns false if there is no such element in sight.
func (w *window) click(expression string, args ...any) bool {
	covered, pressed := "", false
	for range 20 {
		at := ask[aim](w, `(() => {
			const e = (%s);
			if (!e?.getClientRects().length) return {x: 0, y: 0, hit: e ? 'hidden' : ''};
			e.scrollIntoView({block: 'nearest'});
			const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
			const hit = document.elementFromPoint(x, y), alike = e.outerHTML;
			window.clicked = false;
			document.addEventListener('click', ({target}) => {
				window.clicked ||= e.contains(target) || target.closest(e.tagName)?.outerHTML === alike;
			}, {once: true, capture: true});
			return {x, y, hit: hit && e.contains(hit) ? 'yes' : 'no, but ' + hit?.outerHTML.slice(0, 200)};
		})()`, fmt.Sprintf(expression, args...))
		switch at.Hit {
		case "":
			return false
		case "hidden":
			return pressed
		case "yes":
			pressed = true
			w.run(chromedp.MouseClickXY(at.X, at.Y))
			if missed, err := try[bool](w, `window.clicked === false`); err != nil ||
				!missed { // a new page does not have the variable
				return true
			}
		default:
			covered = at.Hit
			w.keys(kb.Escape) // a picture that was hit opens large
		}
	}
	require.FailNow(w, w.name+" cannot click", "%s %s", fmt.Sprintf(expression, args...), covered)
	return false
}

// press clicks the newest button with a label as soon as there is one.
func (w *window) press(label string) {
	const newest = `[...document.querySelectorAll('.messages button:not(:disabled)')].filter((b) => b.innerText.trim().startsWith(%q)).at(-1)`
	w.reach(fmt.Sprintf(newest, label))
}

// reach clicks an element as soon as it is there.
func (w *window) reach(expression string) {
	for {
		w.await("to click "+expression, "%s", expression)
		if w.click("%s", expression) {
			return
		}
	}
}

// keys types text. The package kb has the other keys.
func (w *window) keys(text string) { w.run(chromedp.KeyEvent(text)) }

// command types a slash command and a value for each option that is shown, and sends it.
func (w *window) command(path string, values ...string) {
	w.typeText("/" + path + " ")
	w.await("the command /"+path, `document.querySelector('form.command')?.ariaLabel === %q`, "/"+path)
	for _, value := range values {
		w.keys(value)
		w.await(
			"a suggestion",
			`document.querySelector('.composer .option:not(.option-note)')?.innerText.toLowerCase().includes(%q)`,
			value,
		)
		w.keys(kb.Enter)
	}
	w.reach(`document.querySelector('.send')`)
	w.await("the command is sent", `document.querySelector('.text-box') && !document.querySelector('.status').innerText`)
	if w.holds(openForm) {
		w.submit()
	}
}

// artifacts is the folder of screenshots, kept for people to look at.
var artifacts = filepath.Join("..", "..", "..", ".ci", "artifacts", "page")

// look takes a screenshot for people to look at, in the long run.
func (w *window) look(name string) {
	if longrun.On() {
		w.capture(name)
	}
}

// capture takes a screenshot when all pictures have loaded.
func (w *window) capture(name string) {
	_, err := w.turns(longestLook, `[...document.images].every((i) => i.complete)`)
	require.NoError(w, err)
	png := tell(w, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{}).Data
	require.NoError(w, os.MkdirAll(artifacts, 0o755))
	require.NoError(w, os.WriteFile(filepath.Join(artifacts, name+".png"), png, 0o644))
}

func (w *window) resize(s size) {
	w.measure(s)
	w.await("another size", `innerWidth === %d && innerHeight === %d`, s.width, s.height)
}

func (w *window) measure(s size) {
	tell(w, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: s.width, Height: s.height, DeviceScaleFactor: 1, Mobile: s.width < 600})
}

func quote(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

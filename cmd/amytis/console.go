package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"amytis/bot/localdiscord"
)

// console lets the playground's users play by typing lines. It plays in the first channel.
type console struct {
	world    *localdiscord.World
	channel  *localdiscord.Channel
	people   []*localdiscord.User
	me       *localdiscord.User
	pictures string
	in       io.Reader

	mu    sync.Mutex // guards the fields below and the output
	out   io.Writer
	shown map[string]string // what was printed for each message
}

func newConsole(w *localdiscord.World, pictures string, std streams) *console {
	return &console{
		world: w, channel: w.Channels[0], people: w.Users(), me: w.Ana,
		pictures: pictures, in: std.in, out: std.out, shown: map[string]string{},
	}
}

const consoleHelp = `You play as one of five people: ana, eve (English), bo (French), cleo (German), dan (Spanish).
  as bo                   play as bo from now on; "bo: LINE" does one line as bo
  /game solo              play against the computer: the game starts at once, and you begin
  /learn                  learn a game step by step; "/learn babel" and "/learn towers" are other games
  /game new               send a slash command; options in order, or as name:value
  /garden dig ?           list the suggestions for an option
  press Join              press the newest button with that label, typed with or without its emoji
  choose c2               choose an option of the newest menu that has it
  look                    show the newest messages again
  people                  list the people and their languages
  help                    show this help
  quit                    end the playground
For a first game alone type: /game solo, then "choose" with an entry of its menu, such as "choose a1".
For one with others type: /game new, then "bo: press Join", "press Start", "press Take my turn".
`

// consolePause is how often the console looks for new messages. consoleWait limits how long a press
// waits for its button to appear. consoleEnd is how long the end waits for the last message.
const (
	consolePause = 50 * time.Millisecond
	consoleWait  = 2 * time.Second
	consoleEnd   = time.Second
)

// run reads lines until the input ends or a line says quit.
func (c *console) run(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	fmt.Fprint(c.out, consoleHelp)
	var watching sync.WaitGroup
	watching.Go(func() { c.watch(ctx) })
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(c.in); scan.Scan(); {
			select {
			case lines <- strings.TrimSpace(scan.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	for open := true; open; {
		c.prompt()
		select {
		case line, more := <-lines:
			open = more && line != "quit"
			if open && line != "" {
				c.do(ctx, line)
			}
		case <-ctx.Done():
			open = false
		}
	}
	time.Sleep(consoleEnd)
	stop()
	watching.Wait()
}

func (c *console) prompt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(c.out, "%s> ", c.me.Name)
}

// watch prints public messages, and everybody's direct messages, when they appear or change.
func (c *console) watch(ctx context.Context) {
	for {
		c.mu.Lock()
		for _, m := range c.channel.Messages() {
			c.printFor(m, "") // a public one
		}
		for _, p := range c.people {
			for _, m := range p.DirectMessages() {
				c.printFor(m, p.Name)
			}
		}
		c.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-time.After(consolePause):
		}
	}
}

// do carries out one line.
func (c *console) do(ctx context.Context, line string) {
	user := c.me
	if name, rest, found := strings.Cut(line, ":"); found && c.person(name) != nil {
		user, line = c.person(name), strings.TrimSpace(rest)
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	var err error
	switch {
	case strings.HasPrefix(word, "/"):
		err = c.slash(ctx, user, line[1:])
	case word == "as":
		if p := c.person(rest); p != nil {
			c.me = p
		} else {
			err = fmt.Errorf("nobody here is called %q", rest)
		}
	case word == "press":
		err = c.press(ctx, user, rest)
	case word == "choose":
		err = c.choose(ctx, user, rest)
	case word == "look":
		c.look(user)
	case word == "people":
		for _, p := range c.people {
			c.say(fmt.Sprintf("%s (%s)", p.Name, p.Locale()))
		}
	case word == "help":
		c.say(strings.TrimSuffix(consoleHelp, "\n"))
	default:
		err = errors.New(`unknown command; type "help" for the list`)
	}
	if err != nil {
		c.say("! " + err.Error())
	}
}

func (c *console) say(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintln(c.out, text)
}

func (c *console) person(name string) *localdiscord.User {
	for _, p := range c.people {
		if strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			return p
		}
	}
	return nil
}

// look prints the newest five messages again.
func (c *console) look(user *localdiscord.User) {
	c.mu.Lock()
	defer c.mu.Unlock()
	messages := user.Messages(c.channel)
	for _, m := range messages[max(0, len(messages)-5):] {
		delete(c.shown, m.ID)
		c.printFor(m, user.Name)
	}
}

// printFor prints a message unless it was already printed with the same text. reader is the only
// user who sees an ephemeral or direct message. The caller must hold the lock.
func (c *console) printFor(m *localdiscord.Message, reader string) {
	text := c.render(m)
	if c.shown[m.ID] == text {
		return
	}
	_, changed := c.shown[m.ID]
	c.shown[m.ID] = text
	head := "── " + c.channel.Name
	switch {
	case m.Ephemeral():
		head = "── only for " + reader
	case m.ChannelID != c.channel.ID:
		head = "── direct message to " + reader
	}
	if changed {
		head += " (changed)"
	}
	fmt.Fprintf(c.out, "\n%s\n%s", head, text)
}

// commandMention matches a mention of a command, and userMention one of a user. A terminal cannot
// show either.
var (
	commandMention = regexp.MustCompile(`</([^:>]+):\d+>`)
	userMention    = regexp.MustCompile(`<@!?\d+>`)
)

// named replaces a mention by the name of the user.
func (c *console) named(mention string) string {
	for _, p := range c.people {
		if strings.Trim(mention, "<@!>") == p.ID {
			return "@" + p.Name
		}
	}
	return mention
}

// render returns a message as lines of text. It writes its pictures to files.
func (c *console) render(m *localdiscord.Message) string {
	var b strings.Builder
	text := commandMention.ReplaceAllString(m.Text(), "/$1")
	text = userMention.ReplaceAllStringFunc(text, c.named)
	for _, line := range strings.Split(text, "\n") {
		b.WriteString("│ " + line + "\n")
	}
	for _, a := range m.Attachments {
		path := filepath.Join(c.pictures, m.ID+"-"+a.Filename)
		if data, found := c.world.File(a.URL); found {
			if err := writeFile(path, data); err != nil {
				path = err.Error()
			}
		}
		b.WriteString("│ 🖼  " + path + "\n")
	}
	for _, l := range m.Links() {
		b.WriteString("│ " + l.Label + " ↗ " + l.URL + "\n")
	}
	for _, control := range m.Controls() {
		switch {
		case len(control.Options) > 0:
			b.WriteString("│ ▾ " + control.Placeholder + "\n")
			for _, o := range control.Options {
				b.WriteString("│     " + o.Label + "   " + o.Description + "\n")
			}
		case control.Label == "" && control.Placeholder != "": // a menu that Discord fills
			b.WriteString("│ ▾ " + control.Placeholder + "\n")
		case control.Disabled:
			b.WriteString("│ (" + control.Label + ")\n")
		default:
			b.WriteString("│ [" + control.Label + "]\n")
		}
	}
	return b.String()
}

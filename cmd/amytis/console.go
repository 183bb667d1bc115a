package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"amytis/bot/localdiscord"
)

// console lets the playground's people play by typing lines, in its first
// channel.
type console struct {
	world    *localdiscord.World
	channel  *localdiscord.Channel
	people   []*localdiscord.User
	me       *localdiscord.User
	pictures string
	in       io.Reader

	mu    sync.Mutex // guards what follows and the output
	out   io.Writer
	shown map[string]string // what was printed of each message
}

func newConsole(w *localdiscord.World, pictures string, std streams) *console {
	return &console{
		world: w, channel: w.Channels[0], people: w.Users(), me: w.Ana,
		pictures: pictures, in: std.in, out: std.out, shown: map[string]string{},
	}
}

const consoleHelp = `Type as one of five people: ana, eve (English), bo (French), cleo (German), dan (Spanish).
  as bo                   be somebody else;  "bo: LINE" is one line as bo
  /game new               a slash command; options in order, or as name:value
  /garden dig ?           a question mark instead of a value asks what there is
  press Join              press the newest button of that name
  choose c2               choose from the newest menu that offers it
  look                    show the newest messages again
  people, help, quit
A first game: /game new, then "bo: press Join", "press Start", "press Take my turn".
`

// How often the console looks for what was announced, how long a press waits
// for its button to appear, and how long the end waits for the last message.
const (
	consolePause = 50 * time.Millisecond
	consoleWait  = 2 * time.Second
	consoleEnd   = time.Second
)

// run reads lines until there are no more, or somebody quits.
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

// watch prints public messages as they come and change.
func (c *console) watch(ctx context.Context) {
	for {
		c.mu.Lock()
		for _, m := range c.channel.Messages() {
			c.print(m)
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
			err = fmt.Errorf("nobody is called %q", rest)
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
		err = errors.New(`not understood; "help" tells what can be typed`)
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

// slash sends a slash command: the words that name it, then its options.
func (c *console) slash(ctx context.Context, user *localdiscord.User, line string) error {
	leaf, words, err := findLeaf(user.Commands(c.channel), strings.Fields(line))
	if err != nil {
		return err
	}
	args := localdiscord.Args{}
	for i, word := range words {
		name, value, named := strings.Cut(word, ":")
		if !named {
			if i >= len(leaf.Options) {
				return fmt.Errorf("/%s has only %d options", leaf.Path, len(leaf.Options))
			}
			name, value = leaf.Options[i].DefaultName, word
		}
		if typed, asked := strings.CutSuffix(value, "?"); asked {
			return c.suggest(ctx, user, leaf, args, name, typed)
		}
		args[name] = optionValue(leaf, name, value)
	}
	in, err := user.Slash(ctx, c.channel, leaf.DefaultPath, args)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

// findLeaf finds the command that the first words name.
func findLeaf(leaves []localdiscord.Leaf, words []string) (localdiscord.Leaf, []string, error) {
	for n := min(len(words), 3); n > 0; n-- {
		path := strings.Join(words[:n], " ")
		for _, l := range leaves {
			if l.Path == path || l.DefaultPath == path {
				return l, words[n:], nil
			}
		}
	}
	var all []string
	for _, l := range leaves {
		all = append(all, "/"+l.Path)
	}
	return localdiscord.Leaf{}, nil, fmt.Errorf("no such command; there are: %s", strings.Join(all, ", "))
}

// Discord's types of options that are not text.
const (
	integerOption = 4
	booleanOption = 5
)

// optionValue is a typed word as the option wants it.
func optionValue(leaf localdiscord.Leaf, name, word string) any {
	for _, o := range leaf.Options {
		if o.Name != name && o.DefaultName != name {
			continue
		}
		switch o.Type {
		case integerOption:
			var n int
			if _, err := fmt.Sscan(word, &n); err == nil {
				return n
			}
		case booleanOption:
			return word == "true" || word == "yes"
		}
	}
	return word
}

func (c *console) suggest(ctx context.Context, user *localdiscord.User, leaf localdiscord.Leaf, args localdiscord.Args, name, typed string) error {
	choices, err := user.Autocomplete(ctx, c.channel, leaf.DefaultPath, args, name, typed)
	if err != nil {
		return err
	}
	for _, choice := range choices {
		c.say(fmt.Sprintf("  %-8v %s", choice.Value, choice.Name))
	}
	if len(choices) == 0 {
		c.say("  (nothing is suggested)")
	}
	return nil
}

// press presses the newest button whose label begins so.
func (c *console) press(ctx context.Context, user *localdiscord.User, label string) error {
	message, id := c.await(ctx, user, func(control localdiscord.Component) string {
		if control.Label == "" || control.Disabled || !begins(control.Label, label) {
			return ""
		}
		return control.CustomID
	})
	if message == nil {
		return fmt.Errorf("%s sees no button %q", user.Name, label)
	}
	in, err := user.Press(ctx, message, id)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

// choose chooses from the newest menu that offers a value or a label that
// begins so.
func (c *console) choose(ctx context.Context, user *localdiscord.User, wanted string) error {
	value := ""
	message, id := c.await(ctx, user, func(control localdiscord.Component) string {
		for _, o := range control.Options {
			if o.Value == wanted || begins(o.Label, wanted) {
				value = o.Value
				return control.CustomID
			}
		}
		return ""
	})
	if message == nil {
		return fmt.Errorf("%s sees no menu that offers %q", user.Name, wanted)
	}
	in, err := user.Select(ctx, message, id, value)
	if err != nil {
		return err
	}
	return c.outcome(ctx, user, in)
}

func begins(text, with string) bool {
	return strings.HasPrefix(strings.ToLower(text), strings.ToLower(with))
}

// await finds the newest control that is wanted, by its custom_id, and the
// message that it is on. Announcements come a moment after what they tell of,
// so it waits a little for one.
func (c *console) await(ctx context.Context, user *localdiscord.User, wanted func(localdiscord.Component) (id string)) (*localdiscord.Message, string) {
	for deadline := time.Now().Add(consoleWait); ; {
		messages := user.Messages(c.channel)
		for i := len(messages) - 1; i >= 0; i-- {
			for _, control := range messages[i].Controls() {
				if id := wanted(control); id != "" {
					return messages[i], id
				}
			}
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return nil, ""
		}
		time.Sleep(consolePause)
	}
}

// outcome prints what came of an interaction.
func (c *console) outcome(ctx context.Context, user *localdiscord.User, in *localdiscord.Interaction) error {
	got, err := in.Wait(ctx)
	if err != nil {
		return err
	}
	if got.Failure != "" {
		return errors.New(got.Failure)
	}
	if got.Message != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.printFor(got.Message, user.Name)
	}
	return nil
}

// look prints the newest messages again.
func (c *console) look(user *localdiscord.User) {
	c.mu.Lock()
	defer c.mu.Unlock()
	messages := user.Messages(c.channel)
	for _, m := range messages[max(0, len(messages)-5):] {
		delete(c.shown, m.ID)
		c.print(m)
	}
}

func (c *console) print(m *localdiscord.Message) { c.printFor(m, "") }

// printFor prints a message unless it was printed as it is; reader is who alone
// sees it. The caller holds the lock.
func (c *console) printFor(m *localdiscord.Message, reader string) {
	text := c.render(m)
	if c.shown[m.ID] == text {
		return
	}
	_, changed := c.shown[m.ID]
	c.shown[m.ID] = text
	head := "── " + c.channel.Name
	if m.Ephemeral() {
		head = "── only for " + reader
	}
	if changed {
		head += " (changed)"
	}
	fmt.Fprintf(c.out, "\n%s\n%s", head, text)
}

// render puts a message in lines.
func (c *console) render(m *localdiscord.Message) string {
	var b strings.Builder
	for _, line := range strings.Split(m.Text(), "\n") {
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
	for _, control := range m.Controls() {
		switch {
		case len(control.Options) > 0:
			b.WriteString("│ ▾ " + control.Placeholder + "\n")
			for _, o := range control.Options {
				b.WriteString("│     " + o.Label + "   " + o.Description + "\n")
			}
		case control.Disabled:
			b.WriteString("│ (" + control.Label + ")\n")
		default:
			b.WriteString("│ [" + control.Label + "]\n")
		}
	}
	return b.String()
}

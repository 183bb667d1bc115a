package main

import (
	"bufio"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

//go:embed console.txt
var consoleHelp string

// console lets the playground's people play by typing lines.
type console struct {
	world    *localdiscord.World
	channel  *localdiscord.Channel
	people   map[string]*localdiscord.User // by name
	me       *localdiscord.User
	pictures string // the folder for them
	out      io.Writer
	shown    map[string]int // the versions of messages that were printed
}

// newConsole returns a console for the first channel of a playground.
func newConsole(w *localdiscord.World, pictures string, out io.Writer) *console {
	c := &console{w, w.Channels[0], map[string]*localdiscord.User{}, w.Ana, pictures, out, map[string]int{}}
	for _, p := range w.Users() {
		c.people[p.Name] = p
	}
	return c
}

// consolePause is the time from one look at the messages to the next.
const consolePause = 50 * time.Millisecond

// run carries out lines until the input ends or a line says quit. It waits for what comes of them.
func (c *console) run(ctx context.Context, in io.Reader) {
	lines, end := make(chan string), (<-chan time.Time)(nil)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(in); scan.Scan(); {
			lines <- strings.Join(strings.Fields(strings.ToValidUTF8(scan.Text(), "?")), " ")
		}
	}()
	fmt.Fprintf(c.out, "%s%s> ", consoleHelp, c.me.Name)
	for ctx.Err() == nil {
		c.showNew()
		select {
		case line, more := <-lines:
			if !more || line == "quit" {
				lines, end = nil, time.After(time.Second)
			} else if err := c.do(ctx, line); err != nil {
				fmt.Fprintln(c.out, "!", err)
			}
			fmt.Fprintf(c.out, "%s> ", c.me.Name)
		case <-time.After(consolePause):
		case <-end:
			return
		}
	}
}

func (c *console) do(ctx context.Context, line string) (err error) {
	user := c.me
	name, rest, _ := strings.Cut(line, ":")
	if p := c.people[strings.ToLower(name)]; p != nil {
		user, line = p, strings.TrimSpace(rest)
	}
	var in *localdiscord.Interaction
	word, rest, _ := strings.Cut(line, " ")
	switch p := c.people[strings.ToLower(rest)]; {
	case line == "":
	case strings.HasPrefix(line, "/"):
		in, err = c.slash(ctx, user, line[1:])
	case word == "press" || word == "choose":
		in, err = c.use(ctx, user, word, rest)
	case word == "as" && p == nil:
		err = fmt.Errorf("nobody here is called %q", rest)
	case word == "as":
		c.me = p
	case word == "look":
		messages := user.Messages(c.channel)
		for _, m := range messages[max(0, len(messages)-5):] {
			delete(c.shown, m.ID)
			c.show(m, c.channel.Name)
		}
	case word == "help":
		fmt.Fprint(c.out, consoleHelp)
	default:
		err = errors.New(`unknown command; type "help" for the list`)
	}
	if in == nil || err != nil {
		return err
	}
	got, err := in.Wait(ctx)
	if got.Message != nil {
		c.show(got.Message, c.channel.Name)
	}
	if got.Failure != "" {
		return errors.New(got.Failure)
	}
	return err
}

// slash sends a slash command, or lists what is suggested for an option that ends with "?".
func (c *console) slash(ctx context.Context, user *localdiscord.User, line string) (*localdiscord.Interaction, error) {
	all := user.Commands(c.channel)
	i := slices.IndexFunc(all, func(l localdiscord.Leaf) bool {
		return strings.HasPrefix(line+" ", l.Path+" ") || strings.HasPrefix(line+" ", l.DefaultPath+" ")
	})
	if i < 0 {
		known := ""
		for _, l := range all {
			known += " /" + l.Path
		}
		return nil, errors.New("unknown slash command; the commands are:" + known)
	}
	command, args := all[i], localdiscord.Args{}
	path, options := command.DefaultPath, command.Options
	for i, word := range strings.Fields(line)[len(strings.Fields(path)):] {
		name, value, named := strings.Cut(word, ":")
		if named {
			i = slices.IndexFunc(options, func(o wire.LeafOption) bool { return o.Name == name || o.DefaultName == name })
		} else {
			value = word
		}
		if i < 0 || i >= len(options) {
			return nil, fmt.Errorf("/%s has only %d options, and none for %q", command.Path, len(options), word)
		}
		name = options[i].DefaultName
		if typed, asked := strings.CutSuffix(value, "?"); asked {
			choices, err := user.Autocomplete(ctx, c.channel, path, args, name, typed)
			for _, choice := range choices {
				fmt.Fprintf(c.out, "  %-8v %s\n", choice.Value, choice.Name)
			}
			fmt.Fprintf(c.out, "  (%d suggestions)\n", len(choices))
			return nil, err
		}
		args[name] = value
		if n, err := strconv.Atoi(value); err == nil && options[i].Type == wire.OptionInteger {
			args[name] = n
		} else if options[i].Type == wire.OptionBoolean {
			args[name] = value == "true" || value == "yes"
		}
	}
	return user.Slash(ctx, c.channel, path, args)
}

// use presses the newest button whose label starts with what was typed, or chooses the newest
// option with that value or with a word that starts so. Messages appear a moment after the action
// that they announce: it waits for one.
func (c *console) use(ctx context.Context, user *localdiscord.User, word, typed string) (*localdiscord.Interaction, error) {
	begins := labelPattern(word, typed)
	for end := time.Now().Add(2 * time.Second); ctx.Err() == nil && time.Now().Before(end); time.Sleep(consolePause) {
		c.showNew()
		for _, m := range slices.Backward(user.Messages(c.channel)) {
			for _, control := range m.Controls() {
				if word == "press" && control.Label != "" && !control.Disabled && begins.MatchString(control.Label) {
					return user.Press(ctx, m, control.CustomID)
				}
				for _, o := range control.Options {
					if word == "choose" && (o.Value == typed || begins.MatchString(o.Label)) {
						return user.Select(ctx, m, control.CustomID, o.Value)
					}
				}
			}
		}
	}
	what := map[string]string{"press": "button", "choose": "menu with the option"}
	return nil, fmt.Errorf("%s sees no %s %q", user.Name, what[word], typed)
}

// labelPattern returns what the label of a button or option must match. Signs at the start of a
// button's label, such as an emoji, may be left out.
func labelPattern(word, typed string) *regexp.Regexp {
	before := map[string]string{"press": `^[^\pL\pN]*`, "choose": `(^| )`}
	return regexp.MustCompile("(?i)" + before[word] + regexp.QuoteMeta(typed))
}

// showNew prints public messages and everybody's direct messages that are new or have changed.
func (c *console) showNew() {
	for _, m := range c.channel.Messages() {
		c.show(m, c.channel.Name)
	}
	for _, p := range c.people {
		for _, m := range p.DirectMessages() {
			c.show(m, "direct message to "+p.Name)
		}
	}
}

// show prints a message unless that version of it was printed.
func (c *console) show(m *localdiscord.Message, where string) {
	version, known := c.shown[m.ID]
	if known && version == m.Version {
		return
	}
	c.shown[m.ID] = m.Version
	if m.Ephemeral() {
		where = "only for " + c.world.User(m.OnlyFor).Name
	}
	if known {
		where += " (changed)"
	}
	fmt.Fprintf(c.out, "\n── %s\n│ %s\n", where, strings.Join(c.render(m), "\n│ "))
}

// commandMention is a mention of a command, which is not what one types.
var commandMention = regexp.MustCompile(`</([^:>]+):\d+>`)

// render returns the lines of a message. It writes its pictures to files.
func (c *console) render(m *localdiscord.Message) []string {
	text := commandMention.ReplaceAllString(m.Text(), "/$1")
	for _, p := range c.people {
		text = strings.ReplaceAll(text, p.Mention(), "@"+p.Name)
	}
	lines := strings.Split(text, "\n")
	for _, a := range m.Attachments {
		path := filepath.Join(c.pictures, m.ID+"-"+a.Filename)
		if data, found := c.world.File(a.URL); found {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				path = err.Error()
			}
		}
		lines = append(lines, "🖼  "+path)
	}
	for _, l := range m.Links() {
		lines = append(lines, l.Label+" ↗ "+l.URL)
	}
	for _, control := range m.Controls() {
		line := "[" + control.Label + "]"
		if control.IsSelect() {
			line = "▾ " + control.Placeholder
		} else if control.Disabled {
			line = "(" + control.Label + ")"
		}
		lines = append(lines, line)
		for _, o := range control.Options {
			lines = append(lines, "    "+o.Label+"   "+o.Description)
		}
	}
	return lines
}

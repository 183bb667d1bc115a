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
	"sync"
	"time"

	"github.com/agnivade/levenshtein"

	"amytis/bot/localdiscord"
)

//go:embed console.txt
var consoleHelp string

// console lets the playground's people play by typing lines.
type console struct {
	world    *localdiscord.World
	channel  *localdiscord.Channel
	pictures string // the folder for them
	out      io.Writer
	mu       sync.Mutex
	shown    map[string]int // the versions of messages that were printed
}

func newConsole(w *localdiscord.World, pictures string, out io.Writer) *console {
	return &console{world: w, channel: w.Channels[0], pictures: pictures, out: out, shown: map[string]int{}}
}

// run carries out lines until the input ends or a line says quit, and prints what comes of them.
func (c *console) run(ctx context.Context, in io.Reader) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	watch := c.world.Watch()
	defer watch.Close()
	go func() {
		for err := error(nil); err == nil; _, err = watch.Next(ctx) {
			c.showNew()
		}
	}()
	fmt.Fprint(c.out, consoleHelp, "ana> ")
	lines := bufio.NewScanner(in)
	for lines.Scan() && strings.TrimSpace(lines.Text()) != "quit" {
		line := strings.Join(strings.Fields(strings.ToValidUTF8(lines.Text(), "?")), " ")
		if err := c.carryOutLine(ctx, line); err != nil {
			fmt.Fprintln(c.out, "!", err)
		}
		c.showNew()
		fmt.Fprint(c.out, "ana> ")
	}
	time.Sleep(time.Second)
}

func (c *console) carryOutLine(ctx context.Context, line string) (err error) {
	user := c.world.Ana
	name, rest, _ := strings.Cut(line, ":")
	if p := c.world.UserNamed(strings.ToLower(name)); p != nil {
		user = p
		line = strings.TrimSpace(rest)
	}
	var in *localdiscord.Interaction
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "":
	case line == "help":
		fmt.Fprint(c.out, consoleHelp)
	case strings.HasPrefix(line, "/"):
		in, err = c.slash(ctx, user, line[1:])
	case word == "press" || word == "choose":
		in, err = c.use(ctx, user, word, rest)
	default:
		err = c.unknown(user, line)
	}
	if in == nil || err != nil {
		return err
	}
	got, err := in.Wait(ctx)
	if got.Form != nil { // the page shows forms; here they are sent as they are
		fmt.Fprintf(c.out, "  (%q was sent as it was; to change it, type options)\n", got.Form.Title)
		if in, err = user.Submit(ctx, in, nil); err != nil {
			return err
		}
		got, err = in.Wait(ctx)
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
		return nil, c.unknown(user, "/"+line)
	}
	command := all[i]
	args := localdiscord.Args{}
	for i, word := range strings.Fields(line)[len(strings.Fields(command.Path)):] {
		name, value, named := strings.Cut(word, ":")
		if !named {
			if has := len(command.Options); i >= has {
				return nil, fmt.Errorf("/%s has only %d options, and none for %q", command.Path, has, word)
			}
			name, value = command.Options[i].Name, word
		}
		if typed, asked := strings.CutSuffix(value, "?"); asked {
			choices, err := user.Autocomplete(ctx, c.channel, command.Path, args, name, typed)
			for _, choice := range choices {
				fmt.Fprintf(c.out, "  %-8v %s\n", choice.Value, choice.Name)
			}
			fmt.Fprintf(c.out, "  (%d suggestions)\n", len(choices))
			return nil, err
		}
		args[name] = value
	}
	return user.Slash(ctx, c.channel, command.Path, args)
}

// unknown says which command is nearest to an unknown one.
func (c *console) unknown(user *localdiscord.User, line string) error {
	known := []string{"help", "quit", "press", "choose"}
	for _, l := range user.Commands(c.channel) {
		known = append(known, "/"+l.Path)
	}
	typed := strings.Fields(line)
	far := func(command string) int {
		words := typed[:min(len(typed), strings.Count(command, " ")+1)]
		return levenshtein.ComputeDistance(strings.Join(words, " "), command)
	}
	nearest := slices.MinFunc(known, func(a, b string) int { return far(a) - far(b) })
	return fmt.Errorf("unknown command; did you mean %q? \"help\" lists the others", nearest)
}

// use presses the newest button, or chooses the newest menu option, whose label has a word that
// starts as typed. It waits for one: messages appear a moment after what they announce.
func (c *console) use(ctx context.Context, user *localdiscord.User, word, typed string) (*localdiscord.Interaction, error) {
	end := time.Now().Add(2 * time.Second)
	for ; ctx.Err() == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		for _, m := range slices.Backward(user.Messages(c.channel)) {
			for _, l := range user.Labels(m) {
				if l.Menu == (word == "choose") && hasWord(l.Text, typed) {
					return l.Use(ctx)
				}
			}
		}
	}
	return nil, fmt.Errorf("%s sees nothing to %s that is called %q", user.Name, word, typed)
}

// hasWord reports whether a label has a word that starts with what was typed.
func hasWord(label, typed string) bool {
	return strings.Contains(" "+strings.ToLower(label), " "+strings.ToLower(typed))
}

// showNew prints messages that are new or have changed.
func (c *console) showNew() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.world.Users() {
		for _, m := range slices.Concat(p.Messages(c.channel), p.DirectMessages()) {
			version, ok := c.shown[m.ID]
			if ok && version == m.Version {
				continue
			}
			c.shown[m.ID] = m.Version
			where := c.channel.Name
			if m.Ephemeral() {
				where = "only for " + p.Name
			} else if m.ChannelID != c.channel.ID {
				where = "direct message to " + p.Name
			}
			if ok {
				where += " (changed)"
			}
			fmt.Fprintf(c.out, "\n── %s\n│ %s\n", where, strings.Join(c.render(m), "\n│ "))
		}
	}
}

// marks are what Discord formats with, and moments are times. An escaped mark is itself.
var (
	marks = regexp.MustCompile("\\\\([[:punct:]])|\\*+|__|~~|`+|(?m:^(?:#{1,3}|-#|>) )" +
		`|\[([^]]*)\]\([^)]*\)|<a?(:\w+:)\d+>`)
	moments = regexp.MustCompile(`<t:(\d+)(:\w)?>`)
)

// render returns the lines of a message. It writes its pictures to files.
func (c *console) render(m *localdiscord.Message) []string {
	text := moments.ReplaceAllStringFunc(c.world.Readable(m.Text()), func(moment string) string {
		seconds, _ := strconv.ParseInt(moments.FindStringSubmatch(moment)[1], 10, 64)
		return time.Unix(seconds, 0).Format("2006-01-02 15:04")
	})
	lines := strings.Split(marks.ReplaceAllString(text, "$1$2$3"), "\n")
	for _, a := range m.Attachments {
		path := filepath.Join(c.pictures, m.ID+"-"+a.Filename)
		if data, found := c.world.File(a.URL); found {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				path = err.Error()
			}
		}
		lines = append(lines, strings.Split(strings.TrimSpace("🖼  "+path+"\n"+a.Description), "\n")...)
	}
	for _, l := range m.Links() {
		lines = append(lines, l.Label+" ↗ "+l.URL)
	}
	for _, control := range m.Controls() {
		line := "[" + control.Words() + "]"
		if control.IsSelect() {
			line = "▾ " + control.Placeholder
		} else if control.Disabled {
			line = "(" + control.Words() + ")"
		}
		lines = append(lines, line)
		for _, o := range control.Options {
			lines = append(lines, "    "+o.Label+"   "+o.Description)
		}
	}
	return lines
}

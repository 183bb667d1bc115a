package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"amytis/store"
)

type doctorCommand struct {
	botFlags
	JSON bool `name:"json" help:"Print the findings as JSON."`
}

func (c *doctorCommand) Run(ctx context.Context, std streams) error {
	s, err := c.load()
	d := newDoctor(s)
	d.configuration(&c.settingsFlags, err)
	d.examine(ctx)
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	if c.JSON {
		printed := json.NewEncoder(std.out)
		printed.SetIndent("", "  ")
		if err := printed.Encode(d.findings); err != nil {
			return err
		}
	} else {
		d.print(std.out)
	}
	if d.problems() > 0 {
		return &exitError{code: exitWrong}
	}
	return nil
}

const (
	healthy   = "ok"
	problem   = "problem"
	unchecked = "skipped"
	advice    = "advice" // the bot works without
)

type finding struct {
	State string `json:"state"`
	Check string `json:"check"`
	// Where names a server or channel; Guild and Channel are its IDs.
	Where   string `json:"where,omitempty"`
	Guild   string `json:"guild,omitempty"`
	Channel string `json:"channel,omitempty"`
	Text    string `json:"text"`
	// Fix says what to do about a problem or an advice, unless Text does.
	Fix string `json:"fix,omitempty"`
}

type doctor struct {
	config   configuration
	summary  func(ctx context.Context) (store.Summary, error)
	runs     bool // in the running bot, which reports some problems by itself
	stored   store.Summary
	findings []finding
}

func newDoctor(c configuration) *doctor { return &doctor{config: c, summary: c.place().summary} }

// examine looks at everything but the configuration.
func (d *doctor) examine(ctx context.Context) {
	d.addresses(ctx)
	d.disk()
	d.backups()
	d.store(ctx)
	d.health(ctx)
	d.discord(ctx)
}

func (d *doctor) ok(check, format string, args ...any) {
	d.findings = append(d.findings, finding{State: healthy, Check: check, Text: fmt.Sprintf(format, args...)})
}

func (d *doctor) skip(check, text string) {
	d.findings = append(d.findings, finding{State: unchecked, Check: check, Text: text})
}

func (d *doctor) problem(check, text, fix string) {
	d.findings = append(d.findings, finding{State: problem, Check: check, Text: text, Fix: fix})
}

func (d *doctor) advise(check, text, fix string) {
	d.findings = append(d.findings, finding{State: advice, Check: check, Text: text, Fix: fix})
}

func (d *doctor) problems() (n int) {
	for _, f := range d.findings {
		if f.State == problem {
			n++
		}
	}
	return n
}

func (d *doctor) configuration(f *settingsFlags, err error) {
	var faults configError
	switch {
	case errors.As(err, &faults):
		for _, fault := range faults {
			d.problem("configuration", fault.text, "")
		}
	case err != nil:
		d.problem("configuration", err.Error(), "name a file that this user may read with --config or AMYTIS_CONFIG")
	default:
		file, _ := f.file()
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			file = "no " + file + " in this folder, so the defaults"
		}
		d.ok("configuration", "%s", file)
	}
}

func (d *doctor) print(w io.Writer) {
	for _, f := range d.findings {
		text := f.Check + ": "
		if f.Where != "" {
			text += f.Where + ": "
		}
		printParagraph(w, f.State, text+f.Text)
		if f.Fix != "" {
			printParagraph(w, "", map[string]string{problem: "To fix it, ", advice: "You can "}[f.State]+f.Fix)
		}
	}
	found := "No problems"
	if n := d.problems(); n > 0 {
		found = counted(n, "problem")
	}
	fmt.Fprintf(w, "\n%s found.\n", found)
}

// printParagraph prints a text beside a word, in lines of 80 columns.
func printParagraph(w io.Writer, beside, text string) {
	const indent, width = 9, 80
	line := fmt.Sprintf("%-*s", indent-1, beside)
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width && strings.TrimSpace(line) != "" {
			fmt.Fprintln(w, line)
			line = strings.Repeat(" ", indent-1)
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}

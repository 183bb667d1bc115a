package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// configError is all that is wrong with a configuration, in the order of the file. Each fault says
// where it is and what would be right. None quotes a token.
type configError []string

func (e configError) Error() string {
	if len(e) == 1 {
		return e[0]
	}
	return fmt.Sprintf("the configuration has %d faults:\n%s", len(e), strings.Join(e, "\n"))
}

// configReader reads a configuration and collects its faults.
type configReader struct {
	config *configuration
	keys   []setting // of config
	file   string
	lines  map[string]int    // of the keys that the file has
	from   map[string]string // the variables that have set keys
	faults []configFault
}

// configFault is one fault.
type configFault struct {
	key, where string
	line       int // 0 outside of the file
	text       string
}

// newConfigReader returns a reader whose configuration has the defaults.
func newConfigReader() *configReader {
	r := &configReader{config: &configuration{}, lines: map[string]int{}, from: map[string]string{}}
	r.keys = r.config.settings()
	for _, s := range r.keys {
		if text, has := s.tag.Lookup("default"); has {
			if err := s.setText(text); err != nil {
				panic("default: " + err.Error())
			}
		}
	}
	return r
}

// err returns the faults as a configError, nil if there are none.
func (r *configReader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortFunc(r.faults, func(a, b configFault) int {
		return cmp.Or(a.line-b.line, strings.Compare(a.text, b.text))
	})
	var all configError
	for _, f := range r.faults {
		all = append(all, f.where+": "+f.text)
	}
	return all
}

// atLine adds a fault of a line of the file.
func (r *configReader) atLine(line int, key, text string) {
	where := r.file
	if line > 0 {
		where = fmt.Sprintf("%s:%d", r.file, line)
	}
	r.faults = append(r.faults, configFault{key, where, line, text})
}

// at adds a fault of a key, wherever it was set.
func (r *configReader) at(key, text string) {
	if variable := r.from[key]; variable != "" {
		r.faults = append(r.faults, configFault{key, variable, 0, text})
		return
	}
	r.atLine(r.lines[key], key, text)
}

// readFile reads the text of a file.
func (r *configReader) readFile(file string, data []byte) {
	r.file = file
	values, data := r.parse(data)
	r.lines = keyLines(data)
	for key, value := range leaves("", values) {
		if i := slices.IndexFunc(r.keys, func(s setting) bool { return s.key == key }); i >= 0 {
			if err := r.keys[i].set(value); err != nil {
				r.at(key, err.Error())
			}
			continue
		}
		if text := unknownKey(r.keys, key); text != "" {
			r.at(strings.TrimSuffix(key, "."), text)
		}
	}
}

// maxSyntaxFaults limits how many faults of syntax are reported. After many, what follows is hardly
// meant as TOML.
const maxSyntaxFaults = 10

// parse returns the values of a file by section, and the text without the lines that are no TOML,
// which it reports.
func (r *configReader) parse(data []byte) (map[string]any, []byte) {
	data = bytes.Clone(data)
	for range maxSyntaxFaults {
		var values map[string]any
		err := toml.Unmarshal(data, &values)
		if err == nil {
			return values, data
		}
		var place *toml.DecodeError
		if !errors.As(err, &place) {
			r.atLine(0, "", err.Error())
			break
		}
		line, _ := place.Position()
		r.atLine(line, "", strings.TrimPrefix(place.Error(), "toml: "))
		if !blankLine(data, line) {
			break
		}
	}
	return nil, nil
}

// blankLine overwrites a line with spaces. If it begins a section, the whole section goes, because
// its keys would belong to another one. It returns false if there is nothing to overwrite.
func blankLine(data []byte, line int) (changed bool) {
	section := false
	for text := range bytes.Lines(data) {
		line--
		begins := bytes.HasPrefix(bytes.TrimSpace(text), []byte("["))
		if line > 0 || line < 0 && (!section || begins) {
			if line < 0 {
				break
			}
			continue
		}
		section = section || begins
		changed = changed || len(bytes.TrimSpace(text)) > 0
		copy(text, bytes.Repeat([]byte{' '}, len(bytes.TrimRight(text, "\r\n"))))
	}
	return changed
}

// leaves yields the keys of nested tables, such as store.path, with their values.
func leaves(prefix string, values map[string]any) func(yield func(string, any) bool) {
	return func(yield func(string, any) bool) {
		for name, value := range values {
			table, is := value.(map[string]any)
			if !is {
				if !yield(prefix+name, value) {
					return
				}
				continue
			}
			if len(table) == 0 {
				table = map[string]any{"": nil} // only its name can be wrong
			}
			for key, inner := range leaves(prefix+name+".", table) {
				if !yield(key, inner) {
					return
				}
			}
		}
	}
}

// keyLines returns the lines of the keys and sections of a TOML file.
func keyLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	section := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			section = noteKey(lines, &p, e, "") + "."
		case unstable.KeyValue:
			notePair(lines, &p, e, section)
		}
	}
	return lines
}

// noteKey notes the line of a key below a section, and returns its whole name.
func noteKey(lines map[string]int, p *unstable.Parser, e *unstable.Node, section string) string {
	var parts []string
	for it := e.Key(); it.Next(); {
		parts = append(parts, string(it.Node().Data))
		name := section + strings.Join(parts, ".")
		if lines[name] == 0 {
			lines[name] = p.Shape(it.Node().Raw).Start.Line
		}
	}
	return section + strings.Join(parts, ".")
}

// notePair notes the line of a key and of those in its inline table.
func notePair(lines map[string]int, p *unstable.Parser, e *unstable.Node, section string) {
	name := noteKey(lines, p, e, section)
	if e.Value().Kind != unstable.InlineTable {
		return
	}
	for it := e.Value().Children(); it.Next(); {
		notePair(lines, p, it.Node(), name+".")
	}
}

// unknownKey returns what is wrong with a key that is not in the configuration, "" for the name of
// an empty section.
func unknownKey(all []setting, key string) string {
	key, isEmpty := strings.CutSuffix(key, ".")
	if slices.ContainsFunc(all, func(s setting) bool { return strings.HasPrefix(s.key, key+".") }) {
		if isEmpty {
			return ""
		}
		return fmt.Sprintf("%s is a section: write [%s] in a line, and its keys below", key, key)
	}
	section, name, found := strings.Cut(nearestKey(all, key), ".")
	if !found {
		return fmt.Sprintf("unknown key %s: config.example.toml lists all that exist", key)
	}
	return fmt.Sprintf("unknown key %s: did you mean %s below [%s]?", key, name, section)
}

// readEnvironment reads the variables that are set.
func (r *configReader) readEnvironment() {
	for _, s := range r.keys {
		variable := s.tag.Get("env")
		if variable == "" || os.Getenv(variable) == "" {
			continue
		}
		r.from[s.key] = variable
		r.faults = slices.DeleteFunc(r.faults, func(f configFault) bool { return f.key == s.key })
		if err := s.setText(os.Getenv(variable)); err != nil {
			r.at(s.key, err.Error())
		}
	}
}

// check checks what must hold beyond the ranges. A key that is wrong already is not checked again,
// and nothing is if lines could not be read: what is missing may be there.
func (r *configReader) check() {
	wrong := func(key string) bool {
		return slices.ContainsFunc(r.faults, func(f configFault) bool { return f.key == key })
	}
	if wrong("") {
		return
	}
	named := func(key string) bool { return r.lines[key] > 0 }
	for _, c := range configChecks {
		if wrong(c.key) {
			continue
		}
		if text := c.fault(r.config, named); text != "" {
			r.at(c.key, text)
		}
	}
}

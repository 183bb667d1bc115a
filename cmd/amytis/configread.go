package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// configError is in the order of the file.
type configError []configFault

// configFault says what is wrong with a key, and what would be right. It never quotes a token.
type configFault struct {
	key  string // "" for a line that is no TOML
	line int    // 0 outside of the file
	text string
}

func (e configError) Error() string {
	all := make([]string, len(e))
	for i, f := range e {
		all[i] = f.text
	}
	if len(all) == 1 {
		return all[0]
	}
	return fmt.Sprintf("the configuration has %d faults:\n%s", len(all), strings.Join(all, "\n"))
}

func (e configError) has(key string) bool {
	return slices.ContainsFunc(e, func(f configFault) bool { return f.key == key })
}

type configReader struct {
	config *configuration
	keys   []setting // of config
	file   string
	lines  map[string]int    // of the keys that the file has
	from   map[string]string // what has set keys in place of the file
	faults configError
}

// newConfigReader returns a reader whose configuration has the defaults.
func newConfigReader() *configReader {
	r := &configReader{config: &configuration{}, lines: map[string]int{}, from: map[string]string{}}
	r.keys = r.config.settings()
	for _, s := range r.keys {
		if err := s.setText(s.tag.Get("default")); err != nil {
			panic("default: " + err.Error())
		}
	}
	return r
}

func (r *configReader) fault(key string, line int, text string) {
	where := r.file
	if from := r.from[key]; from != "" {
		where = from
		line = 0
	} else if line > 0 {
		where = fmt.Sprintf("%s:%d", r.file, line)
	}
	r.faults = append(r.faults, configFault{key, line, where + ": " + text})
}

// readFlagsAndEnvironment sets keys that the file then does not change.
func (r *configReader) readFlagsAndEnvironment(flags map[string]string) {
	r.from["HTTPS_PROXY"] = "environment"
	for _, s := range r.keys {
		from := s.tag.Get("env")
		text := os.Getenv(from)
		if flags[s.key] != "" {
			from = "flags"
			text = flags[s.key]
		}
		if text == "" {
			continue
		}
		r.from[s.key] = from
		if err := s.setText(text); err != nil {
			r.fault(s.key, 0, err.Error())
		}
	}
}

func (r *configReader) readFile(file, text string) {
	r.file = file
	text = strings.TrimPrefix(text, "\ufeff")
	if strings.ContainsRune(text, 0) || !utf8.ValidString(text) {
		r.fault("", 0, "the file must be in UTF-8: save it again with that encoding, not as UTF-16 or ANSI")
		return
	}
	lines := keyLines([]byte(text))
	for section, value := range r.parse(text) {
		table, isTable := value.(map[string]any)
		isKnown := slices.ContainsFunc(r.keys, func(s setting) bool { return strings.HasPrefix(s.key, section+".") })
		if isKnown && !isTable {
			r.fault(section, lines[section],
				fmt.Sprintf("%s is a section: write [%s] in a line, and its keys below", section, section))
		} else if !isKnown && len(table) == 0 {
			r.fault(section, lines[section], r.unknown(section))
		}
		for name, value := range table {
			key := section + "." + name
			r.lines[key] = cmp.Or(lines[key], lines[section])
			r.set(key, value)
		}
	}
}

func (r *configReader) set(key string, value any) {
	i := slices.IndexFunc(r.keys, func(s setting) bool { return s.key == key })
	if i < 0 {
		r.fault(key, r.lines[key], r.unknown(key))
	} else if r.from[key] == "" {
		if err := r.keys[i].set(value); err != nil {
			r.fault(key, r.lines[key], err.Error())
		}
	}
}

// parse returns the values of a file by section. It reports the first line that is no TOML.
func (r *configReader) parse(text string) (values map[string]any) {
	err := toml.Unmarshal([]byte(text), &values)
	var place *toml.DecodeError
	if !errors.As(err, &place) {
		return values
	}
	line, _ := place.Position()
	why := strings.TrimPrefix(err.Error(), "toml: ")
	switch written := strings.Split(text, "\n")[line-1]; {
	case unquotedLine.MatchString(written):
		why = `a text needs straight quotes, as in path = "amytis.db"`
	case backslashLine.MatchString(written):
		why += `: write / in place of \, as in path = "C:/games/amytis.db"`
	}
	r.fault("", line, why)
	return nil
}

var (
	unquotedLine  = regexp.MustCompile(`^\s*[\w.-]+\s*=\s*([^\s"'\[{#\d+-]|$)`)
	backslashLine = regexp.MustCompile(`^\s*[\w.-]+\s*=\s*"[^"]*\\`)
)

// keyLines returns the lines of a TOML file's sections and keys, without inline tables. The
// decoder's strict mode tells no lines below a section that does not exist.
func keyLines(data []byte) map[string]int {
	lines := map[string]int{}
	var p unstable.Parser
	p.Reset(data)
	for section := ""; p.NextExpression(); {
		e := p.Expression()
		var name []string
		if e.Kind == unstable.KeyValue && section != "" {
			name = append(name, section)
		}
		for it := e.Key(); it.Next(); {
			name = append(name, string(it.Node().Data))
			key := strings.Join(name, ".")
			lines[key] = cmp.Or(lines[key], p.Shape(it.Node().Raw).Start.Line)
		}
		if e.Kind != unstable.KeyValue {
			section = strings.Join(name, ".")
		}
	}
	return lines
}

// unknown says which key is likely meant by one that does not exist.
func (r *configReader) unknown(key string) string {
	far := func(s setting) int {
		_, name, _ := strings.Cut(s.key, ".")
		// Somebody may know the name, but not its section.
		return min(levenshtein.ComputeDistance(s.key, key),
			1+levenshtein.ComputeDistance(name, key[strings.LastIndex(key, ".")+1:]))
	}
	nearest := slices.MinFunc(r.keys, func(a, b setting) int { return far(a) - far(b) })
	if far(nearest) > max(len(key)/3, 2) {
		return fmt.Sprintf("unknown key %s: config.example.toml lists all that exist", key)
	}
	section, name, _ := strings.Cut(nearest.key, ".")
	return fmt.Sprintf("unknown key %s: did you mean %s below [%s]?", key, name, section)
}

// check checks what must hold beyond the ranges, and returns all faults. It skips keys that are
// wrong already, and all of them if the file could not be read.
func (r *configReader) check() error {
	if !r.faults.has("") {
		for _, c := range r.config.checks(r.lines["store.path"] > 0 && r.lines["store.url"] > 0) {
			if c.wrong && !r.faults.has(c.key) {
				r.fault(c.key, r.lines[c.key], c.key+c.text)
			}
		}
	}
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortFunc(r.faults, func(a, b configFault) int {
		return cmp.Or(a.line-b.line, strings.Compare(a.text, b.text))
	})
	return r.faults
}

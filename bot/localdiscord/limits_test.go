package localdiscord_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/localdiscord"
	"amytis/bot/localdiscord/wire"
)

func long(n int) string { return strings.Repeat("é", n) }

func list(n int, item func(i int) any) L {
	out := L{}
	for i := range n {
		out = append(out, item(i))
	}
	return out
}

func rawButton(id string) M { return M{"type": 2, "style": 1, "label": "b", "custom_id": id} }

func rawRow(items ...any) M { return M{"type": 1, "components": L(items)} }

func rawSelect(options int, more M) M {
	all := list(options, func(i int) any { return M{"label": "l", "value": fmt.Sprint(i)} })
	return with(M{"type": 3, "custom_id": "s", "options": all}, more)
}

func textDisplay(s string) M { return M{"type": 10, "content": s} }

const v2 = wire.FlagComponentsV2

// faced returns a row with a button of a label and an emoji, nil for none.
func faced(label string, emoji any) M {
	return rawRow(M{"type": 2, "style": 1, "custom_id": "a", "label": label, "emoji": emoji})
}

// optionOf returns a menu of one option with a label and an emoji, nil for none.
func optionOf(label string, emoji any) L {
	return L{rawRow(M{"type": 3, "custom_id": "s", "options": L{M{"label": label, "value": "v", "emoji": emoji}}})}
}

// TestEveryLimitOfMessagesIsEnforced: values at the limit pass, values beyond it are refused at the
// right path.
func TestEveryLimitOfMessagesIsEnforced(t *testing.T) {
	w := world(t, localdiscord.Options{})
	for name, c := range map[string]struct {
		body M
		at   string // "" if it passes
		code int
	}{
		"content at the limit":         {M{"content": long(2000)}, "", 0},
		"content too long":             {M{"content": long(2001)}, "content", 50035},
		"empty":                        {M{"content": ""}, "", 50006},
		"only blanks":                  {M{"content": " \n"}, "", 50006},
		"unknown field":                {M{"content": "a", "colour": 1}, "colour", 50035},
		"unknown field of a component": {M{"content": "a", "components": L{rawRow(M{"type": 2, "style": 1, "label": "x", "custom_id": "a", "tooltip": "b"})}}, "tooltip", 50035},
		"wrong type":                   {M{"content": 5}, "", 50035},
		"ephemeral in a channel":       {M{"content": "a", "flags": 64}, "flags", 50035},
		"choices in a message":         {M{"content": "a", "choices": L{}}, "choices", 50035},

		"ten embeds":              {M{"embeds": list(10, func(int) any { return M{"title": "a"} })}, "", 0},
		"eleven embeds":           {M{"embeds": list(11, func(int) any { return M{"title": "a"} })}, "embeds", 50035},
		"embed title":             {M{"embeds": L{M{"title": long(257)}}}, "title", 50035},
		"embed description":       {M{"embeds": L{M{"description": long(4097)}}}, "description", 50035},
		"embed footer":            {M{"embeds": L{M{"footer": M{"text": long(2049)}}}}, "text", 50035},
		"embed fields":            {M{"embeds": L{M{"fields": list(26, func(int) any { return M{"name": "n", "value": "v"} })}}}, "fields", 50035},
		"embed field name":        {M{"embeds": L{M{"fields": L{M{"name": long(257), "value": "v"}}}}}, "name", 50035},
		"embed field value":       {M{"embeds": L{M{"fields": L{M{"name": "n", "value": long(1025)}}}}}, "value", 50035},
		"embed field empty":       {M{"embeds": L{M{"fields": L{M{"name": "n", "value": ""}}}}}, "value", 50035},
		"embeds at 6,000":         {M{"embeds": L{M{"description": long(4000)}, M{"description": long(2000)}}}, "", 0},
		"embeds over 6,000":       {M{"embeds": L{M{"description": long(4000)}, M{"description": long(2001)}}}, "embeds", 50035},
		"embed of a missing file": {M{"embeds": L{M{"image": M{"url": "attachment://a.png"}}}}, "image", 50035},

		"five rows":                {M{"components": list(5, func(i int) any { return rawRow(rawButton(fmt.Sprint(i))) })}, "", 0},
		"six rows":                 {M{"components": list(6, func(i int) any { return rawRow(rawButton(fmt.Sprint(i))) })}, "components", 50035},
		"six buttons":              {M{"components": L{rawRow(list(6, func(i int) any { return rawButton(fmt.Sprint(i)) })...)}}, "components", 50035},
		"empty row":                {M{"content": "a", "components": L{rawRow()}}, "components", 50035},
		"button without a row":     {M{"content": "a", "components": L{rawButton("a")}}, "type", 50035},
		"custom_id at the limit":   {M{"components": L{rawRow(rawButton(long(100)))}}, "", 0},
		"custom_id too long":       {M{"components": L{rawRow(rawButton(long(101)))}}, "custom_id", 50035},
		"custom_id missing":        {M{"components": L{rawRow(M{"type": 2, "style": 1, "label": "a"})}}, "custom_id", 50035},
		"custom_id twice":          {M{"components": L{rawRow(rawButton("a")), rawRow(rawButton("a"))}}, "custom_id", 50035},
		"button label":             {M{"components": L{rawRow(M{"type": 2, "style": 1, "label": long(81), "custom_id": "a"})}}, "label", 50035},
		"button without a face":    {M{"components": L{rawRow(M{"type": 2, "style": 1, "custom_id": "a"})}}, "label", 50035},
		"button style":             {M{"components": L{rawRow(M{"type": 2, "style": 9, "label": "a", "custom_id": "a"})}}, "style", 50035},
		"link with a custom_id":    {M{"components": L{rawRow(M{"type": 2, "style": 5, "label": "a", "url": "https://a.b", "custom_id": "a"})}}, "custom_id", 50035},
		"25 options":               {M{"components": L{rawRow(rawSelect(25, nil))}}, "", 0},
		"26 options":               {M{"components": L{rawRow(rawSelect(26, nil))}}, "options", 50035},
		"no options":               {M{"components": L{rawRow(rawSelect(0, nil))}}, "options", 50035},
		"max_values over options":  {M{"components": L{rawRow(rawSelect(2, M{"max_values": 3}))}}, "options", 50035},
		"min over max":             {M{"components": L{rawRow(rawSelect(3, M{"min_values": 2, "max_values": 1}))}}, "min_values", 50035},
		"placeholder":              {M{"components": L{rawRow(rawSelect(1, M{"placeholder": long(151)}))}}, "placeholder", 50035},
		"option label":             {M{"components": L{rawRow(M{"type": 3, "custom_id": "s", "options": L{M{"label": long(101), "value": "a"}}})}}, "label", 50035},
		"option value":             {M{"components": L{rawRow(M{"type": 3, "custom_id": "s", "options": L{M{"label": "a", "value": long(101)}}})}}, "value", 50035},
		"option description":       {M{"components": L{rawRow(M{"type": 3, "custom_id": "s", "options": L{M{"label": "a", "value": "a", "description": long(101)}}})}}, "description", 50035},
		"option twice":             {M{"components": L{rawRow(M{"type": 3, "custom_id": "s", "options": L{M{"label": "a", "value": "a"}, M{"label": "b", "value": "a"}}})}}, "value", 50035},
		"select beside a button":   {M{"components": L{rawRow(rawSelect(1, nil), rawButton("b"))}}, "components", 50035},
		"text display without v2":  {M{"content": "a", "components": L{textDisplay("a")}}, "type", 50035},
		"v2":                       {M{"flags": v2, "components": L{textDisplay("a")}}, "", 0},
		"v2 with content":          {M{"flags": v2, "content": "a", "components": L{textDisplay("a")}}, "content", 50035},
		"v2 with embeds":           {M{"flags": v2, "embeds": L{M{"title": "a"}}, "components": L{textDisplay("a")}}, "embeds", 50035},
		"v2 without anything":      {M{"flags": v2}, "", 50006},
		"v2 forty":                 {M{"flags": v2, "components": list(40, func(int) any { return textDisplay("a") })}, "", 0},
		"v2 forty-one in all":      {M{"flags": v2, "components": append(list(38, func(int) any { return textDisplay("a") }), rawRow(rawButton("a"), rawButton("b")))}, "components", 50035},
		"v2 text at 4,000":         {M{"flags": v2, "components": L{textDisplay(long(3000)), textDisplay(long(1000))}}, "", 0},
		"v2 text over 4,000":       {M{"flags": v2, "components": L{textDisplay(long(3000)), textDisplay(long(1001))}}, "components", 50035},
		"v2 gallery":               {M{"flags": v2, "components": L{M{"type": 12, "items": list(11, func(int) any { return M{"media": M{"url": "https://a.b/c.png"}} })}}}, "items", 50035},
		"v2 alt text":              {M{"flags": v2, "components": L{M{"type": 12, "items": L{M{"media": M{"url": "https://a.b/c.png"}, "description": long(1025)}}}}}, "description", 50035},
		"v2 file that is missing":  {M{"flags": v2, "components": L{M{"type": 12, "items": L{M{"media": M{"url": "attachment://c.png"}}}}}}, "url", 50035},
		"mentions parsed and said": {M{"content": "a", "allowed_mentions": M{"parse": L{"users"}, "users": L{"12"}}}, "allowed_mentions", 50035},
		"mentions unknown":         {M{"content": "a", "allowed_mentions": M{"parse": L{"friends"}}}, "parse", 50035},
		"nonce too long":           {M{"content": "a", "nonce": strings.Repeat("n", 26)}, "nonce", 50035},
		"attachment missing":       {M{"content": "a", "attachments": L{M{"id": "0", "filename": "a.png"}}}, "attachments", 50035},

		"blank button label":           {M{"components": L{faced(" ", nil)}}, "label", 50035},
		"blank label and emoji":        {M{"components": L{faced("", M{"name": "🎲"})}}, "", 0},
		"keycap":                       {M{"components": L{faced("", M{"name": "1️⃣"})}}, "", 0},
		"flag":                         {M{"components": L{faced("", M{"name": "🇫🇷"})}}, "", 0},
		"joined emoji":                 {M{"components": L{faced("", M{"name": "🧑🏽‍🌾"})}}, "", 0},
		"emoji without selector":       {M{"components": L{faced("", M{"name": "✏"})}}, "", 0},
		"flag of a region":             {M{"components": L{faced("", M{"name": "🏴󠁧󠁢󠁳󠁣󠁴󠁿"})}}, "", 0},
		"unknown custom emoji":         {M{"components": L{faced("b", M{"id": "123456789012345", "name": "x"})}}, "id", 50035},
		"emoji id that is no id":       {M{"components": L{faced("b", M{"id": "🎲"})}}, "id", 50035},
		"letters as emoji":             {M{"components": L{faced("b", M{"name": "dice"})}}, "name", 50035},
		"digit as emoji":               {M{"components": L{faced("b", M{"name": "1"})}}, "name", 50035},
		"two emoji":                    {M{"components": L{faced("b", M{"name": "🎲🎲"})}}, "name", 50035},
		"empty emoji":                  {M{"components": L{faced("b", M{})}}, "name", 50035},
		"blank option label":           {M{"components": optionOf(" ", nil)}, "label", 50035},
		"letters as option emoji":      {M{"components": optionOf("o", M{"name": "dice"})}, "name", 50035},
		"option emoji":                 {M{"components": optionOf("o", M{"name": "♟️"})}, "", 0},
		"empty embed":                  {M{"embeds": L{M{}}}, "description", 50035},
		"embed with only a color":      {M{"embeds": L{M{"color": 5}}}, "description", 50035},
		"embed with only a footer":     {M{"embeds": L{M{"footer": M{"text": "f"}}}}, "", 0},
		"blank embed title":            {M{"embeds": L{M{"title": " ", "description": "d"}}}, "title", 50035},
		"blank embed description":      {M{"embeds": L{M{"title": "t", "description": "\n"}}}, "description", 50035},
		"blank name of an embed":       {M{"embeds": L{M{"fields": L{M{"name": " ", "value": "v"}}}}}, "name", 50035},
		"blank value of an embed":      {M{"embeds": L{M{"fields": L{M{"name": "n", "value": " "}}}}}, "value", 50035},
		"zero-width field of an embed": {M{"embeds": L{M{"fields": L{M{"name": "\u200b", "value": "v"}}}}}, "", 0},
		"blank text display":           {M{"flags": v2, "components": L{textDisplay(" ")}}, "content", 50035},
	} {
		before := len(w.Violations())
		judged(t, name, w.post(generalID, c.body), c.at, c.code)
		assert.Equal(t, c.code != 0, len(w.Violations()) > before, name)
	}
}

// judged checks that an answer is the refusal of a field, or none if the code is 0.
func judged(t *testing.T, why string, a answer, at string, code int) {
	assert.Equal(t, code != 0, a.Status == 400, "%s: %s", why, a.Raw)
	assert.Equal(t, code, a.Code, "%s: %s", why, a.Raw)
	if at != "" {
		assert.Contains(t, string(a.Errors), `"`+at+`":{"_errors"`, why)
	}
}

func rawOption(kind int, name string, more M) M {
	return with(M{"type": kind, "name": name, "description": "d"}, more)
}

func rawCommand(name string, options ...any) M {
	return M{"name": name, "description": "d", "options": L(options)}
}

func TestEveryLimitOfCommandsIsEnforced(t *testing.T) {
	w := world(t, localdiscord.Options{})
	path := "/applications/" + w.BotID() + "/commands"
	choice := func(n int) L {
		return list(n, func(i int) any { return M{"name": fmt.Sprint(i), "value": fmt.Sprint(i)} })
	}
	for name, c := range map[string]struct {
		command M
		at      string
	}{
		"plain":                  {rawCommand("garden"), ""},
		"any letters":            {rawCommand("jardín-庭_1'"), ""},
		"permissions as text":    {M{"name": "a", "description": "d", "default_member_permissions": "32"}, ""},
		"upper case":             {rawCommand("Garden"), "name"},
		"blank in the name":      {rawCommand("my garden"), "name"},
		"name too long":          {rawCommand(strings.Repeat("a", 33)), "name"},
		"translated upper case":  {M{"name": "a", "description": "d", "name_localizations": M{"de": "Garten"}}, "de"},
		"unknown locale":         {M{"name": "a", "description": "d", "name_localizations": M{"en": "garden"}}, "en"},
		"description too long":   {M{"name": "a", "description": long(101)}, "description"},
		"no description":         {M{"name": "a"}, "description"},
		"25 options":             {rawCommand("a", list(25, func(i int) any { return rawOption(3, fmt.Sprint(i), nil) })...), ""},
		"26 options":             {rawCommand("a", list(26, func(i int) any { return rawOption(3, fmt.Sprint(i), nil) })...), "options"},
		"25 subcommands":         {rawCommand("a", list(25, func(i int) any { return rawOption(1, fmt.Sprint(i), nil) })...), ""},
		"26 subcommands":         {rawCommand("a", list(26, func(i int) any { return rawOption(1, fmt.Sprint(i), nil) })...), "options"},
		"26 of a subcommand":     {rawCommand("a", rawOption(1, "s", M{"options": list(26, func(i int) any { return rawOption(3, fmt.Sprint(i), nil) })})), "options"},
		"option twice":           {rawCommand("a", rawOption(3, "o", nil), rawOption(4, "o", nil)), "name"},
		"required last":          {rawCommand("a", rawOption(3, "o", nil), rawOption(3, "p", M{"required": true})), "required"},
		"mixed":                  {rawCommand("a", rawOption(1, "s", nil), rawOption(3, "o", nil)), "type"},
		"25 choices":             {rawCommand("a", rawOption(3, "o", M{"choices": choice(25)})), ""},
		"26 choices":             {rawCommand("a", rawOption(3, "o", M{"choices": choice(26)})), "choices"},
		"choice name":            {rawCommand("a", rawOption(3, "o", M{"choices": L{M{"name": long(101), "value": "v"}}})), "name"},
		"choice value":           {rawCommand("a", rawOption(3, "o", M{"choices": L{M{"name": "n", "value": long(101)}}})), "value"},
		"choice of another type": {rawCommand("a", rawOption(4, "o", M{"choices": L{M{"name": "n", "value": "v"}}})), "value"},
		"choices and completion": {rawCommand("a", rawOption(3, "o", M{"choices": choice(1), "autocomplete": true})), "autocomplete"},
		"completion of a user":   {rawCommand("a", rawOption(6, "o", M{"autocomplete": true})), "type"},
		"group in a group":       {rawCommand("a", rawOption(2, "g", M{"options": L{rawOption(2, "h", nil)}})), "type"},
		"range upside down":      {rawCommand("a", rawOption(4, "o", M{"min_value": 3, "max_value": 1})), "min_value"},
		"unknown field":          {M{"name": "a", "description": "d", "colour": 1}, "colour"},
		"menu with options":      {with(rawCommand("a", rawOption(3, "o", nil)), M{"type": 2, "description": ""}), "options"},
		"unknown type":           {M{"type": 9, "name": "a", "description": "d"}, "type"},
		"permissions in words":   {M{"name": "a", "description": "d", "default_member_permissions": "all"}, "default_member_permissions"},
		"range of a text":        {rawCommand("a", rawOption(3, "o", M{"min_value": 1})), "min_value"},
		"half a number":          {rawCommand("a", rawOption(4, "o", M{"min_value": 0.5})), "min_value"},
		"length of a number":     {rawCommand("a", rawOption(4, "o", M{"max_length": 1})), "min_length"},
		"length too long":        {rawCommand("a", rawOption(3, "o", M{"max_length": 6001})), "max_length"},
		"required subcommand":    {rawCommand("a", rawOption(1, "s", M{"required": true})), "type"},
		"option in a group":      {rawCommand("a", rawOption(2, "g", M{"options": L{rawOption(3, "o", nil)}})), "type"},
		"option of an option":    {rawCommand("a", rawOption(3, "o", M{"options": L{rawOption(3, "p", nil)}})), "options"},
		"choice twice":           {rawCommand("a", rawOption(3, "o", M{"choices": L{M{"name": "n", "value": "v"}, M{"name": "n", "value": "w"}}})), "name"},
		"half a choice":          {rawCommand("a", rawOption(4, "o", M{"choices": L{M{"name": "n", "value": 0.5}}})), "value"},
		"translated twice":       {rawCommand("a", rawOption(3, "o", M{"name_localizations": M{"de": "x"}}), rawOption(3, "p", M{"name_localizations": M{"de": "x"}})), "de"},
	} {
		judged(t, name, w.send("PUT", path, L{c.command}), c.at, refusedIf(c.at != ""))
	}
	named := func(i int) any { return rawCommand(fmt.Sprintf("c%d", i)) }
	judged(t, "100 commands", w.send("PUT", path, list(100, named)), "", 0)
	judged(t, "101 commands", w.send("PUT", path, list(101, named)), "", wire.CodeTooManyCommands)
	twice := w.send("PUT", path, L{rawCommand("a"), rawCommand("a")})
	assert.Contains(t, string(twice.Errors), "APPLICATION_COMMANDS_DUPLICATE_NAME")
	menus := list(16, func(i int) any { return M{"type": 2, "name": fmt.Sprint("menu ", i)} })
	judged(t, "15 menus", w.send("PUT", path, menus[1:]), "", 0)
	judged(t, "16 menus", w.send("PUT", path, menus), "", wire.CodeTooManyCommands)
}

func refusedIf(is bool) int {
	if is {
		return wire.CodeInvalidBody
	}
	return 0
}

// TestOnlyTheLongestTranslationCountsTowardsCommandSize stays below the limits of single texts.
func TestOnlyTheLongestTranslationCountsTowardsCommandSize(t *testing.T) {
	w := world(t, localdiscord.Options{})
	command := func(options, german int) M {
		return rawCommand("a", list(options, func(i int) any {
			return rawOption(1, fmt.Sprint(i), M{"description_localizations": M{"de": long(german)},
				"options": list(3, func(j int) any {
					return rawOption(3, fmt.Sprint(j), M{"description_localizations": M{"de": long(german), "fr": "x"}})
				})})
		})...)
	}
	path := "/applications/" + w.BotID() + "/commands"
	judged(t, "below", w.send("PUT", path, L{command(20, 98)}), "", 0) // 2 + 20*(98+2+3*(98+1)) - 10
	assert.Contains(t, string(w.send("PUT", path, L{command(21, 98)}).Errors), "APPLICATION_COMMAND_TOO_LARGE")
}

func TestEveryLimitOfAnswersIsEnforced(t *testing.T) {
	w := world(t, localdiscord.Options{})
	gateway := w.connected()
	choices := func(n int, value any) M {
		return M{
			"type": 8,
			"data": M{"choices": list(n, func(i int) any { return M{"name": fmt.Sprint(i), "value": value} })},
		}
	}
	for name, c := range map[string]struct {
		command string // "complete" asks for autocomplete
		body    M
		at      string
	}{
		"content":                   {"end", M{"type": 4, "data": M{"content": long(2001)}}, "content"},
		"deferral with flags":       {"end", M{"type": 5, "data": M{"flags": 4}}, "flags"},
		"deferral with content":     {"end", M{"type": 5, "data": M{"content": "a"}}, "data"},
		"deferral":                  {"end", M{"type": 5, "data": M{"flags": 64}}, ""},
		"update of nothing":         {"end", M{"type": 7, "data": M{"content": "a"}}, "type"},
		"deferred update":           {"end", M{"type": 6}, "type"},
		"choices for a command":     {"end", choices(1, "a"), "type"},
		"form":                      {"end", M{"type": 9, "data": M{}}, "title"},
		"pong":                      {"end", M{"type": 1}, "type"},
		"message for a completion":  {"complete", M{"type": 4, "data": M{"content": "a"}}, "type"},
		"25 choices":                {"complete", choices(25, "a"), ""},
		"no choices":                {"complete", M{"type": 8, "data": M{}}, ""},
		"26 choices":                {"complete", choices(26, "a"), "choices"},
		"choice of another type":    {"complete", choices(1, 5), "value"},
		"choice value too long":     {"complete", choices(1, long(101)), "value"},
		"unknown field of the data": {"end", M{"type": 4, "data": M{"content": "a", "ephemeral": true}}, "ephemeral"},
	} {
		if c.command == "complete" {
			go w.Ana.Autocomplete(soon(t), w.General, "garden dig", nil, "tile", "x")
		} else {
			w.slash(w.Ana)
		}
		i := gateway.interaction()
		judged(t, name, w.respond(i, c.body), c.at, refusedIf(c.at != ""))
		if c.at == "" {
			continue
		}
		// A refused answer does not count: a valid one may still come.
		right := reply("right")
		if c.command == "complete" {
			right = choices(1, "a")
		}
		judged(t, name, w.respond(i, right), "", 0)
	}
}

// labelled returns a part of a form with an input.
func labelled(in M) M { return M{"type": 18, "label": "L", "component": in} }

func formWith(parts ...any) M {
	return M{"type": 9, "data": M{"custom_id": "form", "title": "Title", "components": parts}}
}

func with(m M, more M) M {
	m = maps.Clone(m)
	maps.Copy(m, more)
	return m
}

var (
	yesNo   = L{M{"label": "Yes", "value": "y", "default": true}, M{"label": "No", "value": "n"}}
	textIn  = M{"type": 4, "custom_id": "text", "style": 1, "value": "now", "max_length": 9}
	radioIn = M{"type": 21, "custom_id": "radio", "options": yesNo}
	checkIn = M{"type": 22, "custom_id": "checks", "options": yesNo, "required": false, "min_values": 0}
)

func TestWrongFormsAreRefused(t *testing.T) {
	w := world(t, localdiscord.Options{})
	c := w.connected()
	w.slash(w.Ana)
	i := c.interaction()
	for why, answer := range map[string]M{
		"no part":             formWith(),
		"six parts":           formWith(list(6, func(i int) any { return labelled(with(textIn, M{"custom_id": fmt.Sprint(i)})) })...),
		"a row":               formWith(M{"type": 1, "components": L{textIn}}),
		"an input alone":      formWith(textIn),
		"no label":            formWith(M{"type": 18, "component": textIn}),
		"a label alone":       formWith(M{"type": 18, "label": "L"}),
		"a long label":        formWith(with(labelled(textIn), M{"label": long(46)})),
		"a long description":  formWith(with(labelled(textIn), M{"description": long(101)})),
		"a label of a text":   formWith(labelled(with(textIn, M{"label": "L"}))),
		"a disabled input":    formWith(labelled(M{"type": 3, "custom_id": "a", "options": yesNo, "disabled": true})),
		"required, but none":  formWith(labelled(with(checkIn, M{"required": true}))),
		"one radio":           formWith(labelled(with(radioIn, M{"options": yesNo[:1]}))),
		"two chosen radios":   formWith(labelled(with(radioIn, M{"options": L{yesNo[0], with(yesNo[0].(M), M{"value": "z"})}}))),
		"a value too long":    formWith(labelled(with(textIn, M{"value": "0123456789"}))),
		"the same name twice": formWith(labelled(textIn), labelled(textIn)),
		"a button":            formWith(labelled(M{"type": 2, "custom_id": "a", "style": 1, "label": "B"})),
		"two default values":  formWith(labelled(M{"type": 6, "custom_id": "a", "default_values": L{M{"id": "1", "type": "role"}, M{"id": "2", "type": "role"}}})),
		"options of users":    formWith(labelled(M{"type": 5, "custom_id": "a", "options": yesNo})),
		"a long title":        {"type": 9, "data": M{"custom_id": "form", "title": long(46), "components": L{labelled(textIn)}}},
	} {
		judged(t, why, w.respond(i, answer), "", wire.CodeInvalidBody)
	}
	a := w.respond(i, formWith(labelled(textIn), labelled(M{"type": 4, "custom_id": "other", "style": 3})))
	assert.Contains(t, string(a.Errors), `{"data":{"components":{"1":{"component":{"style":{"_errors":[`)
}

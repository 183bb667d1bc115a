package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"amytis/bot/localdiscord"
)

// TestDoctorReadsTheApplication has settings of the developer portal that do not fit.
func TestDoctorReadsTheApplication(t *testing.T) {
	type fields = map[string]any
	for name, c := range map[string]struct {
		application fields
		listen      string
		state       string
		check       string
		text        string
	}{
		"it fits": {nil, "", healthy, "application", "its settings fit"},
		"needless intents of a small bot": {
			fields{"flags": 1<<15 | 1<<19}, "", advice, "privileged intents", "never uses: Server Members, Message Content",
		},
		"a needless intent of a reviewed bot": {
			fields{"flags": 1 << 12}, "", advice, "privileged intents", "never uses: Presence",
		},
		"no privacy policy": {fields{"privacy_policy_url": nil}, "", advice, "privacy policy", "before it verifies"},
		"interactions go elsewhere": {
			fields{"interactions_endpoint_url": "https://bot.example.org/interactions"}, "",
			problem, "interactions", "https://bot.example.org/interactions",
		},
		"interactions come by the gateway": {nil, "127.0.0.1:0", advice, "interactions", "they come by the gateway"},
		"interactions come by HTTP": {
			fields{"interactions_endpoint_url": "https://bot.example.org/interactions"}, "127.0.0.1:0",
			healthy, "application", "its settings fit",
		},
		"on no server": {
			fields{"integration_types_config": fields{"1": fields{}}}, "", problem, "install", "nobody can add",
		},
		"on servers only": {fields{"integration_types_config": fields{"0": fields{}}}, "", advice, "install", "only servers"},
		"too few permissions": {
			fields{"integration_types_config": fields{"1": fields{}, "0": fields{"oauth2_install_params": fields{
				"scopes": []string{"bot"}, "permissions": "2048",
			}}}}, "", advice, "install", "asks for fewer permissions",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := sickWithoutGame(t, localdiscord.Options{Application: c.application})
			if c.listen != "" {
				s.flags = []string{"--config", writeTemp(t, "[discord]\nlisten = \""+c.listen+"\"\n")}
			}
			code, found := s.examine(t)
			assert.Equal(t, c.state == problem, code == exitWrong, found)
			for _, f := range found {
				if f.State == advice || f.State == problem || f.Check == "application" {
					assert.Equal(t, []string{c.state, c.check}, []string{f.State, f.Check}, f.Text)
					assert.Contains(t, f.Text, c.text)
					assert.Equal(t, c.state == healthy, f.Fix == "")
				}
			}
			assert.Contains(t, textOf(found, c.check), c.text)
		})
	}
}

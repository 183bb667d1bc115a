package page_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"amytis/bot/localdiscord"
)

// pressed presses a person's control of an action, and returns the answer.
func pressed(w *window, m *localdiscord.Message, action string) *localdiscord.Message {
	w.Helper()
	for _, c := range m.Controls() {
		if strings.HasPrefix(c.CustomID, action+":") {
			in, err := w.world.UserNamed(w.name).Press(w.ctx, m, c.CustomID)
			require.NoError(w, err)
			answer, err := in.Wait(w.ctx)
			require.NoError(w, err)
			return answer.Message
		}
	}
	require.FailNow(w, "no such control", "%s: %s", action, m.Content)
	return nil
}

func commanded(w *window, command string) *localdiscord.Message {
	w.Helper()
	in, err := w.world.UserNamed(w.name).Slash(w.ctx, w.channel(), command, nil)
	require.NoError(w, err)
	m, err := in.Wait(w.ctx)
	require.NoError(w, err)
	return m.Message
}

// TestSandboxesFitOnAPhone begins games, which end since all but one resign. All play on from the
// first picture, each person in another language.
func TestSandboxesFitOnAPhone(t *testing.T) {
	t.Parallel()
	for _, g := range []game{
		{"gardens", gardensID, []string{"ana", "bo", "cleo", "dan"}, ""},
		{"babel", babelID, []string{"cleo", "dan"}, ""},
		{"towers", towersID, []string{"ana", "bo", "cleo"}, ""},
		{"towers", towersID, []string{"dan", "bo", "cleo"}, "quick"},
	} {
		t.Run(g.name+g.mode, func(t *testing.T) {
			t.Parallel()
			p, windows := table(t, 5, g, phone)
			random := rand.New(rand.NewPCG(6, 5))
			for _, w := range windows[1:] {
				pressed(w, commanded(w, "game resign"), "resign")
			}
			for _, w := range windows {
				still := pressed(w, commanded(w, "replay"), "still")
				before := w.sign()
				pressed(w, still, "play_on")
				for range 12 {
					if !w.answered(before) {
						break
					}
					w.panelFits()
					w.portray(w.channel())
					if before = w.sign(); !w.step(random) {
						break
					}
				}
			}
			require.Empty(t, p.world.Violations())
		})
	}
}

package interactions

import (
	"log/slog"
	"testing"

	"amytis/bot/discord/discordtest"
	"amytis/bot/discord/rest"
)

// BenchmarkDispatch measures an interaction's way through the receiver.
func BenchmarkDispatch(b *testing.B) {
	cfg, _ := Config{MaxPerMember: 1000}.withDefaults()
	d := newReceiver(cfg, Handlers{Interaction: ignore}, &rest.Clock{}, slog.New(slog.DiscardHandler))
	d.Start(b.Context(), nil)
	press := []byte(discordtest.PressJSON)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			d.Take(press)()
		}
	})
}

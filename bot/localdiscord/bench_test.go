package localdiscord_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/bwmarrin/discordgo"

	"amytis/bot/localdiscord"
)

// benchmark sends interactions through a real session: 64 people at once, each waiting for the
// answer.
func benchmark(b *testing.B, files func() []*discordgo.File) {
	w := world(b, localdiscord.Options{Validate: localdiscord.ValidateNever, KeepTraffic: -1})
	s := session(b, w)
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		r := say("dug", discordgo.MessageFlagsEphemeral, row(button("a"), button("b")))
		r.Data.Files = files()
		bucket := discordgo.NewRatelimiter().LockBucket(i.ID)
		kind, body := "application/json", []byte(nil)
		var err error
		if len(r.Data.Files) > 0 {
			kind, body, err = discordgo.MultipartBodyWithJSON(r, r.Data.Files)
		} else {
			body, err = discordgo.Marshal(r)
		}
		if err == nil {
			_, err = s.RequestWithLockedBucket("POST", discordgo.EndpointInteractionResponse(i.ID, i.Token), kind, body, bucket, 0)
		}
		if err != nil {
			b.Error(err)
		}
	})
	connect(b, s)
	register(b, w, s)
	b.SetParallelism(64 / runtime.GOMAXPROCS(0))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			in, err := w.Ana.Slash(context.Background(), w.General, "garden end", nil)
			if err != nil {
				b.Error(err)
				return
			}
			if out, _ := in.Wait(context.Background()); out.Kind != localdiscord.Replied {
				b.Error(out)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "interactions/s")
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc>>20), "MiB")
}

func BenchmarkTextAnswers(b *testing.B) { benchmark(b, func() []*discordgo.File { return nil }) }

func BenchmarkPictureAnswers(b *testing.B) {
	pic := make([]byte, 60<<10)
	for i := range pic {
		pic[i] = byte(rand.Uint32())
	}
	benchmark(b, func() []*discordgo.File {
		return []*discordgo.File{{Name: "a.png", ContentType: "image/png", Reader: bytes.NewReader(pic)}}
	})
}

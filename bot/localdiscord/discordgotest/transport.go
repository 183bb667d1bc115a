// Package discordgotest lets tests speak to a local Discord with discordgo's session, which writes
// some things otherwise than the bot's own client. Only tests use it.
package discordgotest

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"
)

func init() { discordgo.APIVersion = "10" } // of the gateway

// Transport sends requests to the local Discord with this URL, for the version of the API that it
// serves and without what discordgo alone writes.
func Transport(url string) http.RoundTripper { return transport(strings.TrimPrefix(url, "http://")) }

type transport string // host:port

var discordgosOwn = func() *regexp.Regexp {
	const field = `"(tts":false|sticker_ids":(null|\[\])|replied_user":false|ID":"\d+"|Channel":"\d+")`
	return regexp.MustCompile("," + field + "|" + field + ",?")
}()

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", string(t), string(t)
	r.URL.Path = strings.Replace(r.URL.Path, "/api/v9/", "/api/v10/", 1)
	if r.Body != nil {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		raw = discordgosOwn.ReplaceAll(raw, nil)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	}
	return http.DefaultTransport.RoundTrip(r)
}

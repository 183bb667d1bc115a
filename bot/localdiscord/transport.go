package localdiscord

import (
	"net/http"
	"strings"
)

// Transport sends what is meant for Discord to this server. It is for discordgo's Session.Client:
//
//	session.Client = &http.Client{Transport: server.Transport()}
func (s *Server) Transport() http.RoundTripper {
	return transport(strings.TrimPrefix(s.url, "http://"))
}

type transport string // host:port

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", string(t), string(t)
	return http.DefaultTransport.RoundTrip(r)
}

package localdiscord

import (
	"net/http"
	"net/url"
)

// Transport sends what is meant for Discord to this server. It is for discordgo's Session.Client:
//
//	session.Client = &http.Client{Transport: server.Transport(nil)}
//
// A nil base becomes a new transport that keeps 64 idle connections.
func (s *Server) Transport(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		base = t
	}
	target, err := url.Parse(s.url)
	if err != nil {
		panic("localdiscord: own URL: " + err.Error())
	}
	return &transport{base: base, target: target}
}

type transport struct {
	base   http.RoundTripper
	target *url.URL
}

func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = t.target.Scheme, t.target.Host, t.target.Host
	return t.base.RoundTrip(r)
}

func (t *transport) CloseIdleConnections() {
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

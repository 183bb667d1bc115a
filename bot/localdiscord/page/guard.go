package page

import (
	"net"
	"net/http"
	"net/netip"
)

// policy lets the page load only what comes from here, and lets no other page frame it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard lets through only requests that were meant for this page. Other sites can send requests
// here, and can let their own domain name point here. So the Host must be the address itself, and
// the Origin, if there is one, this page.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if fromHere(r) { // elsewhere browsers ignore it with a warning, since they do not trust plain HTTP there
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		h.Set("Cache-Control", "no-store")
		if !meant(r) {
			http.Error(w, "this page answers only at its own address", http.StatusMisdirectedRequest)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
			http.Error(w, "this page answers only to itself", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// meant reports whether the Host is the address that the connection came to.
func meant(r *http.Request) bool {
	local, is := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	host, port, err := net.SplitHostPort(r.Host)
	if !is || err != nil {
		return false
	}
	at := local.AddrPort()
	if asked, err := netip.ParseAddrPort(net.JoinHostPort(host, port)); err == nil {
		return asked.Addr().Unmap() == at.Addr().Unmap() && asked.Port() == at.Port()
	}
	asked, err := netip.ParseAddrPort("127.0.0.1:" + port)
	return err == nil && host == "localhost" && local.IP.IsLoopback() && asked.Port() == at.Port()
}

func fromHere(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback()
}

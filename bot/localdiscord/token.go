package localdiscord

import (
	"crypto/rand"
	"encoding/base64"
)

// interactionToken is as long and as unguessable as Discord's.
func interactionToken(id string) string {
	var secret [72]byte
	_, _ = rand.Read(secret[:]) // never fails, by its documentation
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+id+":")) +
		base64.RawURLEncoding.EncodeToString(secret[:])
}

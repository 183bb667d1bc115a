// Package limits checks components, embeds and commands against the limits in Discord's
// documentation.
//
// Each check adds what it finds to a [wire.Problems], under the path that Discord would name.
package limits

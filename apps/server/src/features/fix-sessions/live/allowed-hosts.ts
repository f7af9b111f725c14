/**
 * Where the operator lets FIX sessions connect, and which password may be sent there: a user of the register can point a session neither at
 * another host nor at the password of another broker.
 */
export interface AllowedHosts {
  /** `place` is `host:port`. */
  allows(place: string): boolean
  /** Whether the password of a variable or file may be sent there. */
  sends(place: string, secret: string): boolean
}

/** Of entries `host:port` or `host:port=FIX_PASSWORD_ABC`, `host:port=file:abc`; a place may occur in several. */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const places = new Set(entries.map((entry) => entry.split('=')[0]))
  const secrets = new Set(entries)
  return {
    allows: (place) => places.has(place),
    sends: (place, secret) => secrets.has(`${place}=${secret}`),
  }
}

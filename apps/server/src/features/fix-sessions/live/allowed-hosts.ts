/**
 * Where the operator lets FIX sessions connect, and which password may be sent there: a user of the register can point a session neither at
 * another host nor at the password of another broker.
 */
export interface AllowedHosts {
  /** `address` is `host:port`. */
  allows(address: string): boolean
  /** Whether the password of a variable or file may be sent there. */
  sends(address: string, secret: string): boolean
}

/** Of entries `host:port` or `host:port=FIX_PASSWORD_ABC`, `host:port=file:abc`; an address may occur in several. */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const addresses = new Set(entries.map((entry) => entry.split('=')[0]))
  const secrets = new Set(entries)
  return {
    allows: (address) => addresses.has(address),
    sends: (address, secret) => secrets.has(`${address}=${secret}`),
  }
}

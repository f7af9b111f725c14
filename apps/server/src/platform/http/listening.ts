/** The conditions under which other machines may reach the server. */
import { isThisMachine, type Settings } from '../settings.ts'

/**
 * Passwords and sessions must not cross a network in plain text unless a setting allows it.
 * @throws Error with a sentence for the console that says which setting helps.
 */
export function refuseOpenHttp(settings: Pick<Settings, 'host' | 'trustProxy' | 'allowHttp'>): void {
  const { host, trustProxy, allowHttp } = settings
  if (trustProxy || allowHttp || isThisMachine(host)) return
  throw new Error(
    `HOST=${host} would accept other machines over plain HTTP, where passwords and books can be intercepted. ` +
      'Put a proxy with TLS in front and set TRUST_PROXY=1, or set ALLOW_HTTP=1 if your network is trusted.',
  )
}

/** A note for the person at the console where others can reach the server; undefined where none is needed. */
export function openHttpNote({
  host,
  trustProxy,
  allowHttp,
}: Pick<Settings, 'host' | 'trustProxy' | 'allowHttp'>) {
  if (isThisMachine(host)) return undefined
  if (trustProxy === true) {
    return (
      `Note: HOST=${host} with TRUST_PROXY=1 trusts every machine that connects. ` +
      "Name the proxy's address instead (TRUST_PROXY=10.0.0.5), or close the port to all others."
    )
  }
  if (trustProxy !== false || !allowHttp) return undefined
  return `Note: HOST=${host} accepts other machines over plain HTTP (ALLOW_HTTP=1). Passwords can be intercepted.`
}

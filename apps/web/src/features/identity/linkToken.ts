import { useEffect, useState } from 'react'
import { useHash } from '../../lib/hash.ts'

const LINK = /^#\/set-password\/([A-Za-z0-9_-]{43})$/

/**
 * The token of a one-time link that the page was opened with; null without one. It is taken out of the address at
 * once, so that it stays in no history and no bookmark.
 */
export function useLinkToken(): string | null {
  const hash = useHash()
  const found = LINK.exec(hash)?.[1] ?? null
  const [token, setToken] = useState(found)
  if (found !== null && found !== token) setToken(found)
  useEffect(() => {
    if (found !== null) window.history.replaceState(null, '', '/#/set-password')
  }, [found])
  return hash.startsWith('#/set-password') ? token : null
}

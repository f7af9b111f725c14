import { useEffect, useState } from 'react'
import { useHash } from '../../lib/hash.ts'

const LINK = /^#\/set-password\/(names\/)?([A-Za-z0-9_-]{43})$/

/** A one-time link; `asksNames`: its owner was invited without a last name. */
export interface PasswordLink {
  readonly token: string
  readonly asksNames: boolean
}

/**
 * The one-time link that the page was opened with; null without one. It is taken out of the address at once, so that it
 * stays in no history and no bookmark.
 */
export function usePasswordLink(): PasswordLink | null {
  const hash = useHash()
  const [, names, found] = LINK.exec(hash) ?? []
  const [link, setLink] = useState<PasswordLink | null>(null)
  if (found !== undefined && found !== link?.token) setLink({ token: found, asksNames: names !== undefined })
  useEffect(() => {
    if (found !== undefined) window.history.replaceState(null, '', '/#/set-password')
  }, [found])
  return hash.startsWith('#/set-password') ? link : null
}

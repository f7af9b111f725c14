import type { MouseEvent } from 'react'
import { useOpens } from './offered.ts'
import css from './SecurityLink.module.css'
import { hrefOf } from './tabs.ts'

/** The address of a security's own page. */
export const hrefOfSecurity = (symbol: string): string =>
  hrefOf('Portfolio Monitoring', 'Security', { symbol })

/** A symbol that leads to its security's page; plain text for whom that page is not. */
export function SecurityLink({ symbol }: { symbol: string }) {
  const href = hrefOfSecurity(symbol)
  const opens = useOpens()
  if (symbol === '' || !opens('Portfolio Monitoring', 'Security')) return <>{symbol}</>
  // A row around it has an action of its own.
  const stay = (event: MouseEvent) => event.stopPropagation()
  return (
    <a className={css.link} href={href} onClick={stay} onDoubleClick={stay}>
      {symbol}
    </a>
  )
}

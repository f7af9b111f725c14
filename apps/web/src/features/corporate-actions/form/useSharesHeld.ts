import { holdings } from '@em/contract/books/holdings'
import { addDays } from '@em/core/values/dates'
import { useEffect, useRef } from 'react'
import { isDate, today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import type { ActionValues, FormKind } from './fields.ts'

/** The day on which a kind takes effect, as it stands in its form; '' while it is not known. */
export function exDateOf(kind: FormKind, values: ActionValues): string {
  const names = ['exDividendDate', 'exRightsDate', 'exDate', 'effectiveDate']
  const found = names.map((name) => values[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' && isDate(found) ? found : ''
}

interface Holding {
  /** Exact text; '' while nothing is known. */
  readonly shares: string
  /** The close that it stands at. */
  readonly asOf: string
  readonly portfolios: number
}

/** What the books hold of the security of a form at the close before the event's day, at most today. */
export function useHolding(kind: FormKind, values: ActionValues): Holding {
  const symbol = String(values['securityCode'] ?? '')
  const portfolio = String(values['portfolio'] ?? '')
  const ex = exDateOf(kind, values)
  const asOf = ex !== '' && addDays(ex, -1) < today() ? addDays(ex, -1) : today()
  const one = useRoute(
    holdings.totalQuantity,
    { query: { symbol, portfolioId: portfolio, asOf } },
    { enabled: symbol !== '' && portfolio !== '' },
  )
  const all = useRoute(
    holdings.holders,
    { query: { symbol, asOf } },
    { enabled: symbol !== '' && portfolio === '' },
  )
  if (portfolio !== '')
    return { shares: one.data === undefined ? '' : String(one.data.total_quantity), asOf, portfolios: 1 }
  const holders = all.data
  if (holders === undefined) return { shares: '', asOf, portfolios: 0 }
  return {
    shares: String(holders.reduce((sum, { quantity }) => sum + quantity, 0)),
    asOf,
    portfolios: holders.length,
  }
}

/** Fills in the shares held from the books, until somebody types another number. */
export function useFilledShares(
  values: ActionValues,
  { shares }: Holding,
  fill: (shares: string) => void,
): void {
  const last = useRef('')
  const latest = useRef({ values, fill })
  useEffect(() => {
    latest.current = { values, fill }
  })
  useEffect(() => {
    if (shares === '' || latest.current.values['sharesHeld'] === undefined) return
    const now = latest.current
    const typed = String(now.values['sharesHeld'] ?? '')
    if ((typed === '' || typed === last.current) && typed !== shares) now.fill(shares)
    last.current = shares
  }, [shares])
}

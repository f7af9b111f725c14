import { holdings } from '@em/contract/books/holdings'
import { fieldOfDate } from '@em/contract/corporate-actions/forms'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import type { ActionValues } from '@em/contract/corporate-actions/typed-form'
import { dividendTaxRates } from '@em/contract/registers/dividend-tax-rates'
import { activePortfolios } from '@em/contract/registers/portfolios'
import { taxDayOf, taxRateInForce } from '@em/core/corporate-actions/plans/dividend'
import { addDays } from '@em/core/values/dates'
import { decimalOf, formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import { useEffect, useRef } from 'react'
import { isDate, today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'

/** What the books say beside a form: the shares held, and the tax rate in force. */

/** The day on which a kind takes effect, as it stands in its form; '' while it is not known. */
function exDateOf(kind: ActionKind, values: ActionValues): string {
  const found = values[fieldOfDate(kind, 'ex') ?? '']
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
export function useHolding(kind: ActionKind, values: ActionValues): Holding {
  const symbol = String(values['securityCode'] ?? '')
  const portfolio = String(values['portfolio'] ?? '')
  const ex = exDateOf(kind, values)
  const asOf = ex !== '' && ex <= today() ? addDays(ex, -1) : today()
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

/** The tax rate of the register. */
export interface TaxInForce {
  /** Percent, without zeros at its end; '' while the register is not known. Null: it has no rate for the day. */
  readonly rate: string | null
  /** The payment date of the form once it has come, else its ex date, else today. */
  readonly day: string
  /** It is the ex date, and the payment date will decide. */
  readonly isProvisional: boolean
  /** Some entities have rates of their own, and the form is for every holder. */
  readonly differs: boolean
}

/** The rate in force on the payment date of a form, until it has come on its ex date, for its portfolio's entity or for entities without a rate of their own. */
export function useTaxRate(kind: ActionKind, values: ActionValues): TaxInForce {
  const isTaxed = KINDS[kind].taxOn !== undefined
  const list = useRoute(dividendTaxRates.routes.list, { query: {} }, { enabled: isTaxed })
  const portfolios = useRoute(activePortfolios)
  const { day, isProvisional } = taxDayOfForm(kind, values, today())
  if (!isTaxed || list.data === undefined) return { rate: '', day, isProvisional, differs: false }
  const rates = list.data.map(({ effectiveFrom, entity, rate }) => ({
    effectiveFrom: String(effectiveFrom),
    entity: entity === null ? null : String(entity),
    rate: decimalOf(String(rate), RATE_SCALE),
  }))
  const code = String(values['portfolio'] ?? '')
  const of = portfolios.data?.find((one) => String(one.portfolioId) === code)
  const found = taxRateInForce(rates, of === undefined ? null : String(of.entity), day)
  return {
    rate: found === null ? null : formatDecimal(found, RATE_SCALE).replace(/\.?0+$/, ''),
    day,
    isProvisional,
    differs:
      code === '' && rates.some(({ entity, effectiveFrom }) => entity !== null && effectiveFrom <= day),
  }
}

/** The day whose rate of the register counts for a form. The tax of a scrip is kept back from its shares, at XD. */
export function taxDayOfForm(
  kind: ActionKind,
  values: ActionValues,
  now: string,
): Pick<TaxInForce, 'day' | 'isProvisional'> {
  const ex = exDateOf(kind, values) || now
  const isAtEx = KINDS[kind].taxOn === 'ex'
  const payment = isAtEx ? '' : String(values['paymentDate'] ?? '')
  const day = taxDayOf(ex, payment === '' ? null : payment, now)
  return { day, isProvisional: !isAtEx && day === ex && payment !== ex }
}

/** What is typed, with the rate in force where the tax rate is blank: figures beside the form are counted with it. */
export function withTaxRate(values: ActionValues, { rate }: TaxInForce): ActionValues {
  const typed = values['taxRate']
  if (rate === '' || (typeof typed === 'string' && typed.trim() !== '')) return values
  return { ...values, taxRate: rate ?? '0' }
}

import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import { dividendTaxRates } from '@em/contract/registers/dividend-tax-rates'
import { activePortfolios } from '@em/contract/registers/portfolios'
import { taxDayOf, taxRateInForce } from '@em/core/corporate-actions/tax-rates'
import { decimalOf, formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import { today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import { exDateOf } from './useSharesHeld.ts'
import type { ActionValues } from './values.ts'

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

import { dividendTaxRates } from '@em/contract/registers/dividend-tax-rates'
import { activePortfolios } from '@em/contract/registers/portfolios'
import { taxRateInForce } from '@em/core/corporate-actions/tax-rates'
import { decimalOf, formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import { today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import type { ActionValues, FormKind } from './fields.ts'
import { exDateOf } from './useSharesHeld.ts'

const KINDS: readonly FormKind[] = ['dividend', 'scrip', 'election']

/** The tax rate of the register. */
export interface TaxInForce {
  /** Percent, without zeros at its end; '' while the register is not known. Null: it has no rate for the day. */
  readonly rate: string | null
  /** The ex date of the form, else today. */
  readonly day: string
  /** Some entities have rates of their own, and the form is for every holder. */
  readonly differs: boolean
}

/** The rate in force on the ex date of a form, for its portfolio's entity or for entities without a rate of their own. */
export function useTaxRate(kind: FormKind, values: ActionValues): TaxInForce {
  const isTaxed = KINDS.includes(kind)
  const list = useRoute(dividendTaxRates.routes.list, { query: {} }, { enabled: isTaxed })
  const portfolios = useRoute(activePortfolios)
  const day = exDateOf(kind, values) || today()
  if (!isTaxed || list.data === undefined) return { rate: '', day, differs: false }
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
    differs:
      code === '' && rates.some(({ entity, effectiveFrom }) => entity !== null && effectiveFrom <= day),
  }
}

/** What is typed, with the rate in force where the tax rate is blank: figures beside the form are counted with it. */
export function withTaxRate(values: ActionValues, { rate }: TaxInForce): ActionValues {
  const typed = values['taxRate']
  if (rate === '' || (typeof typed === 'string' && typed.trim() !== '')) return values
  return { ...values, taxRate: rate ?? '0' }
}

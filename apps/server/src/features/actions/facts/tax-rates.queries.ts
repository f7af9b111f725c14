/** The register of dividend tax rates, as core's rule takes it. */
import { type TaxRate, taxRateInForce } from '@em/core/corporate-actions/tax-rates'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import type { StoredAction } from './action-rows.queries.ts'

const RATES = statement(
  'actions.tax-rates',
  'SELECT effective_from, entity, rate FROM dividend_tax_rates ORDER BY effective_from, id',
)
const ENTITY = statement('actions.entity-of', 'SELECT entity FROM portfolios WHERE id = :portfolioId')

/** Every rate. */
export async function loadTaxRates(db: Queryable): Promise<TaxRate[]> {
  return (await db.query(RATES)).map((row) => ({
    effectiveFrom: row.effective_from,
    entity: row.entity,
    rate: decimalOf(row.rate, RATE_SCALE),
  }))
}

/** Whether tax is withheld of an action by the register: its form says no rate. */
export const isTaxedByRegister = ({ terms }: Pick<StoredAction, 'terms'>): boolean =>
  terms !== null && 'taxRate' in terms && terms.taxRate === null

/** Whether the register has no rate for an action that takes its rate from there. */
export async function lacksTaxRate(
  db: Queryable,
  { terms, exDate, portfolioId }: StoredAction,
): Promise<boolean> {
  if (!isTaxedByRegister({ terms }) || exDate === null) return false
  const [rates, rows] = await Promise.all([
    loadTaxRates(db),
    portfolioId === null ? [] : db.query(ENTITY, { portfolioId }),
  ])
  return taxRateInForce(rates, rows[0]?.entity ?? null, exDate) === null
}

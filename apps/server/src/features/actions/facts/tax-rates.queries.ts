/** The register of dividend tax rates, as core's rule takes it. */
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { type TaxRate, taxDayOf, taxRateInForce } from '@em/core/corporate-actions/tax-rates'
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

/**
 * The day whose rate an action is taxed with: of a dividend, and of a choice of cash or shares, the payment date once it has come. The tax of
 * a scrip is kept back from its shares, at XD.
 */
export function taxDayOfAction(
  { terms, exDate }: Pick<StoredAction, 'terms' | 'exDate'>,
  today: string,
  /** Where the form says no payment date: when its first money was confirmed. */
  received: string | null = null,
): string {
  const isOnPayment = terms !== null && KINDS[terms.kind].taxOn === 'payment' && 'paymentDate' in terms
  return taxDayOf(exDate ?? '', isOnPayment ? (terms.paymentDate ?? received) : null, today)
}

/** The day for which the register has no rate, of an action that takes its rate from there; null: it has one. */
export async function lacksTaxRate(
  db: Queryable,
  { terms, exDate, portfolioId }: StoredAction,
  today: string,
): Promise<string | null> {
  if (!isTaxedByRegister({ terms }) || exDate === null) return null
  const day = taxDayOfAction({ terms, exDate }, today)
  const [rates, rows] = await Promise.all([
    loadTaxRates(db),
    portfolioId === null ? [] : db.query(ENTITY, { portfolioId }),
  ])
  return taxRateInForce(rates, rows[0]?.entity ?? null, day) === null ? day : null
}

import type { CostOfFundsDefinition, costOfFundsInput } from '@em/contract/cost-of-funds/cost-of-funds'
import { afterTaxCostOfFunds } from '@em/core/cost-of-funds/rates'
import { formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import type { z } from 'zod'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { definitionById } from './cost-of-funds.queries.ts'

const SAVE = statement(
  'cost-of-funds.save',
  `INSERT INTO cost_of_funds (effective_date, cost_of_funds, tax_rate, after_tax_cost_of_funds)
   VALUES (:effectiveDate, :costOfFunds, :taxRate, :afterTax) ON CONFLICT (effective_date) DO NOTHING RETURNING id`,
)
const REMOVE = statement('cost-of-funds.remove', 'DELETE FROM cost_of_funds WHERE id = :id')

/**
 * Saves a definition; the after-tax rate is computed here, whatever the request says. Rates in and out are percent.
 * @throws Refusal `record.duplicate` (409) when the date has a definition already.
 */
export async function saveDefinition(
  tx: Transaction,
  { effectiveDate, costOfFunds, taxRate }: z.output<typeof costOfFundsInput>,
): Promise<Outcome<CostOfFundsDefinition>> {
  const [made] = await tx.query(SAVE, {
    effectiveDate,
    costOfFunds: formatDecimal(costOfFunds, RATE_SCALE),
    taxRate: formatDecimal(taxRate, RATE_SCALE),
    afterTax: formatDecimal(afterTaxCostOfFunds(costOfFunds, taxRate), RATE_SCALE),
  })
  const after = made && (await definitionById(tx, made.id))
  if (after === undefined) {
    throw refuseField('record.duplicate', 'effectiveDate', {
      what: 'A cost of funds definition',
      field: 'Effective Date',
    })
  }
  return {
    answer: after,
    audit: { action: 'cost-of-funds.create', entity: 'cost-of-funds', entityId: after.id, after },
  }
}

/** Deletes a definition. Trades keep the rate they were saved with. @throws Refusal `record.missing` (404). */
export async function removeDefinition(
  tx: Transaction,
  id: number,
): Promise<Outcome<{ success: true; id: number }>> {
  const before = await definitionById(tx, id)
  if (before === undefined) throw new Refusal('record.missing', { what: `Cost of funds definition ${id}` })
  await tx.query(REMOVE, { id })
  return {
    answer: { success: true, id },
    audit: { action: 'cost-of-funds.remove', entity: 'cost-of-funds', entityId: id, before },
  }
}

/** Brings what is announced to the tax rates in force; what is in the books keeps the rates that it was counted with. */
import { DIVIDENDS } from '@em/contract/corporate-actions/kinds'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { sqlWords } from '../../../platform/database/sql-words.ts'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import { lockActions } from '../facts/action-rows.queries.ts'
import { isTaxedByRegister } from '../facts/tax-rates.queries.ts'
import { type BringOrder, bring } from './bring.commands.ts'

const ANNOUNCED = statement(
  'actions.announced-with-tax',
  `SELECT a.id FROM corporate_actions a WHERE a.state = 'announced' AND a.ex_date IS NOT NULL AND a.kind IN ${sqlWords(DIVIDENDS)}
    ORDER BY a.id`,
)

/** To be called when the register of tax rates has changed. */
export async function bringAnnounced(
  tx: Transaction,
  order: RecordedBy & Pick<BringOrder, 'today'>,
): Promise<void> {
  const ids = (await tx.query(ANNOUNCED)).map(({ id }) => id)
  const actions = (await lockActions(tx, ids)).filter(
    (action) => action.state === 'announced' && isTaxedByRegister(action),
  )
  if (actions.length > 0) await bring(tx, actions, { ...order, portfolioIds: null, taxRates: 'in force' })
}

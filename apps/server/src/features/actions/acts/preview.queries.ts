/** What a write would do, told from inside its transaction before it is rolled back. */
import type { ActionPreview } from '@em/contract/books/corporate-actions'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import type { Brought } from '../bring/bring.commands.ts'
import { findAction } from '../facts/action-rows.queries.ts'
import { detailOf, entitlementsOf } from './answer.queries.ts'

const POSITIONS_MOST = 200

const SUMS = statement(
  'actions.preview-postings',
  `SELECT l.entry_date AS date, a.account_code, a.account_name, l.transaction_type, sum(l.debit) AS debit!, sum(l.credit) AS credit!
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id WHERE l.entry_id = ANY (:entryIds::bigint[])
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4`,
)
const NAMES = statement(
  'actions.preview-places',
  `SELECT k.place, p.portfolio_id AS code, p.portfolio_name AS name, e.symbol
     FROM unnest(:portfolioIds::bigint[], :equityIds::bigint[]) WITH ORDINALITY AS k (portfolio, equity, place)
     JOIN portfolios p ON p.id = k.portfolio JOIN equities e ON e.id = k.equity ORDER BY k.place`,
)

/** The ledger lines of entries, added up by day and account. */
export async function postingsOf(
  db: Queryable,
  entryIds: readonly number[],
): Promise<ActionPreview['postings']> {
  const sums = await db.query(SUMS, { entryIds })
  return sums.map((row) => ({ ...row, debit: jsonNumber(row.debit), credit: jsonNumber(row.credit) }))
}

type Moved = Brought['moved'][number]

/** The preview of what was done to an action in this transaction. */
export async function previewOf(
  db: Queryable,
  id: number,
  { entryIds, moved }: Pick<Brought, 'entryIds' | 'moved'>,
  today: string,
): Promise<ActionPreview> {
  const chains = new Map<number, { first: Moved; last: Moved }>()
  for (const one of moved) {
    const first = chains.get(one.chain.id)?.first ?? one
    chains.set(one.chain.id, { first, last: one })
  }
  const shown = [...chains.values()].slice(0, POSITIONS_MOST)
  const action = await findAction(db, id)
  const [detail, entitlements, postings, names] = await Promise.all([
    detailOf(db, id, today),
    entitlementsOf(db, action, { limit: POSITIONS_MOST }, today),
    postingsOf(db, entryIds),
    db.query(NAMES, {
      portfolioIds: shown.map(({ first }) => first.chain.place.portfolioId),
      equityIds: shown.map(({ first }) => first.chain.place.equityId),
    }),
  ])
  const standing = (held: Moved['chain']['holding']) => ({
    quantity: Number(held.quantity),
    cost: rupees(held.cost),
    charges: rupees(held.charges),
  })
  return {
    dryRun: true,
    id,
    kind: detail.kind,
    state: detail.state,
    portfolios: detail.portfolios,
    entitlements: entitlements.rows,
    postings,
    positions: shown.map(({ first, last }, at) => ({
      portfolioId: names[at]?.code ?? '',
      portfolioName: names[at]?.name ?? '',
      symbol: names[at]?.symbol ?? '',
      before: standing(first.chain.holding),
      after: standing(last.change.state.holding),
    })),
    warnings: detail.warnings,
  }
}

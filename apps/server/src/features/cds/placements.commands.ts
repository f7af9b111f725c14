/** The CDS accounts of trades, openings and other events of a chain. */
import { EVENTS_MOST, type PlacedEvent } from '@em/contract/cds/cds'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { applyAfterAccounts } from '../corporate-actions/apply/apply.commands.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { accountById } from './accounts/accounts.queries.ts'
import { cdsAccountOf } from './accounts/main-accounts.queries.ts'

const EVENTS = statement(
  'cds.events',
  `SELECT e.id, e.kind, t.deal_number, e.event_date, e.quantity_change, n.account_id, n.quantity AS placed_quantity, a.account
     FROM chains c JOIN chain_events e ON e.chain_id = c.id
     LEFT JOIN trades t ON t.id = e.id
     LEFT JOIN LATERAL (SELECT account_id, quantity FROM cds_placements p WHERE p.event_id = e.id ORDER BY version DESC LIMIT 1) n ON true
     LEFT JOIN cds_accounts a ON a.id = n.account_id
    WHERE c.portfolio_id = :portfolioId AND c.equity_id IN (SELECT securities_of_symbol(:symbol))
    ORDER BY e.event_date DESC, e.rank DESC, e.id DESC LIMIT :most`,
)
const NAMED = statement(
  'cds.events-named',
  `SELECT e.id, e.quantity_change, c.portfolio_id, p.portfolio_name,
          (SELECT max(version) FROM cds_placements o WHERE o.event_id = e.id) AS version
     FROM chain_events e JOIN chains c ON c.id = e.chain_id JOIN portfolios p ON p.id = c.portfolio_id
    WHERE e.id = ANY (:ids::bigint[]) ORDER BY e.id`,
)
/** Placements of a portfolio's events are written one after the other, so that versions follow each other. */
const HOLD = statement(
  'cds.hold-portfolios',
  'SELECT id FROM portfolios WHERE id = ANY (:portfolioIds::bigint[]) ORDER BY id FOR NO KEY UPDATE',
)
const SERVES = statement(
  'cds.serves',
  'SELECT portfolio_id FROM cds_account_portfolios WHERE account_id = :accountId AND portfolio_id = ANY (:portfolioIds::bigint[])',
)
const ADD = statement(
  'cds.add-placements',
  `INSERT INTO cds_placements (event_id, version, portfolio_id, account_id, quantity, recorded_by)
   SELECT e.id, e.version, e.portfolio_id, :accountId?::bigint, :quantity?::bigint, :recordedBy::bigint
     FROM unnest(:ids::bigint[], :versions::int[], :portfolioIds::bigint[]) AS e (id, version, portfolio_id)`,
)

/** Events of a portfolio in a security, newest first, each with its account. */
export async function eventsWithPlacement(
  db: Queryable,
  asked: { readonly portfolio: string; readonly symbol: string },
  today: string,
): Promise<PlacedEvent[]> {
  const { id: portfolioId } = await resolvePortfolio(db, { portfolio: asked.portfolio })
  const main = (await cdsAccountOf(db, [portfolioId], today)).get(portfolioId)
  const rows = await db.query(EVENTS, { portfolioId, symbol: asked.symbol, most: EVENTS_MOST })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    deal_number: row.deal_number,
    date: row.event_date,
    quantity: row.quantity_change,
    account_id: row.account_id ?? main?.id ?? null,
    account: row.account ?? main?.number ?? null,
    placed_quantity: row.placed_quantity,
    isPlaced: row.account_id !== null,
  }))
}

/**
 * Places events in an account; without one they follow the main account again.
 * @throws Refusal `record.missing` (404), `cds.not-served` (422), `cds.one-at-a-time` and `cds.part-too-large` (422).
 */
export async function recordPlacements(
  tx: Transaction,
  asked: RecordedBy & {
    readonly ids: readonly number[]
    readonly account: number | null
    readonly quantity: bigint | null
    readonly today: string
  },
): Promise<Outcome<{ placed: number }>> {
  const ids = [...new Set(asked.ids)]
  const account = asked.account === null ? null : await accountById(tx, asked.account)
  const seen = await tx.query(NAMED, { ids })
  const missing = ids.find((id) => !seen.some((event) => event.id === id))
  if (missing !== undefined) throw new Refusal('record.missing', { what: `Trade ${missing}` })
  const portfolioIds = [...new Set(seen.map(({ portfolio_id }) => portfolio_id))]
  await tx.query(HOLD, { portfolioIds })
  const events = await tx.query(NAMED, { ids })
  if (account !== null) {
    const served = new Set(
      (await tx.query(SERVES, { accountId: account.id, portfolioIds })).map(
        ({ portfolio_id }) => portfolio_id,
      ),
    )
    const other = events.find(({ portfolio_id }) => !served.has(portfolio_id))
    if (other !== undefined) {
      throw refuseField('cds.not-served', 'account', {
        account: account.account,
        portfolio: other.portfolio_name,
      })
    }
  }
  const quantity = account === null ? null : asked.quantity
  if (quantity !== null) refusePart(events, quantity)
  await tx.query(ADD, {
    ids: events.map(({ id }) => id),
    versions: events.map(({ version }) => (version ?? 0) + 1),
    portfolioIds: events.map(({ portfolio_id }) => portfolio_id),
    accountId: account?.id ?? null,
    quantity: quantity === null ? null : Number(quantity),
    recordedBy: asked.recordedBy,
  })
  await applyAfterAccounts(tx, portfolioIds, { ...recorder(asked), today: asked.today })
  return {
    answer: { placed: events.length },
    audit: {
      action: 'cds.place',
      entity: 'cds-placement',
      entityId: account?.id ?? 0,
      after: {
        account: account?.account ?? null,
        trades: ids.length,
        ids: ids.slice(0, 100).join(', '),
        ...(quantity !== null && { quantity: Number(quantity) }),
      },
    },
  }
}

function refusePart(events: readonly { readonly quantity_change: number }[], quantity: bigint): void {
  const [only, second] = events
  if (only === undefined || second !== undefined) throw refuseField('cds.one-at-a-time', 'quantity')
  const whole = Math.abs(only.quantity_change)
  if (quantity > BigInt(whole)) throw refuseField('cds.part-too-large', 'quantity', { quantity: whole })
}

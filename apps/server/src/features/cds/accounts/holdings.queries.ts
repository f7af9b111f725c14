/** Holdings of CDS accounts at the end of a day: held, not settled, pledged. */
import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import { type AccountHolding, holdingsByAccount } from '@em/core/cds/holdings'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { heldWhere } from '../../holdings/holdings.queries.ts'
import { cdsAccountOf } from './main-accounts.queries.ts'

const HELD = statement(
  'cds.held',
  `SELECT portfolio_id, equity_id, quantity FROM (${heldWhere('c.portfolio_id = ANY (:portfolioIds::bigint[])')}) h`,
)
/** SQL: the newest placement of each event of some portfolios. */
const PLACEMENTS = `SELECT DISTINCT ON (event_id) event_id, account_id, quantity FROM cds_placements
  WHERE portfolio_id = ANY (:portfolioIds::bigint[]) ORDER BY event_id, version DESC`
/** SQL: what of the shares of an event `e` its placement `n` took. */
export const QUANTITY_IN_ACCOUNT = `CASE WHEN n.quantity IS NULL THEN e.quantity_change
       ELSE sign(e.quantity_change)::bigint * least(n.quantity, abs(e.quantity_change)) END`
const SUMS_IN_ACCOUNTS = statement(
  'cds.sums-in-accounts',
  `SELECT c.portfolio_id, c.equity_id, n.account_id AS account_id!, sum(${QUANTITY_IN_ACCOUNT})::bigint AS quantity!
     FROM (${PLACEMENTS}) n JOIN chain_events e ON e.id = n.event_id JOIN chains c ON c.id = e.chain_id
    WHERE n.account_id IS NOT NULL AND e.event_date <= :date::date
    GROUP BY c.portfolio_id, c.equity_id, n.account_id`,
)
/** SQL: when the shares of a trade move: as it was booked, unless something else happened to its settlement. */
const DUE = `CASE s.status WHEN 'failed' THEN NULL WHEN 'open' THEN s.due_date WHEN 'settled' THEN s.paid_on ELSE v.settlement_date END`
/** SQL: the shares of a trade that settled at a custodian by a day, in parts, and whether the rest is known to be open on it. */
const PARTS = `SELECT coalesce(sum(k.shares) FILTER (WHERE k.settled_on <= :date::date), 0)::bigint AS settled,
         max(k.settled_on) FILTER (WHERE k.settled_on <= :date::date) AS last_on,
         min(k.settled_on) FILTER (WHERE k.settled_on > :date::date) AS next_on,
         count(*) > 0 AND (s.status <> 'settled' OR bool_or(k.settled_on > :date::date)) AS is_open
    FROM settled_at_custodians() k WHERE k.trade_id = s.trade_id`
/** Settlements so many days back may still be on their way. What is near a day is read off the ends of indexes. */
const RECENT_DAYS = 7
const NEAR = statement(
  'cds.near-trades',
  `WITH near AS MATERIALIZED (
     SELECT v.trade_id FROM trade_versions v
      WHERE v.settlement_date > :date::date - ${RECENT_DAYS} AND v.trade_date <= :date::date
     UNION SELECT s.trade_id FROM settlement_states s WHERE s.status <> 'settled'
     UNION SELECT s.trade_id FROM settlement_states s WHERE s.status = 'settled' AND s.paid_on > :date::date - ${RECENT_DAYS})
   SELECT t.id, t.version, t.portfolio_id, t.equity_id, t.side, v.quantity, coalesce(p.next_on, ${DUE}) AS due,
          coalesce(p.settled, 0) AS settled!, p.last_on AS settled_on, coalesce(p.is_open, false) AS is_open!,
          n.account_id AS placed_account, n.quantity AS placed_quantity
     FROM near
     JOIN trades t ON t.id = near.trade_id AND t.portfolio_id = ANY (:portfolioIds::bigint[])
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     LEFT JOIN settlement_states s ON s.trade_id = t.id
     LEFT JOIN LATERAL (${PARTS}) p ON true
     LEFT JOIN LATERAL (SELECT account_id, quantity FROM cds_placements p WHERE p.event_id = t.id ORDER BY version DESC LIMIT 1) n ON true
    WHERE NOT t.is_deleted AND t.side <> 'opening' AND v.trade_date <= :date::date
      AND (p.is_open OR coalesce(${DUE}, 'infinity'::date) > :date::date - ${RECENT_DAYS})
    ORDER BY v.settlement_date DESC, t.id DESC`,
)
const LISTED = sqlList(kindsWhere(({ isListed }) => isListed === true))
/** Shares from corporate actions that are listed later, or were a few days ago; the day for those of a bonus may not be known yet. */
const AWAITED = statement(
  'cds.awaited',
  `SELECT c.portfolio_id, c.equity_id, a.kind, e.quantity_change AS quantity, n.account_id AS placed_account, n.quantity AS placed_quantity
     FROM action_events x
     JOIN corporate_actions a ON a.id = x.action_id
     JOIN chain_events e ON e.id = x.id
     JOIN chains c ON c.id = e.chain_id
     LEFT JOIN LATERAL (SELECT account_id, quantity FROM cds_placements p WHERE p.event_id = e.id ORDER BY version DESC LIMIT 1) n ON true
    WHERE x.portfolio_id = ANY (:portfolioIds::bigint[]) AND e.event_date <= :date::date AND e.quantity_change > 0
      AND (a.allotment_date > :date::date - ${RECENT_DAYS} OR (a.allotment_date IS NULL AND a.kind IN ${LISTED}))`,
)
const PLEDGED = statement(
  'cds.pledged',
  `SELECT p.account_id, p.portfolio_id, p.equity_id, sum(p.quantity)::bigint AS quantity!
     FROM cds_pledges p LEFT JOIN cds_pledge_releases r ON r.pledge_id = p.id
    WHERE p.portfolio_id = ANY (:portfolioIds::bigint[]) AND p.pledged_on <= :date::date
      AND (r.released_on IS NULL OR r.released_on > :date::date)
    GROUP BY p.account_id, p.portfolio_id, p.equity_id`,
)

/** A trade, or the part of one in an account, that has not settled on a day or did shortly before. */
export interface TradeInAccount {
  readonly accountId: number
  readonly portfolioId: number
  readonly equityId: number
  readonly id: number
  readonly version: number
  readonly side: 'buy' | 'sell'
  readonly quantity: bigint
  readonly due: string | null
  /** The rest of a trade that settled in part. */
  readonly isOpen: boolean
}
/** Shares from a corporate action that the depository credits later. */
export interface AwaitedInAccount extends AccountHolding {
  readonly what: string
}
export interface InAccounts {
  readonly held: readonly AccountHolding[]
  readonly trades: readonly TradeInAccount[]
  readonly pledged: readonly AccountHolding[]
  readonly awaited: readonly AwaitedInAccount[]
}

/** The holdings of portfolios at the end of a day by CDS account, with the trades around their settlement and the pledges. */
export async function heldInAccounts(
  db: Queryable,
  portfolioIds: readonly number[],
  date: string,
): Promise<InAccounts> {
  const main = new Map(
    [...(await cdsAccountOf(db, portfolioIds, date))].map(([portfolio, { id }]) => [portfolio, id]),
  )
  const inAccount = (await db.query(SUMS_IN_ACCOUNTS, { portfolioIds, date })).map((row) => ({
    ...keysOf(row),
    accountId: row.account_id,
    quantity: BigInt(row.quantity),
  }))
  const found = await heldOf(db, portfolioIds, date)
  return {
    held: holdingsByAccount(found.held, inAccount, main),
    trades: found.near.flatMap((row) => partsOf(row, main.get(row.portfolio_id))),
    pledged: found.pledged,
    awaited: found.coming.flatMap((row) => comingIn(row, main.get(row.portfolio_id))),
  }
}

/**
 * The same where all shares of a portfolio are in one account, as with a custodian: whatever was placed in CDS accounts.
 * @param accountOf the account of each portfolio.
 */
export async function heldWith(
  db: Queryable,
  accountOf: ReadonlyMap<number, number>,
  date: string,
): Promise<InAccounts> {
  const found = await heldOf(db, [...accountOf.keys()], date)
  const account = (row: { readonly portfolio_id: number }) => accountOf.get(row.portfolio_id)
  const whole = { placed_account: null, placed_quantity: null }
  return {
    held: holdingsByAccount(found.held, [], accountOf),
    trades: found.near.flatMap((row) => partsOf({ ...row, ...whole }, account(row))),
    pledged: found.pledged.map((one) => ({
      ...one,
      accountId: accountOf.get(one.portfolioId) ?? one.accountId,
    })),
    awaited: found.coming.flatMap((row) => comingIn({ ...row, ...whole }, account(row))),
  }
}

async function heldOf(db: Queryable, portfolioIds: readonly number[], date: string) {
  const asked = { portfolioIds, date }
  const held = (await db.query(HELD, asked)).map((row) => ({
    ...keysOf(row),
    quantity: BigInt(row.quantity),
  }))
  const near = await db.query(NEAR, asked)
  const coming = await db.query(AWAITED, asked)
  const pledged = (await db.query(PLEDGED, asked)).map((row) => ({
    ...keysOf(row),
    accountId: row.account_id,
    quantity: BigInt(row.quantity),
  }))
  return { held, near, coming, pledged }
}

const keysOf = (row: { readonly portfolio_id: number; readonly equity_id: number }) => ({
  portfolioId: row.portfolio_id,
  equityId: row.equity_id,
})

interface EventRow {
  readonly portfolio_id: number
  readonly equity_id: number
  readonly quantity: number
  readonly placed_account: number | null
  readonly placed_quantity: number | null
}
interface NearRow extends EventRow {
  readonly id: number
  readonly version: number
  readonly side: string
  readonly due: string | null
  /** Shares that settled in parts by the day, and the day of the last. */
  readonly settled: number
  readonly settled_on: string | null
  readonly is_open: boolean
}

/** The settled part is taken from the accounts in their order; of an open trade only the rest is returned. */
function partsOf(row: NearRow, main: number | undefined): TradeInAccount[] {
  let settled = BigInt(row.settled)
  return split(row, main).map(({ accountId, quantity }) => {
    const own = settled < quantity ? settled : quantity
    settled -= own
    const isWhole = own === quantity
    return {
      ...keysOf(row),
      accountId,
      quantity: isWhole ? quantity : quantity - own,
      id: row.id,
      version: row.version,
      side: row.side === 'buy' ? 'buy' : 'sell',
      due: isWhole ? row.settled_on : row.due,
      isOpen: !isWhole && row.is_open,
    }
  })
}

const comingIn = (row: EventRow & { readonly kind: string }, main: number | undefined): AwaitedInAccount[] =>
  split(row, main).map((part) => ({ ...keysOf(row), ...part, what: row.kind }))

/** The shares of an event by account: what was placed, and the rest in the main one. */
function split(
  row: EventRow,
  main: number | undefined,
): { readonly accountId: number; readonly quantity: bigint }[] {
  const of = (accountId: number | undefined, quantity: bigint) =>
    accountId === undefined || quantity <= 0n ? [] : [{ accountId, quantity }]
  const whole = BigInt(row.quantity)
  if (row.placed_account === null || row.placed_account === main) return of(main, whole)
  const asked = row.placed_quantity === null ? whole : BigInt(row.placed_quantity)
  const inAccount = asked < whole ? asked : whole
  return [...of(row.placed_account, inAccount), ...of(main, whole - inAccount)]
}

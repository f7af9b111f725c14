/** Pledged shares: recorded, listed, released. */
import type { CdsPledge } from '@em/contract/cds/cds'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { accountById, servedPortfolios } from './accounts/accounts.queries.ts'
import { accountHoldings } from './holdings.ts'

const COLUMNS = `p.id, p.account_id, a.account, f.portfolio_id AS "portfolioId", f.portfolio_name AS "portfolioName", p.equity_id,
  e.symbol, e.name AS company_name, p.quantity, p.pledged_on, p.pledgee, p.reason, r.released_on, r.reason AS release_reason,
  coalesce((SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = p.recorded_by), '') AS recorded_by!, p.recorded_at`
const FROM = `FROM cds_pledges p
  JOIN cds_accounts a ON a.id = p.account_id
  JOIN portfolios f ON f.id = p.portfolio_id
  JOIN equities e ON e.id = p.equity_id
  LEFT JOIN cds_pledge_releases r ON r.pledge_id = p.id`
const WHICH = `(:accountId?::bigint IS NULL OR p.account_id = :accountId)
  AND (:date?::date IS NULL OR (p.pledged_on <= :date AND (r.released_on IS NULL OR r.released_on > :date)))`
const LIST = statement(
  'cds.pledges',
  `SELECT ${COLUMNS} ${FROM} WHERE ${WHICH} ORDER BY p.id DESC LIMIT :most`,
)
const COUNT = statement('cds.pledges-count', `SELECT count(*)::int AS total ${FROM} WHERE ${WHICH}`)
const ONE = statement('cds.pledge', `SELECT ${COLUMNS} ${FROM} WHERE p.id = :id`)
const HOLD = statement(
  'cds.hold-pledge',
  'SELECT id FROM cds_accounts WHERE id = :accountId FOR NO KEY UPDATE',
)
const ADD = statement(
  'cds.add-pledge',
  `INSERT INTO cds_pledges (account_id, portfolio_id, equity_id, quantity, pledged_on, pledgee, reason, recorded_by)
   VALUES (:accountId, :portfolioId, :equityId, :quantity, :pledgedOn::date, :pledgee, :reason?, :recordedBy) RETURNING id`,
)
const RELEASE = statement(
  'cds.release-pledge',
  `INSERT INTO cds_pledge_releases (pledge_id, released_on, reason, recorded_by)
   VALUES (:id, :releasedOn::date, :reason?, :recordedBy) ON CONFLICT DO NOTHING RETURNING pledge_id`,
)
const SECURITY = statement(
  'cds.security-named',
  'SELECT id, symbol FROM equities WHERE id = security_of_symbol(:symbol, :pledgedOn::date)',
)

const LIST_MAX = 10_000

export async function listPledges(
  db: Queryable,
  asked: {
    readonly account?: number | null | undefined
    readonly date?: string | null | undefined
    readonly limit?: number | undefined
  },
): Promise<{ readonly rows: CdsPledge[]; readonly total: number }> {
  const which = { accountId: asked.account ?? null, date: asked.date ?? null }
  const rows = await db.query(LIST, { ...which, most: asked.limit ?? LIST_MAX })
  const [counted] = await db.query(COUNT, which)
  return { rows, total: counted?.total ?? 0 }
}

async function pledgeById(db: Queryable, id: number): Promise<CdsPledge> {
  const [found] = await db.query(ONE, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Pledge ${id}` })
  return found
}

interface Now {
  readonly today: string
  readonly recordedBy: number
}

/**
 * Records a pledge of shares that are free on its day.
 * @throws Refusal `record.missing` (404), `cds.portfolio-needed`, `cds.not-served`, `cds.future`, `cds.pledge-too-large` (422).
 */
export async function pledgeShares(
  tx: Transaction,
  asked: {
    readonly account: number
    readonly portfolio?: string | null | undefined
    readonly symbol: string
    readonly quantity: bigint
    readonly pledgedOn: string
    readonly pledgee: string
    readonly reason?: string | null | undefined
  },
  { today, recordedBy }: Now,
): Promise<Outcome<CdsPledge>> {
  const { id: accountId, account } = await accountById(tx, asked.account)
  if (asked.pledgedOn > today) throw refuseField('cds.future', 'pledgedOn', { date: asked.pledgedOn })
  const portfolio = await portfolioServed(tx, { accountId, account, today }, asked.portfolio ?? null)
  const [security] = await tx.query(SECURITY, { symbol: asked.symbol, pledgedOn: asked.pledgedOn })
  if (security === undefined) throw new Refusal('record.missing', { what: `Equity ${asked.symbol}` })
  await tx.query(HOLD, { accountId })
  const { rows } = await accountHoldings(tx, accountId, { date: asked.pledgedOn, today })
  const held = rows.find((row) => row.portfolioId === portfolio.portfolioId && row.equity_id === security.id)
  const free = Math.max(held?.free ?? 0, 0)
  if (asked.quantity > BigInt(free)) {
    throw refuseField('cds.pledge-too-large', 'quantity', {
      account,
      free,
      symbol: security.symbol,
      date: asked.pledgedOn,
      quantity: Number(asked.quantity),
    })
  }
  const [made] = await tx.query(ADD, {
    accountId,
    portfolioId: portfolio.id,
    equityId: security.id,
    quantity: Number(asked.quantity),
    pledgedOn: asked.pledgedOn,
    pledgee: asked.pledgee,
    reason: asked.reason ?? null,
    recordedBy,
  })
  const answer = await pledgeById(tx, made?.id ?? 0)
  return {
    answer,
    audit: { action: 'cds.pledge', entity: 'cds-pledge', entityId: answer.id, after: audited(answer) },
  }
}

/** @throws Refusal `record.missing` (404), `cds.released` (409), `cds.future`, `cds.release-before` (422). */
export async function releasePledge(
  tx: Transaction,
  id: number,
  asked: { readonly releasedOn: string; readonly reason?: string | null | undefined },
  { today, recordedBy }: Now,
): Promise<Outcome<CdsPledge>> {
  const before = await pledgeById(tx, id)
  if (before.released_on !== null) throw new Refusal('cds.released', { date: before.released_on })
  if (asked.releasedOn > today) throw refuseField('cds.future', 'releasedOn', { date: asked.releasedOn })
  if (asked.releasedOn < before.pledged_on) {
    throw refuseField('cds.release-before', 'releasedOn', {
      date: asked.releasedOn,
      pledged: before.pledged_on,
    })
  }
  const [done] = await tx.query(RELEASE, {
    id,
    releasedOn: asked.releasedOn,
    reason: asked.reason ?? null,
    recordedBy,
  })
  // Another user released it in the same moment.
  if (done === undefined) throw new Refusal('cds.released', { date: asked.releasedOn })
  const answer = await pledgeById(tx, id)
  return {
    answer,
    audit: {
      action: 'cds.release',
      entity: 'cds-pledge',
      entityId: id,
      before: audited(before),
      after: audited(answer),
    },
  }
}

const audited = (pledge: CdsPledge) => ({
  account: pledge.account,
  portfolio: pledge.portfolioName,
  symbol: pledge.symbol,
  quantity: pledge.quantity,
  pledged_on: pledge.pledged_on,
  pledgee: pledge.pledgee,
  reason: pledge.reason,
  released_on: pledge.released_on,
  release_reason: pledge.release_reason,
})

async function portfolioServed(
  tx: Transaction,
  { accountId, account, today }: { accountId: number; account: string; today: string },
  named: string | null,
) {
  const served = await servedPortfolios(tx, accountId, today)
  const [only] = served
  if (named === null) {
    if (only !== undefined && served.length === 1) return only
    throw refuseField('cds.portfolio-needed', 'portfolio', { account, count: served.length })
  }
  const { id, portfolioName } = await resolvePortfolio(tx, { portfolio: named })
  const found = served.find((one) => one.id === id)
  if (found === undefined)
    throw refuseField('cds.not-served', 'portfolio', { account, portfolio: portfolioName })
  return found
}

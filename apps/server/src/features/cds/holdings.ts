/** The holdings of one CDS account: by portfolio and security, settled and not, free and pledged. */
import type { CdsHolding } from '@em/contract/cds/cds'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountById, servedPortfolios } from './accounts/accounts.queries.ts'
import { heldInAccounts } from './accounts/holdings.queries.ts'

const SECURITIES = statement(
  'cds.securities',
  'SELECT id, symbol, name FROM equities WHERE id = ANY (:ids::bigint[])',
)

/** Names of securities by their ids. */
export async function securitiesById(db: Queryable, ids: Iterable<number>) {
  const rows = await db.query(SECURITIES, { ids: [...new Set(ids)] })
  return new Map(
    rows.map((row) => [row.id, { equity_id: row.id, symbol: row.symbol, company_name: row.name }]),
  )
}

interface Sums {
  quantity: bigint
  buys: bigint
  sales: bigint
  pledged: bigint
}

/** @throws Refusal `record.missing` (404), `cds.future` (422). */
export async function accountHoldings(
  db: Queryable,
  accountId: number,
  { date, today }: { readonly date: string; readonly today: string },
): Promise<{ account: string; date: string; rows: CdsHolding[] }> {
  const { account } = await accountById(db, accountId)
  if (date > today) throw new Refusal('cds.future', { date })
  const portfolios = new Map((await servedPortfolios(db, accountId, date)).map((one) => [one.id, one]))
  const found = await heldInAccounts(db, [...portfolios.keys()], date)
  const sums = new Map<string, Sums>()
  const of = ({ portfolioId, equityId }: { portfolioId: number; equityId: number }) => {
    const key = `${portfolioId}/${equityId}`
    const one = sums.get(key) ?? { quantity: 0n, buys: 0n, sales: 0n, pledged: 0n }
    sums.set(key, one)
    return one
  }
  for (const one of found.held) if (one.accountId === accountId) of(one).quantity += one.quantity
  for (const one of found.pledged) if (one.accountId === accountId) of(one).pledged += one.quantity
  for (const one of found.trades) {
    if (one.accountId !== accountId || (one.due !== null && one.due <= date)) continue
    of(one)[one.side === 'buy' ? 'buys' : 'sales'] += one.quantity
  }
  const keys = [...sums].map(([key, sum]) => {
    const [portfolioId = 0, equityId = 0] = key.split('/').map(Number)
    return { portfolioId, equityId, sum }
  })
  const securities = await securitiesById(
    db,
    keys.map(({ equityId }) => equityId),
  )
  const rows = keys.flatMap(({ portfolioId, equityId, sum }): CdsHolding[] => {
    const [portfolio, security] = [portfolios.get(portfolioId), securities.get(equityId)]
    if (portfolio === undefined || security === undefined) return []
    const settled = sum.quantity - sum.buys + sum.sales
    return [
      {
        portfolioId: portfolio.portfolioId,
        portfolioName: portfolio.portfolioName,
        ...security,
        quantity: Number(sum.quantity),
        unsettled_buys: Number(sum.buys),
        unsettled_sales: Number(sum.sales),
        settled: Number(settled),
        pledged: Number(sum.pledged),
        free: Number(settled - sum.pledged),
      },
    ]
  })
  const order = (a: CdsHolding, b: CdsHolding) =>
    a.symbol.localeCompare(b.symbol, 'en') || a.portfolioId.localeCompare(b.portfolioId, 'en')
  return { account, date, rows: rows.toSorted(order) }
}

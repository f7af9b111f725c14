/** The CDS accounts of the demo, a pledge, and a statement that does not agree everywhere. */
import { PORTFOLIOS } from './book.ts'
import type { Call } from './call.ts'

interface Holding {
  readonly symbol: string
  readonly quantity: number
  readonly settled: number
  readonly free: number
}

/** Of the first portfolio: the main account, and one at a second broker. */
export const MAIN_CDS = { participant: 'ASH', account_number: '45021' }
const SECOND = { participant: 'SBL', account_number: '118204' }

/** Each portfolio has an account of its own, the first one two. */
export async function loadCds(call: Call, days: readonly string[]): Promise<void> {
  const account = async (
    number: { readonly participant: string; readonly account_number: string },
    { portfolioId, entity }: { readonly portfolioId: string; readonly entity: string },
  ) => {
    const { id } = await call('POST', '/cds-accounts', { ...number, category: 'LC', holder_name: entity })
    await call('PUT', `/cds-accounts/${id}/portfolios`, { portfolios: [{ portfolio: portfolioId }] })
    return id
  }
  const [first, ...others] = PORTFOLIOS
  const main = await account(MAIN_CDS, first)
  await account(SECOND, first)
  for (const [at, portfolio] of others.entries()) {
    await account({ participant: 'CBT', account_number: String(70_311 + 17 * at) }, portfolio)
  }
  const day = days.at(-2) ?? ''
  const { rows } = await call<{ rows: Holding[] }>('GET', `/cds-accounts/${main}/holdings?date=${day}`)
  const largest = rows.toSorted((a, b) => b.free - a.free)[0]
  if (largest === undefined) return
  await call('POST', '/cds-pledges', {
    account: main,
    symbol: largest.symbol,
    quantity: Math.floor(largest.free / 4),
    pledgedOn: day,
    pledgee: 'Sampath Bank PLC',
    reason: 'Margin facility',
  })
  await call('POST', '/cds-comparisons', {
    fileName: `cds-${day}.csv`,
    data: Buffer.from(statementOf(rows)).toString('base64'),
    statementDate: day,
  })
}

/**
 * The statement of the depository: balances that count trades of later days, one that is short, and one that
 * is not there.
 */
function statementOf(rows: readonly Holding[]): string {
  const lines = rows.flatMap(({ symbol, settled, quantity }, at) => {
    if (at === 5) return []
    const balance = quantity !== settled ? quantity : at === 3 ? settled - 500 : settled
    return balance > 0
      ? [`${MAIN_CDS.participant}-${MAIN_CDS.account_number}-LC/00,${symbol},${balance}`]
      : []
  })
  return ['CDS Account,Symbol,Balance', ...lines].join('\n')
}

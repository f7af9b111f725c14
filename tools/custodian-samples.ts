/**
 * Files as a custodian sends them, of the books of a running server: `npm run samples -- custodian FOLDER [URL]`, by default of the demo.
 * Two statements of holdings, one with a difference, its cancellation, and the confirmation of each kind of settlement, one in part.
 */
import {
  finBlocks,
  mt54x,
  mt535,
  type SampleConfirmation,
  semt002,
  sese025,
} from '../packages/core/src/testing/custodian-samples.ts'

/** Answers a GET below /api. */
export type Ask = <Answer>(path: string) => Promise<Answer>
export type SampleFile = readonly [name: string, content: string]

interface Account {
  readonly id: number
  readonly account: string
  readonly portfolios: string
}
interface Holding {
  readonly portfolioId: string
  readonly symbol: string
  readonly company_name: string
  readonly quantity: number
  readonly settled: number
}
interface Open {
  readonly trade_id: number
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly company_name: string
  readonly due_date: string
  readonly outstanding: number
}
interface Detail {
  readonly settlement: Open
  readonly custodian_reference: string
}

/** Shares that the custodian does not have. */
const LACKING = 500
const CANDIDATES = 40

/** @throws Error that says what the books lack. */
export async function custodianSamples(ask: Ask, today: string): Promise<readonly SampleFile[]> {
  const [safekeeping] = await ask<readonly Account[]>('/safekeeping-accounts')
  if (safekeeping === undefined)
    throw new Error('There is no safekeeping account: add one on Custodian Integration first.')
  const portfolio = safekeeping.portfolios.split(',')[0]?.trim() ?? ''
  const { account } = safekeeping
  return [
    ...statementFiles(await holdingsOf(ask, portfolio, today), { account, date: today }),
    ...(await confirmationFiles(ask, { portfolio, account, today })),
  ]
}

async function holdingsOf(ask: Ask, portfolio: string, date: string): Promise<readonly Holding[]> {
  const accounts = await ask<readonly Account[]>('/cds-accounts')
  const own = accounts.find(({ portfolios }) => portfolios.split(',').some((one) => one.trim() === portfolio))
  if (own === undefined) throw new Error(`${portfolio} has no CDS account.`)
  const { rows } = await ask<{ rows: readonly Holding[] }>(`/cds-accounts/${own.id}/holdings?date=${date}`)
  return rows.filter(({ portfolioId }) => portfolioId === portfolio)
}

const named = ({ symbol, company_name }: Pick<Holding, 'symbol' | 'company_name'>) => ({
  isin: '',
  text: `${symbol} ${company_name}`.toUpperCase(),
})

function statementFiles(
  rows: readonly Holding[],
  of: { account: string; date: string },
): readonly SampleFile[] {
  const reference = `HOLD${of.date.replaceAll('-', '')}`
  const held = (which: 'settled' | 'quantity', lacking: number) =>
    rows
      .filter((row) => row[which] > 0)
      .map((row, at) => {
        const shares = row[which] - (at === 0 ? Math.min(lacking, row[which] - 1) : 0)
        return { ...named(row), aggregate: shares, available: shares }
      })
  const settled = { ...of, reference, holdings: held('settled', LACKING) }
  return [
    ['holdings-mt535-one-difference.fin', finBlocks('535', mt535(settled))],
    ['holdings-semt002-by-trade-date.xml', semt002({ ...of, basis: 'TRAD', holdings: held('quantity', 0) })],
    [
      'holdings-mt535-cancelled.fin',
      finBlocks('535', mt535({ ...settled, reference: `${reference}X`, cancels: reference, holdings: [] })),
    ],
  ]
}

async function confirmationFiles(
  ask: Ask,
  { portfolio, account, today }: { portfolio: string; account: string; today: string },
): Promise<readonly SampleFile[]> {
  const filter = `portfolio=${encodeURIComponent(portfolio)}&to=${today}&limit=${CANDIDATES}`
  const open = [
    ...(await ask<readonly Open[]>(`/settlements?${filter}`)),
    ...(await ask<readonly Open[]>(`/settlements?${filter}&status=assumed`)),
  ].filter(({ outstanding }) => outstanding > 0)
  const buys = open.filter(({ side }) => side === 'buy')
  const sales = open.filter(({ side }) => side === 'sell')
  const confirmed = async (
    type: string,
    trade: Open | undefined,
    part = 1,
  ): Promise<SampleConfirmation[]> => {
    if (trade === undefined) return []
    const { custodian_reference: ours } = await ask<Detail>(`/settlements/${trade.trade_id}`)
    const { trade: recorded } = await ask<{ trade: { quantity: number } }>(`/trades/${trade.trade_id}`)
    const all = recorded.quantity
    const quantity = Math.ceil(all * part)
    const cents = Math.round((Math.round(trade.outstanding * 100) * quantity) / all)
    return [
      {
        type,
        account,
        reference: `CONF${type}${trade.trade_id}`,
        ours,
        ...named(trade),
        quantity,
        ...(part < 1 && { before: 0, remaining: all - quantity }),
        // Free of payment has no amount.
        ...(type !== '544' && type !== '546' && { amount: (cents / 100).toFixed(2).replace('.', ',') }),
        date: trade.due_date,
      },
    ]
  }
  const files: (readonly [string, string, readonly SampleConfirmation[]])[] = [
    ['received-free-mt544.fin', '544', await confirmed('544', buys[0])],
    ['received-mt545.fin', '545', await confirmed('545', buys[0])],
    ['delivered-free-mt546.fin', '546', await confirmed('546', sales[0])],
    ['delivered-mt547.fin', '547', await confirmed('547', sales[0])],
  ]
  const inPart = await confirmed('545', buys[1], 0.6)
  return [
    ...files.flatMap(([name, type, all]) =>
      all.map((one): SampleFile => [name, finBlocks(type, mt54x(one))]),
    ),
    ...inPart.map(
      (one): SampleFile => ['received-in-part-sese025.xml', sese025({ ...one, transaction: one.reference })],
    ),
  ]
}

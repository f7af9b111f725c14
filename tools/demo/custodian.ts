/** The safekeeping account of the demo's dividend trust, what its custodian says of the day before, and confirmations to drop. */
import { custodianReference } from '@em/core/custodian/reference'
import { finBlocks, mt54x, mt535, type SampleConfirmation } from '@em/core/testing/custodian-samples'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import type { Call } from './call.ts'

const PORTFOLIO = 'KDT'
const ACCOUNT = 'DEUT00417LC00'

interface Holding {
  readonly symbol: string
  readonly company_name: string
  readonly settled: number
}

/** The statement agrees but for three securities: shares pending at the custodian, a sale that it has, and one that it does not name. */
export async function loadCustodian(call: Call, days: readonly string[]): Promise<void> {
  await call('POST', '/safekeeping-accounts', {
    account: ACCOUNT,
    custodian: 'Deutsche Bank AG, Colombo',
    bic: 'DEUTLKLX',
    portfolios: PORTFOLIO,
  })
  const date = days.at(-2) ?? ''
  const accounts = await call<readonly { id: number; portfolios: string }[]>('GET', '/cds-accounts')
  const cds = accounts.find(({ portfolios }) => portfolios.includes(PORTFOLIO))
  if (cds === undefined) throw new Error(`${PORTFOLIO} has no CDS account`)
  const { rows } = await call<{ rows: Holding[] }>('GET', `/cds-accounts/${cds.id}/holdings?date=${date}`)
  const holdings = rows
    .filter(({ settled }) => settled > 0)
    .flatMap(({ symbol, company_name, settled }, at) => {
      if (at === 4) return []
      const short = (at === 1 || at === 3) && settled > 500 ? 500 : 0
      return [
        {
          isin: '',
          text: `${symbol} ${company_name}`.toUpperCase(),
          aggregate: settled - short,
          available: settled - short,
          ...(at === 1 && short > 0 && { parts: { PENR: short } }),
        },
      ]
    })
  const text = finBlocks('535', mt535({ account: ACCOUNT, date, holdings }))
  await call('POST', '/custodian-messages', {
    file: { fileName: `holdings-${date}.fin`, data: Buffer.from(text).toString('base64') },
  })
}

/** The last trades of the trust whose settlement is not confirmed yet. */
const UNCONFIRMED = `
  SELECT t.id, t.version, t.side, e.symbol, e.name, v.quantity::int AS quantity, abs(v.net)::text AS net, v.settlement_date::text AS date
    FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
   WHERE p.portfolio_id = $1 AND t.side <> 'opening' AND NOT t.is_deleted AND v.settlement_date <= $2::date
     AND NOT t.is_settled AND NOT EXISTS (SELECT FROM settlement_states s WHERE s.trade_id = t.id)
   ORDER BY v.settlement_date DESC, t.id DESC LIMIT 3`
interface Unconfirmed {
  readonly id: number
  readonly version: number
  readonly side: string
  readonly symbol: string
  readonly name: string
  readonly quantity: number
  readonly net: string
  readonly date: string
}

/** Three confirmations: one of a part, and a cancellation of the last one. */
export async function custodianConfirmations(database: Database, today: string): Promise<Buffer> {
  const trades = await database.query<Unconfirmed>(UNCONFIRMED, [PORTFOLIO, today])
  const confirmed = trades.map((trade, at): SampleConfirmation => {
    const isPart = at === 1
    const quantity = isPart ? Math.ceil(trade.quantity * 0.6) : trade.quantity
    const cents = Math.round(Number(trade.net) * 100)
    const paid = isPart ? Math.round((cents * quantity) / trade.quantity) : cents
    return {
      type: trade.side === 'buy' ? '545' : '547',
      account: ACCOUNT,
      reference: `DB${today.replaceAll('-', '')}${at + 1}`,
      ours: custodianReference(trade.id, trade.version) ?? '',
      isin: '',
      text: `${trade.symbol} ${trade.name}`.toUpperCase(),
      quantity,
      ...(isPart && { before: 0, remaining: trade.quantity - quantity }),
      amount: (paid / 100).toFixed(2).replace('.', ','),
      date: trade.date,
    }
  })
  const last = confirmed.at(-1)
  const all = last === undefined ? [] : [...confirmed, cancellationOf(last)]
  return Buffer.from(all.map((one) => finBlocks(one.type ?? '545', mt54x(one))).join('\r\n'))
}

const cancellationOf = (of: SampleConfirmation): SampleConfirmation => ({
  ...of,
  reference: `${of.reference}X`,
  function: 'CANC',
  cancels: of.reference,
})

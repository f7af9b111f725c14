/**
 * Daily values calculated a second time, without a line of the product's own rules: each day comes from the facts alone, trade
 * by trade and line by line. Amounts in cents.
 */
import type { Queryable } from '../../src/platform/database/database.ts'

export interface NaiveDay {
  readonly day: string
  readonly shares: bigint
  readonly cost: bigint
  readonly paidIn: bigint
  readonly takenOut: bigint
  readonly cash: bigint
  readonly lowestCash: bigint
  readonly receivable: bigint
  readonly payable: bigint
  readonly fundIn: bigint
  readonly fundOut: bigint
}

interface Trade {
  side: string
  symbol: string
  day: string
  quantity: string
  gross: string
  net: string
  carried: string
}
interface Price {
  symbol: string
  day: string
  price: string
}
interface Line {
  entry: number
  reversal: number | null
  kind: string
  day: string
  code: string
  amount: string
}

const cents = (text: string) => {
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  const units = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  return text.startsWith('-') ? -units : units
}
const units = (text: string) => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0').slice(0, 4))
}
const worth = (quantity: bigint, price: bigint) => (quantity * price + 50n) / 100n

/** The calendar as a naive person has it: weekdays without the holidays of the register. */
async function marketDays(db: Queryable, from: string, to: string): Promise<string[]> {
  const holidays = await db.query<{ day: string; recurring: boolean }>(
    'SELECT date AS day, is_recurring AS recurring FROM holidays',
  )
  const days: string[] = []
  for (let time = Date.parse(`${from}T00:00:00Z`); ; time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    if (day > to) return days
    const weekday = new Date(time).getUTCDay()
    const closed = holidays.some(
      (one) => one.day === day || (one.recurring && one.day.slice(5) === day.slice(5)),
    )
    if (weekday !== 0 && weekday !== 6 && !closed) days.push(day)
  }
}

/** The days of a portfolio from its first event or ledger line until a day. The cost of sales is read from the product: its rules are tested elsewhere. */
export async function naiveValues(db: Queryable, portfolioId: number, today: string): Promise<NaiveDay[]> {
  const trades = await db.query<Trade>(
    `SELECT t.side, e.symbol, coalesce(v.opening_date, v.trade_date) AS day, v.quantity::text, v.gross, v.net, coalesce(v.carried_charges, 0) AS carried
       FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version JOIN equities e ON e.id = t.equity_id
      WHERE t.portfolio_id = $1 AND NOT t.is_deleted ORDER BY 3, t.id`,
    [portfolioId],
  )
  const prices = await db.query<Price>(
    `SELECT e.symbol, p.trade_date AS day, p.last_trade AS price FROM prices p JOIN equities e ON e.id = p.equity_id ORDER BY p.trade_date`,
  )
  const lines = await db.query<Line>(
    `SELECT h.id AS entry, h.reversal_of AS reversal, h.kind, coalesce(h.moved_from, h.entry_date) AS day, a.account_code AS code, l.debit - l.credit AS amount
       FROM journal_lines l JOIN journal_entries h ON h.id = l.entry_id JOIN chart_of_accounts a ON a.id = l.account_id WHERE l.portfolio_id = $1`,
    [portfolioId],
  )
  const costs = await db.query<{ symbol: string; day: string; cost: string }>(
    `SELECT DISTINCT ON (e.symbol, k.event_date) e.symbol, k.event_date AS day, k.cost FROM chain_events k JOIN chains c ON c.id = k.chain_id
       JOIN equities e ON e.id = c.equity_id WHERE c.portfolio_id = $1 ORDER BY e.symbol, k.event_date, k.rank DESC, k.id DESC`,
    [portfolioId],
  )
  const first = [...trades, ...lines].map(({ day }) => day).toSorted()[0]
  if (first === undefined) return []
  const days = await marketDays(db, first, today)
  return days.map((day, index) => {
    const since = days[index - 1] ?? '0000'
    const within = (of: string) => of > since && of <= day
    const symbols = [...new Set(trades.map(({ symbol }) => symbol))]
    const priceAt = (symbol: string, until: string) =>
      prices.findLast((one) => one.symbol === symbol && one.day <= until)
    const costAt = (symbol: string) =>
      cents(costs.findLast((one) => one.symbol === symbol && one.day <= day)?.cost ?? '0')
    let [shares, cost] = [0n, 0n]
    for (const symbol of symbols) {
      let held = 0n
      for (const one of trades)
        if (one.symbol === symbol && one.day <= day)
          held += one.side === 'sell' ? -BigInt(one.quantity) : BigInt(one.quantity)
      if (held === 0n) continue
      const price = priceAt(symbol, day)
      cost += costAt(symbol)
      shares += price === undefined ? costAt(symbol) : worth(held, units(price.price))
    }
    let [paidIn, takenOut] = [0n, 0n]
    for (const one of trades) {
      if (!within(one.day)) continue
      const price = priceAt(one.symbol, one.day)
      if (one.side === 'buy') paidIn += cents(one.net)
      else if (one.side === 'sell') takenOut += cents(one.net)
      else
        paidIn +=
          price === undefined
            ? cents(one.gross) + cents(one.carried)
            : worth(BigInt(one.quantity), units(price.price))
    }
    const balance = (code: string, until: string) =>
      lines.reduce((sum, one) => (one.code === code && one.day <= until ? sum + cents(one.amount) : sum), 0n)
    const dates = [
      ...new Set(lines.filter((one) => one.code === '1010' && within(one.day)).map((one) => one.day)),
    ]
    const lows = [...dates, day].map((date) => balance('1010', date))
    let [fundIn, fundOut] = [0n, 0n]
    const flows = new Map<string, bigint>()
    for (const one of lines) {
      if (!within(one.day)) continue
      const key = `${one.reversal ?? one.entry} ${one.day}`
      const touchesCash = lines.some((other) => other.entry === one.entry && other.code === '1010')
      const isFund = ['1010', '1200', '1210', '1220', '2100'].includes(one.code)
      const counts = one.kind === 'opening' ? isFund : touchesCash && ['3000', '2900'].includes(one.code)
      const sign = one.kind === 'opening' ? 1n : -1n
      if (counts) flows.set(key, (flows.get(key) ?? 0n) + sign * cents(one.amount))
    }
    for (const one of trades) {
      if (one.side !== 'opening' || !within(one.day)) continue
      const price = priceAt(one.symbol, one.day)
      fundIn +=
        price === undefined
          ? cents(one.gross) + cents(one.carried)
          : worth(BigInt(one.quantity), units(price.price))
    }
    for (const amount of flows.values()) {
      if (amount > 0n) fundIn += amount
      else fundOut -= amount
    }
    return {
      day,
      shares,
      cost,
      paidIn,
      takenOut,
      cash: balance('1010', day),
      lowestCash: lows.reduce((low, one) => (one < low ? one : low)),
      receivable: balance('1200', day),
      payable: balance('2100', day),
      fundIn,
      fundOut,
    }
  })
}

/** The kept rows in the same shape. */
export async function storedValues(db: Queryable, portfolioId: number): Promise<NaiveDay[]> {
  const rows = await db.query<Record<string, string>>(
    'SELECT * FROM daily_values WHERE portfolio_id = $1 ORDER BY day',
    [portfolioId],
  )
  return rows.map((row) => ({
    day: row['day'] ?? '',
    shares: cents(row['shares_value'] ?? ''),
    cost: cents(row['cost'] ?? ''),
    paidIn: cents(row['paid_in'] ?? ''),
    takenOut: cents(row['taken_out'] ?? ''),
    cash: cents(row['cash'] ?? ''),
    lowestCash: cents(row['lowest_cash'] ?? ''),
    receivable: cents(row['receivable'] ?? ''),
    payable: cents(row['payable'] ?? ''),
    fundIn: cents(row['fund_in'] ?? ''),
    fundOut: cents(row['fund_out'] ?? ''),
  }))
}

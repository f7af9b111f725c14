/**
 * The books over 1,000,000 trades (about 10 million lines): trial balance and statements at any date, ledger pages and
 * cards under filters, and free text. BENCH_LEDGER_TRADES sets another size.
 */
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_LEDGER_TRADES'] ?? 1_000_000)
const TODAY = '2026-11-19'

export async function benchLedger(say: Say): Promise<void> {
  const size = { portfolios: 50, securities: 100, inFirst: 20_000, from: '2022-01-03', to: TODAY }
  await withBook(
    say,
    async (client) => {
      say(
        `book: ${TRADES} trades, ${size.portfolios} portfolios, ${size.securities} securities, 2022 to 2026`,
      )
      await generateBook(
        client,
        { trades: TRADES, ...size, inFirst: Math.min(size.inFirst, TRADES / 50) },
        say,
      )
      const { rows } = await client.query<{ lines: string; size: string }>(
        `SELECT (SELECT count(*) FROM journal_lines) AS lines, pg_size_pretty(pg_database_size(current_database())) AS size`,
      )
      say(`ledger lines: ${rows[0]?.lines}, database ${rows[0]?.size}`)
    },
    (server) => measure(server, say),
    TODAY,
  )
}

async function measure(server: BenchServer, say: Say): Promise<void> {
  const read = (what: string, path: string, rounds = 50) => reads(server, say, what, path, rounds)
  await read('trial balance today', '/trial-balance')
  await read(
    'trial balance at 2024-08-15, one portfolio',
    '/trial-balance?endDate=2024-08-15&portfolio=BENCH-7',
  )
  await read(
    'trial balance 2025, with opening and movement',
    '/trial-balance?startDate=2025-01-01&endDate=2025-12-31',
  )
  await read('profit and loss 2025', '/profit-loss?startDate=2025-01-01&endDate=2025-12-31')
  await read('financial position at 2025-12-31', '/financial-position?date=2025-12-31')
  await read('cash flow 2025', '/cash-flow?startDate=2025-01-01&endDate=2025-12-31')
  const filters: readonly (readonly [string, string])[] = [
    ['no filter', ''],
    ['account', '&account_code=2100'],
    ['account and portfolio', '&account_code=1010&portfolio=BENCH-7'],
    ['portfolio and dates', '&portfolio=BENCH-7&from=2024-03-01&to=2024-03-31'],
    ['type and status', '&transaction_type=Bank%20Payment&status=Posted'],
    ['type and portfolio', '&transaction_type=Trading%20Expense&portfolio=BENCH-7'],
    ['dates', '&from=2023-06-01&to=2023-06-30'],
    ['broker', '&broker=Bench%20Broker'],
  ]
  for (const [what, query] of filters) {
    await read(`ledger page by ${what}`, `/general-ledger?limit=20&page=1${query}`)
    await read(`ledger page 200 by ${what}`, `/general-ledger?limit=20&page=200${query}`, 20)
    await read(`summary cards by ${what}`, `/general-ledger/summary?${query.slice(1)}`)
  }
  const day = '/general-ledger?limit=20&page=1&portfolio=BENCH-7&from=2024-03-01&to=2024-03-31'
  await read('ledger page, oldest first', '/general-ledger?limit=20&page=1&sort=date')
  await read('ledger page 200, oldest first', '/general-ledger?limit=20&page=200&sort=date', 20)
  await read('ledger page by portfolio and dates, sorted by price', `${day}&sort=-price`)
  const words: readonly (readonly [string, string])[] = [
    ['a deal number', 'BUY-20240315'],
    ['a contract number', 'C12345'],
    ['a broker of every trade', 'bench broker'],
    ['part of a company name', 'Company 42'],
    ['a word that stands everywhere', 'shares'],
    ['a word that stands nowhere', 'zebra'],
  ]
  for (const [what, word] of words) {
    const search = `search=${encodeURIComponent(word)}`
    await read(`ledger page by text: ${what}`, `/general-ledger?limit=20&page=1&${search}`, 10)
    await read(`summary cards by text: ${what}`, `/general-ledger/summary?${search}`, 10)
  }
}

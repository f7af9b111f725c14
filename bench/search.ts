/**
 * Free text in a ledger whose entries each say something of their own: re-costed sales and journal entries, as many as
 * BENCH_SEARCH_ENTRIES says, half of each, in addition to the trades of a smaller book.
 */
import type pg from 'pg'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'

const ENTRIES = +(process.env['BENCH_SEARCH_ENTRIES'] ?? 200_000)
const TRADES = +(process.env['BENCH_SEARCH_TRADES'] ?? 40_000)
const TODAY = '2026-11-19'

const ENTRY_HEADS = `
  CREATE TEMP TABLE said AS
  SELECT nextval('journal_entries_id_seq') AS id, n, n % 2 = 0 AS manual, t.id AS trade_id, t.deal_number, t.portfolio_id, v.trade_date AS day
    FROM generate_series(1, $1::int) n
    JOIN (SELECT *, row_number() OVER (ORDER BY id) - 1 AS no FROM trades) t ON t.no = n % $2::int
    JOIN trade_versions v ON v.trade_id = t.id`
const ENTRIES_SAID = `
  INSERT INTO journal_entries (id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, trade_id, trade_version, line_count, recorded_by)
  OVERRIDING SYSTEM VALUE
  SELECT id, day, CASE WHEN manual THEN 'manual' ELSE 'correction' END,
         CASE WHEN manual THEN 'person' ELSE 'trade' END,
         CASE WHEN manual THEN (SELECT id FROM users WHERE email = 'generator@bench.invalid') ELSE trade_id END, CASE WHEN manual THEN 'Journal Entry' ELSE 'Cost of Sales' END,
         CASE WHEN manual THEN 'Payment voucher ' || n || ' to supplier ' || n % 4999 || ' for stationery'
              ELSE 'Cost of sale SELL-' || to_char(day, 'YYYYMMDD') || '-' || n || ' changed by ' || deal_number END,
         CASE WHEN manual THEN 'PV-' || n ELSE deal_number END, CASE WHEN NOT manual THEN trade_id END, CASE WHEN NOT manual THEN 1 END, 2,
         (SELECT id FROM users WHERE email = 'generator@bench.invalid')
    FROM said`
const LINES_SAID = `
  INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description, portfolio_id)
  SELECT id, l.no, day, m.account_id, 'manual', l.debit, l.credit, CASE WHEN manual THEN 'Journal Entry' ELSE 'Cost of Sales' END,
         CASE WHEN manual AND l.no = 1 THEN 'Stationery of week ' || n ELSE NULL END, said.portfolio_id
    FROM said, LATERAL (VALUES (1, 'fee.brokerage', 10, 0), (2, 'cash', 0, 10)) l (no, role, debit, credit)
    JOIN gl_mappings m ON m.role = l.role AND m.portfolio_id = 0 AND m.settlement_account_id = 0`

/** Fills an empty database; takes about half a minute for 200,000 entries. */
async function fillSearch(client: pg.Client, say: Say): Promise<void> {
  say(`book: ${TRADES} trades, and ${ENTRIES} entries with a description of their own`)
  const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: '2022-01-03', to: TODAY }
  await generateBook(client, { trades: TRADES, ...size }, () => undefined)
  await client.query(ENTRY_HEADS, [ENTRIES, TRADES])
  await client.query(ENTRIES_SAID)
  await client.query(LINES_SAID)
  await client.query('ANALYZE')
}

const ALL_TRADES = +(process.env['BENCH_SEARCH_ALL_TRADES'] ?? 1_000_000)

/** The search over everything, on the books of `BENCH_SEARCH_ALL_TRADES` trades. */
export async function benchSearchAll(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      say(`book: ${ALL_TRADES} trades`)
      const size = {
        portfolios: 200,
        securities: 300,
        inFirst: ALL_TRADES / 200,
        from: '2016-01-04',
        to: TODAY,
      }
      await generateBook(client, { trades: ALL_TRADES, ...size }, () => undefined)
      await client.query('ANALYZE')
    },
    async (server) => {
      const texts: readonly (readonly [string, string])[] = [
        ['a symbol', 'B010'],
        ['words of a name', 'bench 12'],
        ['a slip of the finger', 'bemch comapny 12'],
        ['the beginning of a deal number', 'BUY-20240315'],
        ['the beginning of every contract', 'C'],
        ['the end of a number', '4711'],
        ['an amount', '10,280.57'],
        ['an entry', '123456'],
        ['an action', 'lock october'],
        ['what stands nowhere', 'zebra 99zz'],
      ]
      for (const [what, text] of texts) {
        await reads(server, say, `search: ${what}`, `/search?q=${encodeURIComponent(text)}`, 20)
      }
    },
    TODAY,
  )
}

export async function benchSearch(say: Say): Promise<void> {
  await withBook(
    say,
    (client) => fillSearch(client, say),
    async (server) => {
      const words: readonly (readonly [string, string])[] = [
        ['one description', 'voucher 123456 '],
        ['a word of half of them', 'voucher'],
        ['a deal number', 'BUY-20240315'],
        ['a reference', 'PV-12345'],
        ['a word that stands nowhere', 'zebra'],
      ]
      for (const [what, word] of words) {
        const search = `search=${encodeURIComponent(word)}`
        await reads(
          server,
          say,
          `ledger page by text: ${what}`,
          `/general-ledger?limit=20&page=1&${search}`,
          10,
        )
        await reads(server, say, `summary cards by text: ${what}`, `/general-ledger/summary?${search}`, 10)
      }
    },
    TODAY,
  )
}

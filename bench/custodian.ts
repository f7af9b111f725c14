/** A custodian's file of 10,000 positions, 20 statements of 500: kept, and held against the books line by line. */
import { finBlocks, mt535, semt002 } from '../packages/core/src/testing/custodian-samples.ts'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import type { BenchServer } from './support/server.ts'

const ACCOUNTS = 20
const SECURITIES = 500
const TRADES = 2 * ACCOUNTS * SECURITIES
const DATE = '2026-11-18'
const TODAY = '2026-11-19'
const isin = (at: number) => `LK${String(at).padStart(9, '0')}0`

export async function benchCustodian(say: Say): Promise<void> {
  say(`\ncustodian: ${ACCOUNTS} safekeeping accounts of a portfolio each, ${SECURITIES} securities in each`)
  await withBook(
    say,
    async (client) => {
      const book = {
        trades: TRADES,
        portfolios: ACCOUNTS,
        securities: SECURITIES,
        inFirst: TRADES / ACCOUNTS,
      }
      await generateBook(client, { ...book, from: '2026-01-05', to: DATE }, say)
      await client.query(`
        UPDATE equities SET isin = 'LK' || lpad(substring(symbol, 2, strpos(symbol, '.') - 2), 9, '0') || '0' WHERE symbol LIKE 'B%.N0000';
        INSERT INTO safekeeping_accounts (account, custodian, portfolio_ids)
          SELECT upper(portfolio_id), 'Bench Bank', ARRAY[id] FROM portfolios WHERE portfolio_id LIKE 'BENCH-%';
        ANALYZE`)
    },
    async (server) => {
      const holdings = Array.from({ length: SECURITIES }, (_, at) => ({
        isin: isin(at + 1),
        text: `BENCH COMPANY ${at + 1} PLC`,
        aggregate: 100 + at,
        available: 100 + at,
      }))
      const statements = Array.from({ length: ACCOUNTS }, (_, at) => ({
        account: `BENCH-${at + 1}`,
        date: DATE,
        holdings,
      }))
      await measured(server, say, 'MT535', statements.map((one) => finBlocks('535', mt535(one))).join('\r\n'))
      const document = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`
      await measured(server, say, 'semt.002', statements.map((one) => document(semt002(one))).join('\n'))
    },
    TODAY,
  )
}

async function measured(server: BenchServer, say: Say, what: string, text: string): Promise<void> {
  const data = Buffer.from(text).toString('base64')
  const start = performance.now()
  const stored = await server.post('/custodian-messages', { file: { fileName: `${what}.txt`, data } })
  if (stored.status !== 201)
    throw new Error(`the upload answered ${stored.status}: ${stored.text.slice(0, 200)}`)
  const uploaded = performance.now()
  const { id } = JSON.parse(stored.text) as { id: number }
  const { status, text: answer } = await server.get(`/custodian-messages/${id}`)
  if (status !== 200) throw new Error(`the lines answered ${status}: ${answer.slice(0, 200)}`)
  const end = performance.now()
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  const { lines } = JSON.parse(answer) as { lines: unknown[] }
  say(
    `${what} (${(text.length / 1_048_576).toFixed(1)} MB): kept in ${seconds(uploaded - start)}, compared in ${seconds(end - uploaded)}, both ${seconds(end - start)}; ${lines.length} lines`,
  )
}

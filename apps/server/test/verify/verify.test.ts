import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoToday, loadDemo } from '../../../../tools/demo/load.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type VerifyOptions, verify, verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { reportAfter as reportAfterTampering } from '../support/tampering.ts'

const BUYS = 80
let api: Api
const one = async <Row extends object>(sql: string) => {
  const [row] = await api.database.query<Row>(sql)
  if (!row) throw new Error(`nothing found by ${sql}`)
  return row
}

beforeAll(async () => {
  api = await startApi({ signedUp: false, today: demoToday })
  await loadDemo({ ...api, settings: readSettings({}), log: () => undefined }, { buys: BUYS, onlyBuys: true })
})

const reportAfter = (statements: string, options: VerifyOptions = {}) =>
  reportAfterTampering(api, statements, options)
const tampered = async (statements: string) => (await reportAfter(statements)).differences

describe('verify', () => {
  test('finds nothing in intact books, and names what it checked', async () => {
    const { capital } = await one<{ capital: number }>(
      "SELECT count(*) AS capital FROM journal_entries WHERE kind = 'manual'",
    )
    const report = await verify(api.database)
    expect(report.differences).toEqual([])
    expect(report.found).toBe(0)
    const counts = Object.fromEntries(report.checked.map(({ name, count }) => [name, count]))
    expect(counts).toMatchObject({
      lots: BUYS,
      'history rows': BUYS,
      results: BUYS,
      'audit rows of trades': BUYS,
    })
    expect(counts['entries that are whole']).toBe(2 * BUYS + capital)
  })

  test.each([
    [
      'a lot’s remaining cost',
      'UPDATE lots SET remaining_cost = remaining_cost - 0.01 WHERE event_id = (SELECT event_id FROM lots ORDER BY event_id OFFSET 6 LIMIT 1)',
      'lots',
      'remaining_cost',
    ],
    [
      'a lot’s rate',
      'UPDATE lots SET cost_of_funds = cost_of_funds + 1 WHERE event_id = (SELECT event_id FROM lots ORDER BY event_id OFFSET 6 LIMIT 1)',
      'lots',
      'cost_of_funds',
    ],
    [
      'a lost lot',
      'DELETE FROM lots WHERE event_id = (SELECT event_id FROM lots ORDER BY event_id OFFSET 6 LIMIT 1)',
      'lots',
      'row',
    ],
    ['a history row', 'UPDATE chain_events SET cost = cost + 0.01 WHERE id = 9', 'history rows', 'cost'],
    ['a lost history row', 'DELETE FROM chain_events WHERE id = 9', 'history rows', 'row'],
    ['a chain’s tail', 'UPDATE chains SET charges = charges + 1 WHERE id = 3', 'chain tails', 'charges'],
    [
      'a chain’s kept weight',
      'UPDATE chains SET lot_rate_days = lot_rate_days + 1 WHERE id = 3',
      'chain tails',
      'lot_rate_days',
    ],
    [
      'the place of a chain’s end',
      "UPDATE chains SET last_event_date = '2020-01-01' WHERE id = 3",
      'chain tails',
      'last_event_date',
    ],
    [
      'a result',
      'UPDATE event_results SET money_generation_cost = 1.23 WHERE event_id = 5',
      'results',
      'money_generation_cost',
    ],
    ['a lost result', 'DELETE FROM event_results WHERE event_id = 5', 'results', 'row'],
    [
      'a kept balance',
      'UPDATE ledger_days SET debit = debit + 0.01 WHERE ctid = (SELECT min(ctid) FROM ledger_days)',
      'daily balances',
      'debit, credit, lines',
    ],
    [
      'a lost kept balance',
      'DELETE FROM ledger_months WHERE ctid = (SELECT min(ctid) FROM ledger_months)',
      'monthly balances',
      'debit, credit, lines',
    ],
    [
      'a kept sum of income of nothing',
      'INSERT INTO income_sums VALUES (1, 1, 1, 0, 0.01)',
      'income by security',
      'amount',
    ],
    [
      'a kept sum of disposals',
      'UPDATE chains SET disposed_fees = disposed_fees + 0.01 WHERE id = (SELECT min(id) FROM chains)',
      'chain tails',
      'disposed_fees',
    ],
    [
      'a kept balance of nothing',
      "INSERT INTO ledger_days VALUES ('2026-01-05', 1, 1, 0, 'Loan', 0, 1, 1, 2)",
      'daily balances',
      'debit, credit, lines',
    ],
    [
      'a lost audit row',
      "DELETE FROM audit WHERE entity = 'trade' AND entity_id = '11'",
      'audit rows of trades',
      'audit rows',
    ],
    [
      'a net value',
      'UPDATE trade_versions SET net = net + 1 WHERE trade_id = 12',
      'amounts of trades',
      'net',
    ],
    [
      'a trade without its version',
      'DELETE FROM trade_versions WHERE trade_id = 12',
      'trades with their versions',
      'versions',
    ],
    [
      'a version without its trade',
      'DELETE FROM trades WHERE id = 12',
      'derived rows with a trade',
      'version',
    ],
    [
      'a deletion of the trade alone',
      'UPDATE trades SET is_deleted = true WHERE id = 12',
      'trades with their versions',
      'deleted',
    ],
    [
      'an entry’s date',
      "UPDATE journal_entries SET entry_date = entry_date + 1 WHERE trade_id = 13 AND kind = 'trade'",
      'entries that are whole',
      'lines (number, last, dates)',
    ],
    [
      'an entry without its trade',
      "UPDATE journal_entries SET trade_id = NULL WHERE trade_id = 13 AND kind = 'trade'",
      'entries with a cause',
      'cause',
    ],
  ])('finds %s', async (_, statement, check, what) => {
    const differences = await tampered(statement)
    expect(differences).toContainEqual(expect.objectContaining({ check, what }))
  })

  test('finds a pair of lines that still balances, wherever it shows', async () => {
    const { id } = await one<{ id: number }>(
      "SELECT id FROM journal_entries WHERE trade_id = 20 AND kind = 'trade'",
    )
    const differences = await tampered(
      `UPDATE journal_lines SET debit = debit + 5 WHERE entry_id = ${id} AND role = 'investment';
       UPDATE journal_lines SET credit = credit + 5 WHERE entry_id = ${id} AND role = 'payable'`,
    )
    const checks = new Set(differences.map((difference) => difference.check))
    expect(checks).toEqual(
      new Set([
        'ledger effects of trades',
        'daily balances',
        'monthly balances',
        'investment accounts on posting dates (ledger = cost of positions)',
        'days of the payable account (ledger = unsettled buys)',
      ]),
    )
  })

  test('finds one side of an entry', async () => {
    const differences = await tampered(
      `UPDATE journal_lines SET debit = debit + 5 WHERE entry_id = 20 AND line_no = (SELECT min(line_no) FROM journal_lines WHERE entry_id = 20 AND debit > 0)`,
    )
    expect(differences).toContainEqual(
      expect.objectContaining({ check: 'entries that balance in each portfolio' }),
    )
  })

  test('finds a line on another account', async () => {
    const differences = await tampered(
      `UPDATE journal_lines SET account_id = (SELECT id FROM chart_of_accounts WHERE account_code = '6300')
        WHERE role = 'fee.stl' AND entry_id = (SELECT min(entry_id) FROM journal_lines WHERE role = 'fee.stl')`,
    )
    expect(differences.filter(({ check }) => check === 'daily balances')).toHaveLength(2)
  })

  test('finds a missing settlement entry', async () => {
    const { id, net } = await one<{ id: number; net: string }>(
      `SELECT h.id, v.net FROM journal_entries h JOIN trade_versions v ON v.trade_id = h.trade_id
        WHERE h.kind = 'settlement' AND h.trade_id = 20`,
    )
    const differences = await tampered(
      `DELETE FROM journal_lines WHERE entry_id = ${id}; DELETE FROM journal_entries WHERE id = ${id}`,
    )
    expect(differences).toContainEqual(
      expect.objectContaining({
        check: 'ledger effects of trades',
        what: expect.stringMatching(/^cash on .* through account \d+ \(Bank Payment\)$/),
        stored: '0.00',
        expected: `-${net}`,
      }),
    )
  })

  test('finds fees that were moved from one account to another', async () => {
    const differences = await tampered(
      `UPDATE journal_lines SET role = 'fee.sec' WHERE role = 'fee.stl' AND entry_id = (SELECT min(entry_id) FROM journal_lines WHERE role = 'fee.stl')`,
    )
    expect(
      differences.filter(({ check }) => check === 'fee accounts (ledger = fees of trades)'),
    ).toHaveLength(2)
  })

  test('finds capitalised costs that are not the charges of the positions', async () => {
    const differences = await tampered(
      `UPDATE journal_lines SET role = 'fee.stl' WHERE role = 'transaction-costs' AND entry_id = (SELECT min(entry_id) FROM journal_lines WHERE role = 'transaction-costs')`,
    )
    expect(differences).toContainEqual(
      expect.objectContaining({ check: 'capitalised cost accounts (ledger = charges of positions)' }),
    )
  })

  test('finds a trial balance that does not come to nothing', async () => {
    const differences = await tampered(
      'UPDATE ledger_months SET debit = debit + 0.01 WHERE ctid = (SELECT min(ctid) FROM ledger_months)',
    )
    expect(differences).toContainEqual(
      expect.objectContaining({ check: 'trial balances that come to nothing' }),
    )
  })

  test('looks at one portfolio only when asked, and finds there only what is there', async () => {
    const chain = await one<{ id: number; portfolio_id: number }>(
      'SELECT id, portfolio_id FROM chains WHERE quantity > 0 LIMIT 1',
    )
    const other = await one<{ id: number }>(
      `SELECT id FROM portfolios WHERE id <> ${chain.portfolio_id} LIMIT 1`,
    )
    const change = `UPDATE chains SET quantity = quantity + 1 WHERE id = ${chain.id}`
    expect((await reportAfter(change, { portfolioId: other.id })).found).toBe(0)
    expect((await reportAfter(change, { portfolioId: chain.portfolio_id })).found).toBe(1)
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a database that is wrong everywhere gives a bounded list, with the number of all differences', async () => {
    const report = await reportAfter(
      'UPDATE lots SET cost = cost + 1, charges = charges + 1, cost_of_funds = cost_of_funds + 1',
    )
    expect(report.found).toBe(3 * BUYS)
    expect(report.differences).toHaveLength(200)
    const [{ count } = { count: 0 }] = await api.database.query<{ count: number }>(
      'SELECT count(*) FROM ledger_days',
    )
    expect(count).toBeGreaterThan(200)
    const withoutDays = await reportAfter('DELETE FROM ledger_days')
    expect(withoutDays.found).toBe(count)
    expect(withoutDays.differences).toHaveLength(200)
  })
})

describe('npm run verify', () => {
  const run = promisify(execFile)
  const tool = fileURLToPath(new URL('../../../../tools/verify.ts', import.meta.url))
  const verifying = async (args: string[] = [], env: Record<string, string> = {}) => {
    const own = { ...process.env, ...api.fresh.settings, ...env }
    const { stdout, stderr, code } = await run(process.execPath, [tool, ...args], { env: own }).then(
      (said) => ({ ...said, code: 0 }),
      (error: { stdout: string; stderr: string; code: number }) => error,
    )
    return { said: stdout + stderr, code }
  }

  test('says what it looked at and that everything agrees, while the server runs', async () => {
    const { said, code } = await verifying()
    expect(said).toMatch(new RegExp(`^ +${BUYS}  lots$`, 'm'))
    expect(said).toMatch(/\nEverything agrees \(\d+\.\d s\)\.\n$/)
    expect(code).toBe(0)
  })

  test('says what differs, and ends with 1', async () => {
    const change = (by: number) =>
      api.database.query(`UPDATE chains SET quantity = quantity + ${by} WHERE id = 1`)
    const { symbol, quantity } = await one<{ symbol: string; quantity: number }>(
      'SELECT e.symbol, c.quantity FROM chains c JOIN equities e ON e.id = c.equity_id WHERE c.id = 1',
    )
    await change(1)
    const { said, code } = await verifying().finally(() => change(-1))
    expect(said).toContain(`${symbol}: quantity is ${quantity + 1}, should be ${quantity}\n`)
    expect(said).toMatch(/\n1 difference \(/)
    expect(code).toBe(1)
  })

  test('takes a portfolio, and ends with 2 where it cannot look', async () => {
    const { said, code } = await verifying(['--portfolio', 'rrf'])
    expect(said).toMatch(/^Only Ruhuna Retirement Fund:/)
    expect(code).toBe(0)
    expect(await verifying(['--portfolio', 'NONE'])).toMatchObject({
      said: 'Portfolio NONE was not found.\n',
      code: 2,
    })
    const nowhere = await verifying([], {
      DATABASE_URL: '',
      DATABASE_OWNER_URL: '',
      DATA_DIR: '/nonexistent/books',
    })
    expect(nowhere).toMatchObject({ said: expect.stringContaining('No books in'), code: 2 })
  })
})

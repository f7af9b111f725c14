import { beforeAll, describe, expect, test } from 'vitest'
import { demoServer, demoToday, loadDemo } from '../../../../tools/demo/load.ts'
import { findDemo } from '../../src/demo-start.ts'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { bookFigures } from '../support/book-figures.ts'
import { contradictions } from '../support/shown-labels.ts'

const PART = 120
/** 16/11/2026 as the form sends it. */
const dayOf = (text: string) => text.split('/').reverse().join('-')

/** The contents of a demo book, without ids and times of recording. */
async function contents(api: Api) {
  return {
    trades: await api.database.query<{ side: string; version: number; is_deleted: boolean }>(
      `SELECT t.side, t.deal_number, e.symbol, p.portfolio_id, v.version, v.is_deleted, v.trade_date, v.settlement_date, v.quantity,
              v.price, v.net, v.fee_source, v.contract_number, v.broker_name, v.cost_of_funds, v.account_number, v.reason,
              r.cost_out, r.capital_gain, r.holding_days
         FROM trades t JOIN trade_versions v ON v.trade_id = t.id JOIN equities e ON e.id = t.equity_id
         JOIN portfolios p ON p.id = t.portfolio_id LEFT JOIN event_results r ON r.event_id = t.id ORDER BY t.id, v.version`,
    ),
    prices: await api.database.query(
      `SELECT count(*), sum(last_trade * share_volume) AS turnover, max(trade_date) AS last FROM prices`,
    ),
    lines: await api.database.query(
      `SELECT a.account_code, sum(l.debit) AS debit, sum(l.credit) AS credit FROM journal_lines l
         JOIN chart_of_accounts a ON a.id = l.account_id GROUP BY 1 ORDER BY 1`,
    ),
  }
}

async function partLoaded(): Promise<Api> {
  const api = await startApi({ signedUp: false, today: demoToday })
  const parts = { ...api, settings: readSettings({}), log: () => undefined }
  await loadDemo(parts, { buys: PART })
  return api
}

describe('the demo book', () => {
  let api: Api
  beforeAll(async () => {
    api = await partLoaded()
  })

  test('is the same at every load', async () => {
    const again = await partLoaded()
    const [first, second] = [await contents(api), await contents(again)]
    expect(first.trades.filter((trade) => trade.side === 'buy' && trade.version === 1)).toHaveLength(PART)
    expect(first.trades.filter((trade) => trade.side === 'sell').length).toBeGreaterThan(10)
    expect(second).toEqual(first)
  })

  test('prices are on the ticks of the exchange, low to high around open and last', async () => {
    const wrong = await api.database.query(
      `SELECT * FROM prices
        WHERE low > least(open, last_trade) OR high < greatest(open, last_trade) OR low <= 0 OR share_volume < 1
           OR mod(last_trade, CASE WHEN last_trade <= 100 THEN 0.10 ELSE 0.25 END) <> 0
           OR mod(high, CASE WHEN high <= 100 THEN 0.10 ELSE 0.25 END) <> 0`,
    )
    expect(wrong).toEqual([])
  })

  test('no portfolio ever spends from an account what was not paid in', async () => {
    const short = await api.database.query(
      `SELECT * FROM (
         SELECT sum(l.debit - l.credit) OVER (PARTITION BY l.portfolio_id, l.settlement_account_id
                                               ORDER BY l.entry_date, l.entry_id, l.line_no) AS balance
           FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id WHERE a.account_code = '1010') b
        WHERE balance < 0`,
    )
    expect(short).toEqual([])
  })

  test('was entered by the demo user, who can sign in', async () => {
    const { demoSignIn } = await import('../../../../tools/demo/load.ts')
    const [, email, password] = /with (\S+), password (\S+)/.exec(demoSignIn) ?? []
    const answer = await api.call<{ user: { id: number } }>('POST /auth/login', {
      body: { email, password },
      token: null,
    })
    expect(answer.status).toBe(200)
    const by = await api.database.query('SELECT DISTINCT user_id FROM audit WHERE action = $1', [
      'trades.buy',
    ])
    expect(by).toEqual([{ user_id: answer.body.user.id }])
  })

  // The last one here: from now on the book counts as loaded.
  test('counts as loaded at a second start, which loads nothing and prints how to sign in', async () => {
    const before = await contents(api)
    await api.database.query(`INSERT INTO seeds (name) VALUES ('demo book')`)
    const lines: string[] = []
    const demo = await findDemo()
    await demo.load({ ...api, settings: readSettings({}), log: (line) => lines.push(line) })
    expect(lines).toEqual([expect.stringMatching(/^Sign in to the demo with \S+@\S+, password \S+$/)])
    expect(await contents(api)).toEqual(before)
  })
})

describe('the whole demo book', () => {
  let api: Api
  const lines: string[] = []
  beforeAll(async () => {
    api = await startApi({ signedUp: false, today: demoToday })
    await loadDemo({ ...api, settings: readSettings({}), log: (line) => lines.push(line) })
  })
  const one = async (sql: string) => (await api.database.query<Record<string, number>>(sql))[0] ?? {}

  test('verifies', async () => {
    expect(await verifyBooks(api.database)).toEqual([])
    expect(lines.at(-1)).toMatch(/^The demo book is loaded \(\d+\.\d s\)\.$/)
  })

  test('shows the figures that it always showed, to the cent', async () => {
    const portfolios = await api.database.query<{ code: string }>(
      'SELECT portfolio_id AS code FROM portfolios ORDER BY portfolio_id',
    )
    const signedIn = await api.call<{ token: string }>('POST /auth/login', {
      body: { email: 'demo@example.lk', password: 'demo-book' },
      token: null,
    })
    const { token } = signedIn.body
    const dates = ['2025-03-31', '2026-03-31', demoToday]
    const codes = portfolios.map(({ code }) => code)
    // A change of these figures needs a reason: a rebuild never has one.
    await expect(await bookFigures({ api, token }, codes, dates)).toMatchFileSnapshot(
      '../golden/demo-figures.txt',
    )
  })

  test('has one value under each label, on all screens and in all reports, by portfolio and for all', async () => {
    const signedIn = await api.call<{ token: string }>('POST /auth/login', {
      body: { email: 'demo@example.lk', password: 'demo-book' },
      token: null,
    })
    const { token } = signedIn.body
    await recalculateDue(api.database, demoToday)
    const portfolios = await api.database.query<{ code: string }>(
      'SELECT portfolio_id AS code FROM portfolios ORDER BY portfolio_id',
    )
    const found: string[] = []
    for (const portfolioId of [...portfolios.map(({ code }) => code), null])
      found.push(
        ...(await contradictions({ api, token, portfolioId, today: demoToday, since: '2024-01-01' })),
      )
    expect(found).toEqual([])
  })

  const signIn = async () => {
    const body = { email: 'demo@example.lk', password: 'demo-book' }
    return (await api.call<{ token: string }>('POST /auth/login', { body, token: null })).body.token
  }

  test('October is closed: valued, reconciled and locked, its reports tied to the ledger to the cent', async () => {
    const token = await signIn()
    const read = async <Body>(path: string) => (await api.call<Body>(`GET ${path}`, { token })).body
    const entities =
      await read<{ locked_through: string; last_closed: string; portfolios: object[] }[]>('/entities')
    expect(entities.map((one) => [one.locked_through, one.last_closed, one.portfolios.length])).toEqual([
      ['2026-10-31', '2026-03-31', 2],
      ['2026-10-31', '2026-03-31', 2],
      ['2026-10-31', null, 0],
    ])
    const signedOff = await read<{ period: string; status: string }[]>(
      '/account-reconciliation?status=reconciled',
    )
    expect(signedOff.map(({ period }) => period)).toEqual(Array(4).fill('2026-10'))
    const days = await read<{ state: string }[]>('/mark-to-market/day?date=2026-10-31')
    expect(days.map(({ state }) => state)).toEqual(Array(4).fill('valued'))
    for (const portfolio of ['all', 'MGF', 'RRF', 'KDT', 'STB']) {
      const at = await read<{ ties: { difference: number }[] }>(
        `/reports/statement-of-investments?portfolioId=${portfolio}&asOf=2026-10-31`,
      )
      const moved = await read<{ ties: { difference: number }[] }>(
        `/reports/investment-movements?portfolioId=${portfolio}&startDate=2026-10-01&endDate=2026-10-31`,
      )
      const differences = [...at.ties, ...moved.ties].map(({ difference }) => difference)
      expect([portfolio, differences.length >= 4, differences.every((one) => one === 0)]).toEqual([
        portfolio,
        true,
        true,
      ])
    }
  })

  test('November is open: a late trade posted in it, and three things to do', async () => {
    const token = await signIn()
    const read = async <Body>(path: string) => (await api.call<Body>(`GET ${path}`, { token })).body
    const late = await one(
      `SELECT min(h.entry_date) >= '2026-11-01' AS posted_in_november,
              (SELECT count(*) FROM journal_entries c WHERE c.cause_kind = 'trade' AND c.cause_id = v.trade_id AND c.trade_id <> v.trade_id) AS recosted
         FROM trade_versions v JOIN journal_entries h ON h.trade_id = v.trade_id
        WHERE v.contract_number = 'ASEC/26/90017' AND v.trade_date = '2026-10-12' GROUP BY v.trade_id`,
    )
    expect(late['posted_in_november']).toBe(true)
    expect(late['recosted']).toBeGreaterThan(0)
    const [waiting] = await read<{ fileName: string; lines: number; recorded: number }[]>('/trade-documents')
    expect(waiting).toMatchObject({ fileName: 'ASH-20261119.txt', lines: 3, recorded: 0 })
    const receivables = await read<{ title: string; portfolioId: string; outstanding: number }[]>(
      '/corporate-action-reports/receivables?open=1',
    )
    const dividend = receivables.filter(({ title }) => title.includes('CIC.N0000'))
    expect(dividend.map(({ portfolioId }) => portfolioId)).toContain('STB')
    const [pending] = await read<{ id: number; period: string }[]>('/account-reconciliation?status=pending')
    const open = await read<{ debit: number; description: string }[]>(
      `/account-reconciliation/${pending?.id}/external`,
    )
    expect([pending?.period, open.length]).toEqual(['2026-11', 2])
    const paid = open.find(({ description }) => description === 'DIVIDEND CIC HOLDINGS PLC')
    expect(paid?.debit).toBe(dividend.find(({ portfolioId }) => portfolioId === 'STB')?.outstanding)
  })

  test('people have their roles, one a list of portfolios; figures of the economy and a schedule are there', async () => {
    const token = await signIn()
    const read = async <Body>(path: string) => (await api.call<Body>(`GET ${path}`, { token })).body
    const people = await read<{ email: string; roles: string[]; portfolios: { see: unknown } }[]>('/users')
    const roles = people.flatMap((person) => person.roles).toSorted()
    expect(roles).toEqual([
      'Accountant',
      'Administrator',
      'Approver',
      'Auditor',
      'Dealer',
      'Portfolio Manager',
    ])
    const manager = people.find((person) => person.roles.includes('Portfolio Manager'))
    expect(manager?.portfolios.see).toEqual(['MGF', 'STB'])
    const indices = await read<{ kind: string; value: number | null }[]>('/index-values')
    const indicators = indices.filter(({ kind }) => kind === 'Indicator')
    expect(indicators.map(({ value }) => value)).toEqual([118_400, 71.25, 88.6, 6.52])
    expect(await read<object[]>('/report-schedules')).toHaveLength(1)
  })

  test('the three files to drop are read and could be recorded', async () => {
    const token = await signIn()
    const file = async (name: string) => {
      const sample = demoServer.samples.find((one) => one.name === name)
      const data = (await sample?.make(api.database))?.toString('base64') ?? ''
      return { fileName: sample?.fileName, data }
    }
    const post = async <Body>(path: string, body: object) =>
      (await api.call<Body>(`POST ${path}`, { body, token })).body

    const document = await post<{ id: number; kind: string; lines: number; problems: number }>(
      '/trade-documents',
      { file: await file('confirmation') },
    )
    expect(document).toMatchObject({ kind: 'confirmation', lines: 3, problems: 0 })
    const terms = { brokerName: 'Asia Securities (Pvt) Ltd', portfolioId: 'STB', settlementAccount: 2 }
    const recorded = await post<object>(`/trade-documents/${document.id}/record?dryRun=1`, terms)
    expect(recorded).toMatchObject({ recorded: 3, failed: 0, warnings: [] })

    const sheet = await post<{
      columns: { field: string | null }[]
      rows: string[][]
      leftOut: object[]
    }>('/trade-batches/read-file', await file('trades'))
    expect([sheet.rows.length, sheet.leftOut.length]).toEqual([6, 2])
    const fields = sheet.columns.map(({ field }) => field ?? '')
    const asRows = (rows: string[][]) =>
      rows.map((row) =>
        Object.fromEntries(
          row.map((text, at) => [fields[at], fields[at] === 'tradeDate' ? dayOf(text) : text]),
        ),
      )
    const check = async (rows: string[][]) =>
      await post<{
        errors: { row: number; field: string; error: string }[]
        ok: boolean
        warnings: object[]
      }>('/trade-batches?dryRun=1', {
        source: 'import',
        defaults: { portfolioId: 'MGF', settlementAccount: 1 },
        rows: asRows(rows),
      })
    // The misspelt name is asked about; with the name that is proposed all rows can be recorded.
    const asked = await check(sheet.rows)
    expect(asked.errors.map(({ row, field }) => `${row} ${field}`)).toEqual(['5 companyName'])
    const right = sheet.rows.map((row) =>
      row.map((text) => text.replace('Comercial Bank of Ceylon', 'Commercial Bank of Ceylon PLC')),
    )
    // A price is 4 % outside the range of its day: a warning is shown, and no confirmation is asked for.
    const shown = { row: 2, field: 'price', isOnlyShown: true }
    expect(await check(right)).toMatchObject({ ok: true, errors: [], warnings: [shown] })

    const statement = await post<{
      questions: object[]
      problems: object[]
      account: string
      lines: { date: string; debit: number; credit: number }[]
    }>('/account-reconciliation/read-statement', await file('statement'))
    expect(statement).toMatchObject({ questions: [], problems: [], account: '0001 9300 5142' })
    expect(statement.lines.length).toBeGreaterThan(5)
    const begun = await post<{ reconciliation: { id: number } }>('/account-reconciliation', {
      accountCode: '1010',
      settlementAccount: 3,
      period: '2026-11',
    })
    const root = `/account-reconciliation/${begun.reconciliation.id}`
    await post(`${root}/statements`, { format: 'csv', lines: statement.lines })
    const paired = await post<{ matched: number }>(`${root}/auto-match`, {})
    expect(paired.matched).toBe(statement.lines.length - 1)
  })

  test('holds about 1,500 buys and 900 sales under every method, late ones, corrections and deletions', async () => {
    const counts = await one(
      `SELECT count(*) FILTER (WHERE t.side = 'buy') AS buys, count(*) FILTER (WHERE t.side = 'sell') AS sells,
              count(*) FILTER (WHERE t.side = 'sell' AND m.costing_method = 'WAP') AS wap,
              count(*) FILTER (WHERE t.side = 'sell' AND m.costing_method = 'FIFO') AS fifo,
              count(*) FILTER (WHERE t.side = 'sell' AND m.costing_method = 'CHERRY') AS cherry,
              count(*) FILTER (WHERE t.version > 1 AND NOT t.is_deleted) AS corrected, count(*) FILTER (WHERE t.is_deleted) AS deleted
         FROM trades t JOIN costing_methods m ON m.portfolio_id = t.portfolio_id`,
    )
    expect(counts['buys']).toBeGreaterThan(1_480)
    expect(counts['sells']).toBeGreaterThan(860)
    expect(counts['sells']).toBeLessThan(940)
    for (const method of ['wap', 'fifo', 'cherry']) expect(counts[method]).toBeGreaterThan(100)
    expect(counts['corrected']).toBeGreaterThan(25)
    expect(counts['deleted']).toBeGreaterThan(8)
    const recosted = await one(
      `SELECT count(*) FROM journal_entries WHERE cause_kind = 'trade' AND cause_id <> trade_id`,
    )
    expect(recosted['count']).toBeGreaterThan(8)
    const picked = await one(
      `SELECT max(n) AS most FROM (SELECT count(*) AS n FROM trade_allocations GROUP BY trade_id, version) a`,
    )
    expect(picked['most']).toBeGreaterThan(1)
  })

  test('trades at a price of their day, no more shares than changed hands, with a contract number of their own', async () => {
    const wrong = await api.database.query(
      `SELECT v.* FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version AND NOT t.is_deleted
         LEFT JOIN prices p ON p.equity_id = t.equity_id AND p.trade_date = v.trade_date
        WHERE p.low IS NULL OR v.price NOT BETWEEN p.low AND p.high OR v.quantity > p.share_volume`,
    )
    expect(wrong).toEqual([])
    const [numbers] = await api.database.query<{ all: number; distinct: number }>(
      `SELECT count(contract_number) AS all, count(DISTINCT contract_number) AS distinct
         FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version WHERE NOT t.is_deleted`,
    )
    expect(numbers?.all).toBeGreaterThan(2_300)
    expect(numbers?.distinct).toBe(numbers?.all)
  })

  test('its positions, gains and cash are those of funds that live', async () => {
    const books = await api.database.query<Record<string, number>>(
      `SELECT p.portfolio_id, count(*) FILTER (WHERE c.quantity > 0) AS held, count(*) FILTER (WHERE c.quantity = 0) AS let_go,
              sum(c.cost) AS cost, (SELECT sum(r.capital_gain) FROM trades t JOIN event_results r ON r.event_id = t.id
                                     WHERE t.portfolio_id = p.id AND t.side = 'sell') AS gain
         FROM portfolios p JOIN chains c ON c.portfolio_id = p.id GROUP BY p.id ORDER BY p.id`,
    )
    for (const book of books) {
      expect(book['held']).toBeGreaterThan(20)
      expect(Math.abs(Number(book['gain'])) / Number(book['cost'])).toBeLessThan(0.6)
    }
    expect(books.reduce((sum, book) => sum + Number(book['let_go']), 0)).toBeGreaterThan(5)
    const short = await one(
      `SELECT count(*) FROM (
         SELECT sum(l.debit - l.credit) OVER (PARTITION BY l.portfolio_id, l.settlement_account_id
                                               ORDER BY l.entry_date, l.entry_id, l.line_no) AS balance
           FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id WHERE a.account_code = '1010') b
        WHERE balance < 0`,
    )
    expect(short['count']).toBe(0)
  })
})

describe('npm run demo', () => {
  test('leaves a database alone that is in use, and says so', async () => {
    const api = await startApi()
    const demo = await findDemo()
    const parts = { ...api, settings: readSettings({}), log: () => undefined }
    await expect(demo.load(parts)).rejects.toThrow(/already holds other data/)
    expect(await api.database.query('SELECT id FROM portfolios')).toEqual([])
  })

  test('a load that breaks off leaves the database empty, so that the next start loads it', async () => {
    const api = await startApi({ signedUp: false, today: demoToday })
    const lines: string[] = []
    const breaking = (line: string) => {
      lines.push(line)
      if (line.includes('daily prices')) throw new Error('broken off')
    }
    const demo = await findDemo()
    const parts = { ...api, settings: readSettings({}) }
    await expect(demo.load({ ...parts, log: breaking })).rejects.toThrow('broken off')
    expect(await api.database.query('SELECT id FROM users')).toEqual([])
    expect(demo.today).toBe(demoToday)
  })
})

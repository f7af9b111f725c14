import { beforeAll, describe, expect, test } from 'vitest'
import { demoToday, loadDemo } from '../../../tools/demo/load.ts'
import { findDemo } from '../src/demo-start.ts'
import { readSettings } from '../src/platform/settings.ts'
import { type Api, startApi } from './support/api.ts'

const PART = 120

/** What a demo book holds, without ids and times of recording. */
async function contents(api: Api) {
  return {
    buys: await api.database.query(
      `SELECT t.deal_number, e.symbol, p.portfolio_id, v.trade_date, v.settlement_date, v.quantity, v.price, v.net, v.fee_source,
              v.contract_number, v.broker_name, v.cost_of_funds, v.account_number
         FROM trades t JOIN trade_versions v ON v.trade_id = t.id JOIN equities e ON e.id = t.equity_id
         JOIN portfolios p ON p.id = t.portfolio_id ORDER BY t.id`,
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
    expect(first.buys).toHaveLength(PART)
    expect(second).toEqual(first)
  })

  test('prices stand on the ticks of the exchange, low to high around open and last', async () => {
    const wrong = await api.database.query(
      `SELECT * FROM prices
        WHERE low > least(open, last_trade) OR high < greatest(open, last_trade) OR low <= 0 OR share_volume < 1
           OR mod(last_trade, CASE WHEN last_trade <= 100 THEN 0.10 ELSE 0.25 END) <> 0
           OR mod(high, CASE WHEN high <= 100 THEN 0.10 ELSE 0.25 END) <> 0`,
    )
    expect(wrong).toEqual([])
  })

  test('buys at a price of their day, no more shares than changed hands, with a contract number of their own', async () => {
    const wrong = await api.database.query(
      `SELECT v.* FROM trades t JOIN trade_versions v ON v.trade_id = t.id
         LEFT JOIN prices p ON p.equity_id = t.equity_id AND p.trade_date = v.trade_date
        WHERE p.low IS NULL OR v.price NOT BETWEEN p.low AND p.high OR v.quantity > p.share_volume`,
    )
    expect(wrong).toEqual([])
    const [numbers] = await api.database.query<{ all: number; distinct: number }>(
      'SELECT count(contract_number) AS all, count(DISTINCT contract_number) AS distinct FROM trade_versions',
    )
    expect(numbers).toEqual({ all: PART, distinct: PART })
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
    const { demoSignIn } = await import('../../../tools/demo/load.ts')
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
})

describe('npm run demo', () => {
  test('leaves a database alone that is in use, and says so', async () => {
    const api = await startApi()
    const demo = await findDemo()
    const parts = { ...api, settings: readSettings({}), log: () => undefined }
    await expect(demo.load(parts)).rejects.toThrow(/already in use/)
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

  test('a second start loads nothing and tells how to sign in', async () => {
    const api = await partLoaded()
    await api.database.query(`INSERT INTO seeds (name) VALUES ('demo book')`)
    const lines: string[] = []
    const demo = await findDemo()
    await demo.load({ ...api, settings: readSettings({}), log: (line) => lines.push(line) })
    expect(lines).toEqual([expect.stringMatching(/^Sign in to the demo with \S+@\S+, password \S+$/)])
  })
})

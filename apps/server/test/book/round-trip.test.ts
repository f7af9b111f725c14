/** The whole book as a file: loaded from it, a book has the same contents, and gives the same file again. */
import { beforeAll, describe, expect, test } from 'vitest'
import { demoToday } from '../../../../tools/demo/load.ts'
import { SECTIONS } from '../../src/features/book/sections/all.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { startEveryKind } from '../support/every-kind.ts'
import { exportedBook, load, rowsOf } from './book-file.ts'

/** The book of every kind takes its time on a busy machine. */
const LONG = 300_000

let there: Api
let here: Api
let file: string
beforeAll(async () => {
  there = (await startEveryKind()).api
  // The loaded book has the former values, the days from which the new ones apply, and the day that was corrected.
  const change = (where: string, body: object) => there.call(where, { body })
  await change('PUT /equities/1', {
    issuerGroup: 'A family',
    board: 'Main Board',
    effectiveFrom: '2026-05-05',
  })
  await change('PUT /equities/1', { issuerGroup: 'Another family', effectiveFrom: '2026-03-31' })
  await change('PUT /portfolios/1', { parentPortfolioId: 'TOP', effectiveFrom: '2026-05-05' })
  file = await exportedBook(there)
  here = await startApi({ today: demoToday, edition: 'premium' })
  await load(here, file)
}, LONG)

describe('a book with events of every kind', () => {
  test('has rows in every section but the openings, which a smaller book has', async () => {
    const rows = await rowsOf(file)
    const empty = SECTIONS.filter(({ name }) => rows[name]?.length === 0).map(({ name }) => name)
    expect(empty).toEqual(['openings', 'opening_balances'])
  })

  test('has the same balances, positions and lots where it is loaded, and verifies', async () => {
    const figures = async (api: Api) => ({
      balances: await api.database.query(
        `SELECT a.account_code, p.portfolio_id, d.month, sum(d.debit - d.credit) AS balance FROM ledger_months d JOIN chart_of_accounts a ON a.id = d.account_id
           LEFT JOIN portfolios p ON p.id = d.portfolio_id GROUP BY 1, 2, 3 HAVING sum(d.debit - d.credit) <> 0 ORDER BY 1, 2, 3`,
      ),
      results: await api.database.query(
        `SELECT t.deal_number, r.cost_out, r.capital_gain, r.holding_days FROM event_results r JOIN trades t ON t.id = r.event_id ORDER BY 1`,
      ),
    })
    expect(await figures(here)).toEqual(await figures(there))
    for (const day of ['2026-03-30', '2026-04-01', '2026-05-05', demoToday]) {
      const facts = (api: Api) =>
        api.database.query(
          `SELECT symbol, sector, issuer, issuer_group, board, votes_per_share FROM security_facts($1::date) ORDER BY symbol`,
          [day],
        )
      expect(await facts(here), day).toEqual(await facts(there))
    }
    expect(await verifyBooks(here.database)).toEqual([])
  })

  test('is the same file again', async () => {
    expect(await rowsOf(await exportedBook(here))).toEqual(await rowsOf(file))
  })
})

/**
 * The golden scenarios (packages/core/golden) once more, through the API: what an accountant agreed to is
 * is what the ledger, the trial balance and the lots show.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { holdings } from '@em/contract/holdings/holdings'
import { ledger } from '@em/contract/ledger/ledger'
import { periods } from '@em/contract/periods/periods'
import { sells } from '@em/contract/trades/sells'
import { trades } from '@em/contract/trades/trades'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { addDays } from '@em/core/values/dates'
import { beforeAll, expect, test } from 'vitest'
import { runScenario } from '../../../../packages/core/src/testing/scenario.ts'
import { type Row, readScenario, type Table } from '../../../../packages/core/src/testing/scenario-text.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask } from '../support/books.ts'
import { rewindable } from '../support/rewind.ts'

const folder = new URL('../../../../packages/core/golden/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
const stories = files.flatMap((file) => {
  const scenario = readScenario(readFileSync(new URL(file, folder), 'utf8'))
  const expected = runScenario(scenario)
  return expected.some((table) => table.name === 'entries') ? [{ file, scenario, expected }] : []
})

function rowsOf(tables: readonly Table[], name: string): readonly Row[] {
  return tables.find((table) => table.name === name)?.rows ?? []
}
const sideOf = (tables: readonly Table[], trade: string | undefined) =>
  rowsOf(tables, 'trades').find((row) => row['trade'] === trade)?.['side']
const byText = (a: unknown[], b: unknown[]) => (String(a) < String(b) ? -1 : 1)
const amount = (text: string | undefined) => Number((text ?? '').replaceAll(',', '') || 0)
/** A blank cell and a dash mean no value. */
const given = (text: string | undefined) => (text === '-' || text === '' ? undefined : text)

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium' })
  rewind = await rewindable(api)
})

async function enter(tables: readonly Table[], expected: readonly Table[]) {
  const refused = rowsOf(expected, 'refused')
  const [portfolio] = rowsOf(tables, 'portfolio')
  const [security] = rowsOf(tables, 'security')
  const post = async (path: string, body: object) => {
    const answer = await api.call<{ id: number }>(`POST ${path}`, { body })
    expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()])
    return answer.body
  }
  const code = portfolio?.['portfolio'] ?? ''
  await post('/portfolios', {
    portfolioId: code,
    portfolioName: code,
    portfolioType: 'Equity Portfolio',
    entity: 'Fund',
    fundManager: 'Manager',
    baseCurrency: 'LKR',
    status: portfolio?.['status'],
    accountingTreatment: portfolio?.['treatment'],
  })
  await post('/portfolio-costing-method', {
    portfolioId: code,
    costing_method: portfolio?.['costing method'],
  })
  await post('/equities', { symbol: security?.['symbol'], name: security?.['company'] })
  const account = await post('/accounts', {
    payment_method: 'Bank Transfer',
    account_name: 'Account',
    account_number: '1',
    bank_name: 'Bank',
    branch_name: 'Branch',
  })
  const ids = await begin(tables, code)
  for (const row of rowsOf(tables, 'trades')) {
    const side = row['side'] ?? ''
    const price = row['price']?.replaceAll(',', '')
    const picks = (given(row['takes']) ?? '').split(', ').filter(Boolean)
    const body = {
      companyName: security?.['company'],
      symbol: security?.['symbol'],
      portfolioId: code,
      quantity: row['quantity']?.replaceAll(',', ''),
      ...(side === 'buy' ? { price } : { soldPrice: price }),
      ...(picks.length > 0 && {
        allocations: picks.map((pick) => {
          const [lot = '', quantity] = pick.split(' ')
          return { buyTransactionId: ids.get(lot), allocatedQuantity: quantity }
        }),
      }),
      contractNumber: row['trade'],
      brokerName: 'Broker',
      tradeDate: row['trade date'],
      settlementDate: row['settlement'],
      settlementAccount: account.id,
      costOfFunds: given(row['cost of funds %']),
    }
    const refusal = refused.find((one) => one['trade'] === row['trade'])
    if (refusal) {
      const answer = await api.call<{ code: string }>(`POST /transaction-entries/${side}`, { body })
      expect([answer.status, answer.body.code]).toEqual([422, refusal['code']])
      break
    }
    ids.set(row['trade'] ?? '', (await post(`/transaction-entries/${side}`, body)).id)
  }
  await settle(tables, expected, ids)
  for (const row of rowsOf(tables, 'year-ends')) {
    const entity = (await api.ask(periods.list)).find((one) => one.name === 'Fund')
    await post(`/entities/${entity?.id}/close`, { year_end: row['year end'] })
  }
  return code
}

/** Records the opening lots and balances; answers the lots by name. */
async function begin(tables: readonly Table[], code: string): Promise<Map<string, number>> {
  const [lots, balances] = [rowsOf(tables, 'opening lots'), rowsOf(tables, 'opening balances')]
  const openingDate = lots[0]?.['opens'] ?? balances[0]?.['opens']
  const number = (text: string | undefined) => given(text)?.replaceAll(',', '')
  const send = async (where: string, body: object) => {
    const answer = await api.call<object>(where, { body: { openingDate, ...body } })
    expect([where, answer.body]).toEqual([where, expect.not.objectContaining({ code: expect.anything() })])
  }
  if (lots.length > 0) {
    const symbol = rowsOf(tables, 'security')[0]?.['symbol']
    await send(`POST /openings/${code}/lots`, {
      rows: lots.map((row) => ({
        symbol,
        quantity: row['quantity'],
        cost: row['cost'],
        charges: number(row['charges']),
        tradeDate: row['bought'],
        settlementDate: row['settled'],
        costOfFunds: number(row['cost of funds %']),
        reference: row['lot'],
      })),
    })
  }
  if (balances.length > 0) {
    await send(`PUT /openings/${code}/balances`, {
      differenceToCapital: true,
      lines: balances.map((row) => ({
        account: row['account'],
        debit: number(row['debit']),
        credit: number(row['credit']),
      })),
    })
  }
  const opening = await api.call<{ positions: { id: number; reference: string }[] }>(`GET /openings/${code}`)
  return new Map(opening.body.positions.map((lot) => [lot.reference, lot.id]))
}

/** The acts on settlements, each with the outcome that the scenario expects. */
async function settle(
  tables: readonly Table[],
  expected: readonly Table[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const outcomes = rowsOf(expected, 'settlements')
  for (const [index, row] of rowsOf(tables, 'settlements').entries()) {
    const item = {
      tradeId: ids.get(row['trade'] ?? ''),
      date: given(row['date']),
      amount: given(row['amount'])?.replaceAll(',', ''),
      nextDate: given(row['next date']),
    }
    const answer = await api.call<{ code?: string; results?: { paid: number; outstanding: number }[] }>(
      `POST /settlements/${row['act']}`,
      { body: { items: [item] } },
    )
    const outcome = outcomes[index]
    const done = answer.body.results?.[0]
    expect([answer.body.code, done?.paid ?? 0, done?.outstanding ?? 0]).toEqual([
      outcome?.['outcome']?.startsWith('settlement.') ? outcome['outcome'] : undefined,
      amount(outcome?.['paid']),
      amount(outcome?.['outstanding']),
    ])
  }
}

test('there are scenarios to run', () => expect(stories.length).toBeGreaterThanOrEqual(3))

test.each(stories)('$file', async ({ scenario, expected }) => {
  const today = rowsOf(scenario.tables, 'portfolio')[0]?.['today'] ?? ''
  await rewind()
  api.clock.set(today)
  const portfolioId = await enter(scenario.tables, expected)
  // Past every settlement, as the last table of a scenario is.
  api.clock.set(addDays(today, 30))

  const stored = await api.ask(trades.buys)
  expect(
    stored
      .toReversed()
      .map((buy) => [
        buy.contract_number,
        buy.gross_value,
        buy.brokerage,
        buy.cse_fees,
        buy.cds_fees,
        buy.clearing_fees,
        buy.sec,
        buy.stl,
        buy.net_value,
        buy.money_generation_cost,
      ]),
  ).toEqual(
    rowsOf(expected, 'fees')
      .filter((row) => sideOf(scenario.tables, row['trade']) === 'buy')
      .map((row) => [
        row['trade'],
        ...['gross', 'brokerage', 'CSE', 'CDS', 'clearing', 'SEC', 'STL', 'net', 'money generation cost'].map(
          (name) => amount(row[name]),
        ),
      ]),
  )

  const results = rowsOf(expected, 'results of sales')
  const sold = await api.ask(sells.all)
  for (const sale of sold) {
    // A late trade gives a sale a new result: the last row of a sale is its current one.
    const last = results.findLast((row) => row['trade']?.split(' ')[0] === sale.contract_number)
    expect([sale.holding_cost, sale.bought_price, sale.hdays, sale.capital_gain, sale.profit_loss]).toEqual(
      ['cost taken out', 'bought price', 'holding days', 'capital gain', 'profit or loss'].map((name) =>
        amount(last?.[name]),
      ),
    )
  }
  expect(new Set(sold.map((sale) => sale.contract_number))).toEqual(
    new Set(results.map((row) => row['trade']?.split(' ')[0])),
  )

  const lines = await ask(api, ledger.list, { query: { portfolioId } })
  const byEntry = lines.toSorted((a, b) => a.entry_id - b.entry_id || a.line_no - b.line_no)
  let date = ''
  // The cost differences of a late trade may be posted before or after its own entries.
  const inOrder = (rows: unknown[][]) => (results.length > 0 ? rows.toSorted(byText) : rows)
  expect(
    inOrder(
      byEntry.map((line) => [
        line.date,
        line.account_code,
        line.account_name,
        line.debit,
        line.credit,
        line.transaction_type,
      ]),
    ),
  ).toEqual(
    inOrder(
      rowsOf(expected, 'entries')
        .filter((row) => given(row['account']) !== undefined)
        .map((row) => {
          date = given(row['date']) ?? date
          return [date, row['account'], row['name'], amount(row['debit']), amount(row['credit']), row['type']]
        }),
    ),
  )

  const { data } = await ask(api, trialBalance.get, { query: { portfolio: portfolioId } })
  expect(
    Object.values(data.accountsByType)
      .flat()
      .map((account) => [account.account_code, account.net_balance])
      .toSorted(),
  ).toEqual(
    rowsOf(expected, 'balances once settled')
      .filter((row) => given(row['account']) !== undefined)
      .map((row) => [row['account'], amount(row['debit']) - amount(row['credit'])])
      .toSorted(),
  )

  const lots = await ask(api, holdings.buyLots, {
    query: { portfolioId, symbol: rowsOf(scenario.tables, 'security')[0]?.['symbol'] },
  })
  expect(
    lots.map((lot) => [
      lot.contract_number,
      lot.trade_date,
      lot.settlement_date,
      lot.quantity,
      lot.remaining_quantity,
      lot.remaining_cost,
      lot.remaining_charges,
    ]),
  ).toEqual(
    rowsOf(expected, 'lots')
      .filter((row) => amount(row['left']) > 0)
      .map((row) => [
        row['lot'],
        row['bought'],
        row['settled'],
        ...['quantity', 'left', 'cost left', 'charges left'].map((name) => amount(row[name])),
      ]),
  )
})

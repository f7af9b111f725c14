/** Rules of single registers: symbols, codes, records in use, records of the system. */

import { brokers } from '@em/contract/brokers/brokers'
import { chartOfAccounts, journalAccountList } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { activeEquities, checkSymbol, equities, isinRemark } from '@em/contract/equities/equities'
import type { Draft } from '@em/contract/kit/register'
import { activePortfolios, portfolioByName, portfolios } from '@em/contract/portfolios/portfolios'
import {
  settlementAccounts,
  settlementAccountsByMethod,
} from '@em/contract/settlement-accounts/settlement-accounts'
import { strategies } from '@em/contract/strategies/strategies'
import { beforeAll, describe, expect, test } from 'vitest'
import { resolveCompany } from '../../src/features/equities/equities.queries.ts'
import { portfolioInPath, resolvePortfolio } from '../../src/features/portfolios/portfolios.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { recordPrices } from '../support/prices.ts'
import { recordTrade } from '../support/recorded-trade.ts'
import { sample } from '../support/samples.ts'

let api: Api
let n = 100
beforeAll(async () => {
  api = await startApi()
})

const equity = (body: Draft = {}) =>
  api.ask(equities.routes.create, { body: { ...sample(equities as never, ++n), ...body } })
const portfolio = (body: Draft = {}) =>
  api.ask(portfolios.routes.create, {
    body: { ...sample(portfolios as never, ++n), status: 'Active', ...body },
  })
const account = (body: Draft = {}) =>
  api.ask(settlementAccounts.routes.create, {
    body: { ...sample(settlementAccounts as never, ++n), ...body },
  })

describe('equities', () => {
  test('a symbol is kept in capitals and taken in any case', async () => {
    const made = await equity({ symbol: ' hnb.n0000 ', isin: 'lk0021n00002' })
    expect(made).toMatchObject({ symbol: 'HNB.N0000', isin: 'LK0021N00002' })
    const again = await api.call(equities.routes.create, { body: { name: 'Other', symbol: 'hnb.N0000' } })
    const sentence = 'Ticker Symbol "HNB.N0000" already exists. Please use a different symbol.'
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'record.duplicate',
        message: sentence,
        details: [{ field: 'symbol', message: sentence }],
      },
    })
  })

  test('check-symbol looks without regard to case', async () => {
    await equity({ symbol: 'SAMP.N0000' })
    expect(await api.ask(checkSymbol, { params: { symbol: 'samp.n0000' } })).toEqual({ exists: true })
    expect(await api.ask(checkSymbol, { params: { symbol: 'SAMP.X0000' } })).toEqual({ exists: false })
    expect(await api.ask(checkSymbol, { params: { symbol: "' OR '1'='1" } })).toEqual({ exists: false })
  })

  test('the active ones come by name', async () => {
    await equity({ name: 'Zulu Holdings', isActive: true })
    await equity({ name: 'alpha Holdings', isActive: true })
    const sleeping = await equity({ name: 'Sleeping', isActive: false })
    const names = (await api.ask(activeEquities)).map(({ name }) => name)
    expect(names.indexOf('alpha Holdings')).toBeLessThan(names.indexOf('Zulu Holdings'))
    expect(names).not.toContain(sleeping.name)
  })

  test('an ISIN with a wrong check digit is remarked upon and saved', async () => {
    expect(isinRemark('LK0092N00003')).toBeNull()
    expect(isinRemark('LK0421N00000')).toBe('The check digit of this ISIN is not right.')
    expect(isinRemark('LK04')).toBe('An ISIN has 12 characters.')
    expect(await equity({ isin: 'LK0421N00000' })).toMatchObject({ isin: 'LK0421N00000' })
  })

  test('a security that was traded or priced cannot be deleted', async () => {
    const held = await equity({ symbol: 'HELD.N0000' })
    const { id: portfolioId } = await portfolio()
    await recordTrade(api, { portfolioId, equityId: held.id })
    await recordTrade(api, { portfolioId, equityId: held.id })
    await recordTrade(api, { portfolioId, equityId: held.id, side: 'sell' })
    await recordTrade(api, { portfolioId, equityId: held.id, deleted: true })
    await recordPrices(api, '2026-06-12', { 'HELD.N0000': 10 })
    const refused = await api.call(equities.routes.remove, { params: { id: held.id } })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'record.in-use',
        message:
          'Equity HELD.N0000 is in use and cannot be deleted. Dependencies: 2 buys, 1 sell, 1 deleted trade, 1 daily price.',
      },
    })
    expect(await api.ask(equities.routes.get, { params: { id: held.id } })).toEqual(held)
  })

  test('a change of symbol is remembered', async () => {
    const made = await equity({ symbol: 'OLDN.N0000' })
    await api.ask(equities.routes.update, { params: { id: made.id }, body: { symbol: 'NEWN.N0000' } })
    const known = await api.database.query<{ symbol: string }>(
      'SELECT symbol FROM equity_symbols WHERE equity_id = $1 ORDER BY valid_from',
      [made.id],
    )
    expect(known.map(({ symbol }) => symbol)).toEqual(['OLDN.N0000', 'NEWN.N0000'])
  })
})

describe('the company that a text names', () => {
  test('by symbol, then by name', async () => {
    const made = await equity({ name: 'Commercial Bank of Ceylon', symbol: 'COMB.N0000', isActive: true })
    for (const text of ['COMB.N0000', ' comb.n0000 ', 'commercial bank of ceylon']) {
      expect(await resolveCompany(api.database, text)).toEqual({
        id: made.id,
        symbol: 'COMB.N0000',
        name: 'Commercial Bank of Ceylon',
        sector: made.sector,
        isActive: true,
      })
    }
    // Another company whose name is this symbol does not hide it.
    await equity({ name: 'COMB.N0000', symbol: 'TRAP.N0000' })
    expect(await resolveCompany(api.database, 'COMB.N0000')).toMatchObject({ id: made.id })
    await expect(resolveCompany(api.database, 'None')).rejects.toMatchObject({ code: 'record.missing' })
    await equity({ name: 'Commercial Bank of Ceylon', symbol: 'COMB.X0000' })
    await expect(resolveCompany(api.database, 'Commercial Bank of Ceylon')).rejects.toMatchObject({
      code: 'name.ambiguous',
      status: 422,
      message:
        'Commercial Bank of Ceylon has several securities: COMB.N0000, COMB.X0000. Please name the symbol.',
    })
    expect(await resolveCompany(api.database, 'COMB.X0000')).toMatchObject({ symbol: 'COMB.X0000' })
  })
})

describe('portfolios', () => {
  test('a code is not all digits', async () => {
    const body = { ...sample(portfolios as never, ++n), portfolioId: '2026' }
    expect(await api.call(portfolios.routes.create, { body })).toMatchObject({
      status: 400,
      body: {
        code: 'request.invalid',
        details: [{ field: 'portfolioId', message: 'The Portfolio ID must not be all digits.' }],
      },
    })
  })

  test('a path takes the id or the code', async () => {
    const made = await portfolio({ portfolioId: '1e3' })
    for (const id of [made.id, '1e3', '1E3']) {
      expect(await api.ask(portfolios.routes.get, { params: { id } })).toEqual(made)
    }
    const changed = await api.ask(portfolios.routes.update, { params: { id: '1E3' }, body: { notes: 'x' } })
    expect(changed).toMatchObject({ id: made.id, notes: 'x' })
    expect(await api.ask(portfolios.routes.remove, { params: { id: '1e3' }, query: {} })).toMatchObject({
      id: made.id,
    })
  })

  test('the active ones, and one by its name', async () => {
    const active = await portfolio({ portfolioName: 'Growth & Income / 2', status: 'Active' })
    await portfolio({ portfolioName: 'Closed one', status: 'Closed' })
    const listed = await api.ask(activePortfolios)
    expect(listed.every(({ status }) => status === 'Active')).toBe(true)
    expect(listed).toContainEqual(active)
    expect(await api.ask(portfolioByName, { params: { name: 'growth & income / 2' } })).toEqual(active)
    expect(await api.call(portfolioByName, { params: { name: 'none' } })).toMatchObject({ status: 404 })
  })

  test('a mandate does not end before it starts', async () => {
    const made = await portfolio({ startDate: '2026-01-01', endDate: null })
    const answer = await api.call(portfolios.routes.update, {
      params: { id: made.id },
      body: { endDate: '2025-12-31' },
    })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'endDate' }] } })
  })

  test('the accounting treatment is fixed by the first trade', async () => {
    const { id } = await portfolio({ accountingTreatment: 'FVTPL' })
    const change = (accountingTreatment: string) =>
      api.call(portfolios.routes.update, { params: { id }, body: { accountingTreatment, notes: 'seen' } })
    expect(await change('FVOCI')).toMatchObject({ status: 200 })
    await recordTrade(api, { portfolioId: id, equityId: (await equity()).id })
    expect(await change('FVTPL')).toMatchObject({
      status: 422,
      body: { code: 'portfolio.treatment-fixed', details: [{ field: 'accountingTreatment' }] },
    })
    expect(await change('FVOCI')).toMatchObject({ status: 200 })
  })

  test('its dependencies are named when it cannot be deleted', async () => {
    const { id, portfolioId } = await portfolio({ portfolioId: 'DEPS' })
    await recordTrade(api, { portfolioId: id, equityId: (await equity()).id })
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
    await api.ask(strategies.routes.create, {
      body: { portfolioId, strategy_id: 'S-1', strategy_type: 'Trading', entity_business_unit: 'Finance' },
    })
    expect(await api.call(portfolios.routes.remove, { params: { id } })).toMatchObject({
      status: 409,
      body: {
        code: 'record.in-use',
        message:
          'Portfolio DEPS is in use and cannot be deleted. Dependencies: 1 buy, 1 costing method, 1 strategy.',
      },
    })
  })

  test('a use that no count knows is refused by the database and named', async () => {
    const { id } = await portfolio()
    await api.database.query('INSERT INTO chains (portfolio_id, equity_id) VALUES ($1, $2)', [
      id,
      (await equity()).id,
    ])
    const answer = await api.call(portfolios.routes.remove, { params: { id } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'record.in-use' } })
    expect(answer.body['message']).toContain('Dependencies: chains.')
  })

  test('a name that is taken is refused as the name', async () => {
    const made = await portfolio()
    const body = { ...sample(portfolios as never, ++n), portfolioName: made.portfolioName.toUpperCase() }
    expect(await api.call(portfolios.routes.create, { body })).toMatchObject({
      status: 409,
      body: {
        details: [{ field: 'portfolioName' }],
        message: 'Portfolio with this Portfolio Name already exists.',
      },
    })
  })
})

describe('the portfolio that a request names', () => {
  test('by code, name or id; both must agree', async () => {
    const one = await portfolio({ portfolioId: 'NAMED-1', portfolioName: 'Named first' })
    // Its code is the other one's name: the code goes first.
    const two = await portfolio({ portfolioId: 'Named first', portfolioName: 'Named second' })
    const db = api.database
    const found = { id: one.id, portfolioId: 'NAMED-1', portfolioName: 'Named first', costingMethod: null }
    for (const named of ['named-1', one.id, String(one.id), ' NAMED-1 ']) {
      expect(await resolvePortfolio(db, { portfolio: named })).toMatchObject(found)
      expect(await resolvePortfolio(db, { portfolioId: named, portfolio: '' })).toMatchObject(found)
    }
    expect(await resolvePortfolio(db, { portfolio: 'Named second' })).toMatchObject({ id: two.id })
    expect(await resolvePortfolio(db, { portfolio: 'named FIRST' })).toMatchObject({ id: two.id })
    expect(await resolvePortfolio(db, { portfolio: 'NAMED-1', portfolioId: one.id })).toMatchObject(found)
    await expect(resolvePortfolio(db, { portfolio: 'NAMED-1', portfolioId: two.id })).rejects.toMatchObject({
      code: 'portfolio.mismatch',
      status: 422,
    })
    await expect(resolvePortfolio(db, { portfolio: 'NAMED-1', portfolioId: 'gone' })).rejects.toMatchObject({
      code: 'record.missing',
      message: 'Portfolio gone was not found.',
    })
    await expect(resolvePortfolio(db, {})).rejects.toMatchObject({ status: 400 })
    expect(await portfolioInPath(db, 'named-1')).toMatchObject(found)
    expect(await portfolioInPath(db, one.id)).toMatchObject(found)
    await expect(portfolioInPath(db, 'Named second')).rejects.toMatchObject({ status: 404 })
  })
})

describe('strategies', () => {
  const body = { strategy_id: 'GROW', strategy_type: 'Investment', entity_business_unit: 'Finance' }

  test('a portfolio may be given as code or id and is answered as code and name', async () => {
    const one = await portfolio({ portfolioId: 'STRAT' })
    const made = await api.ask(strategies.routes.create, { body: { ...body, portfolioId: one.id } })
    expect(made).toMatchObject({ ...body, portfolioId: 'STRAT', portfolioName: one.portfolioName })
    const again = await api.call(strategies.routes.create, { body: { ...body, portfolioId: 'strat' } })
    expect(again).toMatchObject({ status: 409, body: { details: [{ field: 'strategy_id' }] } })
    const unknown = await api.call(strategies.routes.create, { body: { ...body, portfolioId: 'none' } })
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Portfolio none was not found.' } })
    const found = await api.ask(strategies.routes.list, { query: { search: one.portfolioName } })
    expect(found).toEqual([made])
  })
})

describe('settlement accounts and brokers', () => {
  test('the accounts of one payment method', async () => {
    const made = await account({ payment_method: 'Cheque' })
    await account({ payment_method: 'Cash' })
    expect(await api.ask(settlementAccountsByMethod, { params: { method: 'cheque' } })).toEqual([made])
    expect(await api.ask(settlementAccountsByMethod, { params: { method: 'Barter' } })).toEqual([])
  })

  test('an account that trades settled through cannot be deleted', async () => {
    const settled = await account({ account_name: 'Main account' })
    const broker = await api.ask(brokers.routes.create, { body: { name: 'Acuity Stockbrokers' } })
    await recordTrade(api, {
      portfolioId: (await portfolio()).id,
      equityId: (await equity()).id,
      brokerId: broker.id,
      settlementAccountId: settled.id,
    })
    for (const [route, id, title] of [
      [settlementAccounts.routes.remove, settled.id, 'Settlement account Main account'],
      [brokers.routes.remove, broker.id, 'Broker Acuity Stockbrokers'],
    ] as const) {
      expect(await api.call(route, { params: { id } })).toMatchObject({
        status: 409,
        body: { message: `${title} is in use and cannot be deleted. Dependencies: 1 trade.` },
      })
    }
  })
})

describe('chart of accounts', () => {
  const find = async (code: string) => {
    const [found] = await api.ask(chartOfAccounts.routes.list, { query: { account_code: code } })
    if (found === undefined) throw new Error(`no account ${code}`)
    return found
  }
  const own = (account_code: string) =>
    api.ask(chartOfAccounts.routes.create, { body: { account_code, account_name: `Own ${account_code}` } })
  const close = (id: number) =>
    api.call(chartOfAccounts.routes.update, { params: { id }, body: { active_status: 'No' } })
  const map = (role: string, portfolioId: number, accountId: number) =>
    api.database.query(
      'INSERT INTO gl_mappings (act_id, role, portfolio_id, account_id) VALUES (1, $1, $2, $3)',
      [role, portfolioId, accountId],
    )

  test('the type follows from the first digit', async () => {
    const types = { '1999': 'Asset', '2999': 'Liability', '3999': 'Equity', '4999': 'Income' }
    for (const [code, type] of Object.entries({
      ...types,
      '5999': 'Cost of Sales',
      '6999': 'Expense',
      X1: 'Other',
    })) {
      expect(await own(code)).toMatchObject({ account_type: type, active_status: 'Yes', is_system: false })
    }
  })

  test('an account that the system posts to stays, and may be described', async () => {
    const { id, account_name } = await find('1100')
    const refusal = {
      status: 409,
      body: {
        code: 'record.protected',
        message: 'Account 1100 belongs to the system and cannot be deleted or deactivated.',
      },
    }
    expect(await close(id)).toMatchObject(refusal)
    expect(await api.call(chartOfAccounts.routes.remove, { params: { id } })).toMatchObject(refusal)
    const described = {
      description: 'Shares at cost',
      active_status: 'Yes',
      account_code: '1100',
      account_name,
    }
    expect(await api.ask(chartOfAccounts.routes.update, { params: { id }, body: described })).toMatchObject(
      described,
    )
  })

  test('an account that a mapping uses stays open and cannot be deleted', async () => {
    const mapped = await own('6555')
    await map('fee.brokerage', (await portfolio()).id, mapped.id)
    expect(await close(mapped.id)).toMatchObject({
      status: 409,
      body: {
        code: 'account.mapped',
        message: 'Account 6555 takes postings (fee.brokerage) and cannot be deactivated.',
        details: [{ field: 'active_status' }],
      },
    })
    expect(await api.call(chartOfAccounts.routes.remove, { params: { id: mapped.id } })).toMatchObject({
      status: 409,
      body: { message: 'Account 6555 is in use and cannot be deleted. Dependencies: 1 account mapping.' },
    })
  })

  test('an account with ledger lines can be deactivated, not deleted', async () => {
    const used = await own('3555')
    const { id: cash } = await find('1010')
    await api.database.transaction(async (tx) => {
      const [entry] = await tx.query<{ id: number }>(
        `INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
         VALUES (1, '2026-06-01', 'manual', 'person', 1, 'Journal Entry', 'Capital', 2, $1) RETURNING id`,
        [api.user.id],
      )
      await tx.query(
        `INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type)
         VALUES ($1, 1, '2026-06-01', $2, 'manual', 5, 0, 'Journal Entry'),
                ($1, 2, '2026-06-01', $3, 'manual', 0, 5, 'Journal Entry')`,
        [entry?.id, cash, used.id],
      )
    })
    expect(await api.call(chartOfAccounts.routes.remove, { params: { id: used.id } })).toMatchObject({
      status: 409,
      body: { message: 'Account 3555 is in use and cannot be deleted. Dependencies: 1 ledger line.' },
    })
    expect(await close(used.id)).toMatchObject({ status: 200, body: { active_status: 'No' } })
  })

  test('a journal entry may name the active accounts, by code', async () => {
    const open = await own('1500')
    const closed = await own('1501')
    await close(closed.id)
    const { data } = await api.ask(journalAccountList)
    const codes = data.map(({ account_code }) => account_code)
    expect(codes).toEqual([...codes].sort())
    expect(codes).toContain(open.account_code)
    expect(codes).not.toContain(closed.account_code)
    expect(data[0]).toMatchObject({ account_code: '1010', account_name: 'Cash at Bank' })
  })
})

/** Locks hold on every way into the ledger; a late trade is offered the first open day; years are closed and opened again. */
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { journal } from '@em/contract/journal/journal'
import { ledger } from '@em/contract/ledger/ledger'
import { type Entity, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, PORTFOLIO, type Refused, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart as apartIn, lock as lockIn } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const apart = (method: 'WAP' | 'FIFO' | 'CHERRY' = 'WAP') => apartIn(books, method)
const lock = (entity: Entity, through: string | null, reason?: string | null) =>
  lockIn(api, entity, through, reason)
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])
const lines = (of: OneHolding) =>
  api.database.query<{ kind: string; date: string; moved_from: string | null; reversal: boolean }>(
    `SELECT DISTINCT h.id, h.kind, h.entry_date AS date, h.moved_from, h.reversal_of IS NOT NULL AS reversal
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id WHERE l.portfolio_id = $1 ORDER BY h.id`,
    [of.id],
  )

describe('an entity', () => {
  test('comes with its first portfolio, whatever the case of its name', async () => {
    const body = { ...PORTFOLIO, portfolioId: 'ENT1', portfolioName: 'Entity one', entity: ' Lanka Trust ' }
    await ask(api, portfolios.routes.create, { body })
    await ask(api, portfolios.routes.create, {
      body: { ...body, portfolioId: 'ENT2', portfolioName: 'Entity two', entity: 'LANKA TRUST' },
    })
    const entity = (await api.ask(periods.list)).find(({ name }) => name === 'Lanka Trust')
    expect(entity).toMatchObject({
      is_general: false,
      year_end_month: 3,
      locked_through: null,
      first_open_day: null,
      portfolios: [
        { portfolioId: 'ENT1', portfolioName: 'Entity one' },
        { portfolioId: 'ENT2', portfolioName: 'Entity two' },
      ],
    })
    const changed = await ask(api, periods.update, {
      params: { id: entity?.id },
      body: { year_end_month: 12, version: entity?.version },
    })
    expect(changed.data.year_end_month).toBe(12)
    const stale = await api.call(periods.update, {
      params: { id: entity?.id },
      body: { year_end_month: 6, version: entity?.version },
    })
    expect(stale).toMatchObject({ status: 409, body: { code: 'record.stale' } })
  })
})

describe('a lock', () => {
  test('is set up to yesterday, moved back only with a reason, and its history stays', async () => {
    const { entity } = await apart()
    expect(await lock(entity, '2026-06-30')).toMatchObject({
      status: 422,
      body: {
        code: 'period.not-over',
        message: 'Books can be locked up to 29 Jun 2026, the day before today.',
      },
    })
    expect(await lock(entity, '2026-05-31')).toMatchObject({
      status: 201,
      body: { data: { locked_through: '2026-05-31', first_open_day: '2026-06-01' } },
    })
    expect(await lock(entity, '2026-05-31')).toMatchObject({ status: 409, body: { code: 'period.same' } })
    expect(await lock(entity, '2026-04-30', null)).toMatchObject({
      status: 422,
      body: { code: 'period.reason' },
    })
    expect((await lock(entity, '2026-04-30', 'A late contract note')).status).toBe(201)
    expect((await lock(entity, null, 'Opened for the audit')).body.data.locked_through).toBeNull()
    expect(await api.ask(periods.locks, { params: { id: entity.id } })).toMatchObject([
      {
        locked_through: null,
        was_locked_through: '2026-04-30',
        reason: 'Opened for the audit',
        set_by: 'Nimal Perera',
      },
      { locked_through: '2026-04-30', was_locked_through: '2026-05-31', reason: 'A late contract note' },
      { locked_through: '2026-05-31', was_locked_through: null, reason: 'Month-end' },
    ])
  })

  test('is opened by a written null alone: a misspelt field, or none, is refused and the books stay locked', async () => {
    const { entity } = await apart()
    const locked = (await lock(entity, '2026-05-31')).body.data
    const { version } = locked
    const send = (body: object) => api.call<Refused>(`POST /entities/${entity.id}/lock`, { body })
    const day = {
      status: 400,
      body: {
        details: [
          { field: 'locked_through', message: 'Write the last locked day, or null to open the books.' },
        ],
      },
    }
    expect(await send({ lockedThrough: '2026-06-15', reason: 'June is done', version })).toMatchObject(day)
    expect(await send({ reason: 'Typo', version })).toMatchObject(day)
    expect(await send({ locked_through: '2026-06-15', reason: 'June is done' })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'version', message: 'Must be the version that was read.' }] },
    })
    const stale = { locked_through: null, reason: 'Opened', version: version - 1 }
    expect(await send(stale)).toMatchObject({ status: 409, body: { code: 'record.stale' } })
    const now = (await api.ask(periods.list)).find(({ id }) => id === entity.id)
    expect(now).toEqual(locked)
    expect(await send({ ...stale, version })).toMatchObject({
      status: 201,
      body: { data: { locked_through: null } },
    })
  })

  test('refuses a late trade naming itself, and a trade after it goes through', async () => {
    const { of, entity } = await apart()
    await lock(entity, '2026-05-31')
    expect(await of.buy('2026-05-20', 100, 10)).toMatchObject({
      status_: 409,
      code: 'period.locked',
      message: `The books of ${entity.name} are locked through 31 May 2026. This can be posted on 01 Jun 2026, the first open day.`,
    })
    expect(await of.position()).toBeUndefined()
    expect(await of.buy('2026-06-01', 100, 10)).toMatchObject({ status_: 201 })
    await clean(of)
  })

  test('a late trade is posted on the first open day where asked, and keeps its own date', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-05-04', 100, 10)
    await of.sell('2026-06-08', 50, 30)
    const before = await ask(api, trialBalance.get, {
      query: { endDate: '2026-05-31', portfolioId: of.portfolioId },
    })
    await lock(entity, '2026-05-31')
    const late = await of.buy('2026-05-20', 100, 20, {}, '?openPeriod=1')
    expect(late).toMatchObject({ status_: 201, trade_date: '2026-05-20' })
    expect((await lines(of)).slice(-3)).toMatchObject([
      { kind: 'trade', date: '2026-06-01', moved_from: '2026-05-20' },
      { kind: 'settlement', date: '2026-06-01', moved_from: '2026-05-20' },
      { kind: 'correction', date: '2026-06-08', moved_from: null },
    ])
    // The locked balances did not move; the sale after it was costed again.
    const after = await ask(api, trialBalance.get, {
      query: { endDate: '2026-05-31', portfolioId: of.portfolioId },
    })
    expect(after.data.accountsByType).toEqual(before.data.accountsByType)
    expect(await of.position()).toMatchObject({ quantity: 150, costValue: 2250 })
    await clean(of)
  })

  test('the locked day itself is moved too, the day after it is not', async () => {
    const { of, entity } = await apart()
    await lock(entity, '2026-05-20')
    await of.buy('2026-05-20', 100, 10, {}, '?openPeriod=1')
    await of.buy('2026-05-21', 100, 10, {}, '?openPeriod=1')
    const trades = (await lines(of)).filter(({ kind }) => kind === 'trade')
    expect(trades).toMatchObject([
      { date: '2026-05-21', moved_from: '2026-05-20' },
      { date: '2026-05-21', moved_from: null },
    ])
    await clean(of)
  })

  test('corrections and deletions of trades in a locked period reverse on the first open day', async () => {
    const { of, entity } = await apart('FIFO')
    const { id } = await of.buy('2026-05-04', 100, 10)
    await of.buy('2026-05-05', 100, 20)
    await lock(entity, '2026-05-31')
    const change = { quantity: 90, price: 12, tradeDate: '2026-05-04', settlementDate: '2026-05-06' }
    expect(await of.change('buy', id, change)).toMatchObject({ status_: 409, code: 'period.locked' })
    expect(await of.change('buy', id, change, '?openPeriod=1')).toMatchObject({ status_: 200 })
    // Its current entries are dated in the open period.
    expect(await of.remove('buy', id)).toMatchObject({ status_: 200 })
    const moved = (await lines(of)).slice(4)
    expect(moved.map(({ kind, date, moved_from, reversal }) => [kind, date, moved_from, reversal])).toEqual([
      ['correction', '2026-06-01', '2026-05-04', true],
      ['correction', '2026-06-01', '2026-05-04', true],
      ['trade', '2026-06-01', '2026-05-04', false],
      ['settlement', '2026-06-01', '2026-05-06', false],
      ['correction', '2026-06-01', '2026-05-04', true],
      ['correction', '2026-06-01', '2026-05-06', true],
    ])
    expect(await of.position()).toMatchObject({ quantity: 100, costValue: 2000 })
    await clean(of)
    // A moved entry is reversed on its posting date, and still belongs to its own day.
    await lock(entity, null, 'Opened')
    await clean(of)
  })

  test('holds for imports and their undoing', async () => {
    const { of, entity } = await apart('FIFO')
    const row = (side: string, tradeDate: string, quantity: number) => ({
      side,
      symbol: 'JKH.N0000',
      tradeDate,
      settlementDate: tradeDate,
      quantity,
      price: 10,
      contractNumber: `P-${tradeDate}-${side}`,
    })
    const submit = (rows: object[], query = '') =>
      api.call<{ id: number } & Refused>(`POST /trade-batches${query}`, {
        body: {
          source: 'import',
          defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
          rows,
        },
      })
    const undo = (id: number, query = '') => api.call<Refused>(`DELETE /trade-batches/${id}${query}`)
    const early = await submit([row('buy', '2026-05-04', 100), row('sell', '2026-06-02', 40)])
    expect(early.status).toBe(201)
    await lock(entity, '2026-05-31')
    const late = [row('buy', '2026-05-05', 30), row('sell', '2026-06-03', 10)]
    expect(await submit(late)).toMatchObject({ status: 409, body: { code: 'period.locked' } })
    const moved = await submit(late, '?openPeriod=1')
    expect(moved.status).toBe(201)
    await clean(of)
    expect(await undo(moved.body.id)).toMatchObject({ status: 200 })
    const reversals = await api.database.query<{ cause_kind: string; cause_id: number }>(
      `SELECT DISTINCT h.cause_kind, h.cause_id FROM journal_entries h JOIN trades t ON t.id = h.trade_id
        WHERE t.batch_id = $1 AND h.reversal_of IS NOT NULL`,
      [moved.body.id],
    )
    expect(reversals).toEqual([{ cause_kind: 'batch', cause_id: moved.body.id }])
    await clean(of)
    expect(await undo(early.body.id)).toMatchObject({ status: 409, body: { code: 'period.locked' } })
    expect(await undo(early.body.id, '?openPeriod=1')).toMatchObject({ status: 200 })
    await clean(of)
    expect(await of.position()).toBeUndefined()
  })

  test('holds for journal entries, of a portfolio and of none', async () => {
    const { of, entity } = await apart()
    await lock(entity, '2026-05-31')
    const entry = (date: string, portfolioId?: string) =>
      api.call<Refused>(journal.create, {
        body: {
          date,
          description: 'Capital',
          lines: [
            { account_code: '1010', debit: 100, portfolioId, settlementAccount: books.bank },
            { account_code: '3000', credit: 100, portfolioId },
          ],
        },
      })
    expect(await entry('2026-05-31', of.portfolioId)).toMatchObject({
      status: 409,
      body: { code: 'period.locked' },
    })
    expect((await entry('2026-05-31')).status).toBe(201)
    const general = (await api.ask(periods.list)).find((one) => one.is_general) as Entity
    await lock(general, '2026-05-31')
    expect(await entry('2026-05-31')).toMatchObject({ status: 409, body: { code: 'period.locked' } })
    expect((await entry('2026-06-01')).status).toBe(201)
    await lock(general, null, 'Other tests')
  })

  test('holds for direct SQL of the application, which cannot move the lock either', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-05-04', 100, 10)
    await lock(entity, '2026-05-31')
    const insert = `WITH h AS (
        INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
        VALUES (1, '2026-05-31', 'manual', 'person', 1, 'Manual', 'By hand', 2, 1) RETURNING id)
      INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, portfolio_id)
      SELECT h.id, n, '2026-05-31', (SELECT min(id) FROM chart_of_accounts), 'manual', CASE n WHEN 1 THEN 5 ELSE 0 END,
             CASE n WHEN 2 THEN 5 ELSE 0 END, 'Journal Entry', $1::bigint FROM h, generate_series(1, 2) n`
    await expect(api.database.query(insert, [of.id])).rejects.toMatchObject({
      constraint: 'journal_lines_period_lock',
    })
    await expect(
      api.database.query('UPDATE entities SET locked_through = NULL WHERE id = $1', [entity.id]),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(api.database.query('DELETE FROM period_locks')).rejects.toMatchObject({ code: '42501' })
    // Not by way of a trigger of the session's own, nor by another built-in entity, nor behind tables of the same name.
    await expect(
      api.database.transaction(async (tx) => {
        await tx.query('CREATE TEMP TABLE way (id bigint)')
        await tx.query(`CREATE FUNCTION pg_temp.open_books() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN UPDATE entities SET locked_through = NULL WHERE id = NEW.id; RETURN NULL; END $$`)
        await tx.query(
          'CREATE TRIGGER way_in AFTER INSERT ON way FOR EACH ROW EXECUTE FUNCTION pg_temp.open_books()',
        )
        await tx.query('INSERT INTO way VALUES ($1)', [entity.id])
      }),
    ).rejects.toMatchObject({ code: '42501', message: 'a lock is set by a row of period_locks' })
    await expect(
      api.database.query('UPDATE entities SET is_general = false WHERE is_general'),
    ).rejects.toMatchObject({ code: '42501' })
    for (const hidden of ['entities', 'portfolios']) {
      await expect(
        api.database.transaction(async (tx) => {
          await tx.query(`CREATE TEMP TABLE ${hidden} AS SELECT * FROM em.${hidden} LIMIT 0`)
          await tx.query(insert, [of.id])
        }),
      ).rejects.toMatchObject({ constraint: 'journal_lines_period_lock' })
    }
  })

  test('stays where a portfolio moves to another entity', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-05-04', 100, 10)
    await lock(entity, '2026-05-31')
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    const moved = await api.call<Refused>(portfolios.routes.update, {
      params: { id: of.id },
      body: { entity: 'Elsewhere', version: row?.version },
    })
    expect(moved).toMatchObject({ status: 409, body: { code: 'period.locked' } })
  })

  test.each([
    ['2026-05-14', 'a day before its first line', 200],
    ['2026-05-15', 'the day of its first line', 409],
    ['2026-06-10', 'a day in the month after', 409],
  ])('up to %s, %s, in the middle of a month: a move answers %i', async (through, _, status) => {
    const { of, entity } = await apart()
    await of.buy('2026-05-15', 100, 10)
    await lock(entity, through)
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    const moved = await api.call<Refused>(portfolios.routes.update, {
      params: { id: of.id },
      body: { entity: `Elsewhere after ${through}`, version: row?.version },
    })
    expect(moved.status).toBe(status)
  })

  test('keeps a portfolio with lines of those days from coming in', async () => {
    const closed = await apart()
    const { of } = await apart()
    await of.buy('2026-05-04', 100, 10)
    await lock(closed.entity, '2026-05-31')
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    const moveIn = () =>
      api.call<Refused>(portfolios.routes.update, {
        params: { id: of.id },
        body: { entity: closed.entity.name, version: row?.version },
      })
    expect(await moveIn()).toMatchObject({ status: 409, body: { code: 'period.locked' } })
    await lock(closed.entity, '2026-04-30', 'The portfolio joins')
    expect((await moveIn()).status).toBe(200)
  })

  test('set while trades are saved: each is before it or refused, and the locked balance stays', async () => {
    const { of, entity } = await apart()
    for (let round = 0; round < 8; round += 1) {
      const saves = Array.from({ length: 6 }, async (_, index) => {
        await new Promise((done) => setTimeout(done, Math.random() * 12))
        return of.buy('2026-05-20', 10 + index, 10)
      })
      const locking = (async () => {
        await new Promise((done) => setTimeout(done, Math.random() * 12))
        const answer = await lock(entity, '2026-05-31')
        const at = await ask(api, trialBalance.get, {
          query: { endDate: '2026-05-31', portfolioId: of.portfolioId },
        })
        return { answer, at }
      })()
      const answers = await Promise.all(saves)
      const { answer, at } = await locking
      expect(answer.status).toBe(201)
      expect(answers.every(({ status_ }) => status_ === 201 || status_ === 409)).toBe(true)
      const later = await ask(api, trialBalance.get, {
        query: { endDate: '2026-05-31', portfolioId: of.portfolioId },
      })
      expect(later.data.accountsByType).toEqual(at.data.accountsByType)
      await lock(entity, null, 'Next round')
    }
    await clean(of)
  })
})

describe('a year-end', () => {
  const close = (entity: Entity, year_end: string, query = '') =>
    api.call<{ data: { id: number; result: number; portfolios: object[] } } & Refused>(
      `POST /entities/${entity.id}/close${query}`,
      {
        body: { year_end },
      },
    )
  const balance = async (of: OneHolding, account: string, endDate = '2026-03-31') => {
    const { data } = await ask(api, trialBalance.get, { query: { endDate, portfolioId: of.portfolioId } })
    return (
      Object.values(data.accountsByType)
        .flat()
        .find((one) => one.account_code === account)?.net_balance ?? 0
    )
  }

  test('closes the result to Retained Earnings, once, and is taken back by reversal', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-03-03', 1000, 10)
    await of.sell('2026-03-10', 1000, 15)
    const preview = await close(entity, '2026-03-31', '?dryRun=1')
    expect(preview).toMatchObject({ status: 200, body: { data: { id: null, result: 4720 } } })
    const closed = await close(entity, '2026-03-31')
    expect(closed).toMatchObject({
      status: 201,
      body: {
        data: {
          year_end: '2026-03-31',
          result: 4720,
          portfolios: [{ portfolioId: of.portfolioId, result: 4720 }],
        },
      },
    })
    expect(await balance(of, '4100')).toBe(0)
    expect(await balance(of, '6010')).toBe(0)
    expect(await balance(of, '3100')).toBe(-4720)
    const { years, closings } = await api.ask(periods.years, { params: { id: entity.id } })
    expect(years).toMatchObject([
      { year_end: '2027-03-31', status: 'running', result: 0 },
      { year_end: '2026-03-31', status: 'closed', result: 4720, unclosed: 0 },
    ])
    expect(closings).toMatchObject([{ result: 4720, portfolios: 1, undone_at: null }])
    expect(await close(entity, '2026-03-31')).toMatchObject({
      status: 409,
      body: { code: 'year-end.nothing' },
    })
    await clean(of)

    // A late sale of the year shows, and is closed again for the difference.
    await of.buy('2026-03-16', 100, 10)
    expect((await api.ask(periods.years, { params: { id: entity.id } })).years[1]).toMatchObject({
      status: 'moved',
      unclosed: -11.2,
    })
    expect((await close(entity, '2026-03-31')).body.data.result).toBe(-11.2)

    const undone = await api.call(periods.undo, { params: { id: closed.body.data.id }, body: {} })
    expect(undone).toMatchObject({ status: 201, body: { data: { entries_reversed: 1 } } })
    const causes = await api.database.query<{ cause_kind: string; undoes: number | null }>(
      `SELECT h.cause_kind, c.undoes FROM journal_entries h JOIN year_closings c ON c.id = h.cause_id
        WHERE h.kind = 'closing' ORDER BY h.id DESC LIMIT 2`,
    )
    // The reversal follows from what took the closing back, the entry from the closing.
    expect(causes).toEqual([
      { cause_kind: 'closing', undoes: closed.body.data.id },
      { cause_kind: 'closing', undoes: null },
    ])
    expect(await balance(of, '3100')).toBe(11.2)
    expect(await api.call(periods.undo, { params: { id: closed.body.data.id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'year-end.undone' },
    })
    await clean(of)
  })

  test('is refused on another day, before it is over, and in a locked period', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-03-03', 1000, 10)
    expect(await close(entity, '2026-03-30')).toMatchObject({
      status: 422,
      body: { code: 'year-end.not-a-year-end' },
    })
    expect(await close(entity, '2027-03-31')).toMatchObject({
      status: 422,
      body: { code: 'year-end.not-over' },
    })
    await lock(entity, '2026-04-30')
    expect(await close(entity, '2026-03-31')).toMatchObject({ status: 409, body: { code: 'period.locked' } })
    expect(
      await api.ask(periods.checks, { params: { id: entity.id }, query: { through: '2026-05-31' } }),
    ).toContainEqual(expect.objectContaining({ what: 'year-end', state: 'open', count: 1 }))
  })

  test('is refused on its own last day and closed on the day after', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-06-03', 1000, 10)
    await api.call(periods.update, {
      params: { id: entity.id },
      body: { year_end_month: 6, version: entity.version },
    })
    expect(await close(entity, '2026-06-30')).toMatchObject({
      status: 422,
      body: { code: 'year-end.not-over' },
    })
    api.clock.set('2026-07-01')
    const closed = await close(entity, '2026-06-30')
    api.clock.set('2026-06-30')
    expect(closed.status).toBe(201)
  })

  test('comes after the years before it', async () => {
    const { of, entity } = await apart()
    await of.buy('2025-03-03', 1000, 10)
    await of.buy('2026-03-03', 1000, 10)
    expect(await close(entity, '2026-03-31')).toMatchObject({
      status: 422,
      body: { code: 'year-end.earlier' },
    })
    expect((await close(entity, '2025-03-31')).status).toBe(201)
    expect((await close(entity, '2026-03-31')).body.data.result).toBe(-112)
  })

  test('that was moved to another month is closed for the months since the last closing', async () => {
    const { of, entity } = await apart()
    await of.buy('2024-11-04', 1000, 10)
    await of.buy('2025-06-03', 1000, 10)
    expect((await close(entity, '2025-03-31')).status).toBe(201)
    await ask(api, periods.update, { params: { id: entity.id }, body: { year_end_month: 12 } })
    // 2024 ended before the last closing; what was earned since belongs to 2025.
    expect((await close(entity, '2025-12-31')).body.data.result).toBe(-112)
    await clean(of)
  })

  test('goes to the account that Retained Earnings are mapped to', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-03-03', 1000, 10)
    await api.call('POST /chart-of-accounts', {
      body: { account_code: '3190', account_name: 'Reserve of funds' },
    })
    await ask(api, glMappings.set, {
      body: {
        role: 'retained-earnings',
        portfolioId: of.portfolioId,
        account_code: '3190',
        effective_from: '2026-03-31',
      },
    })
    const closed = await close(entity, '2026-03-31', '?dryRun=1')
    expect(closed.body.data.portfolios).toMatchObject([
      { lines: expect.arrayContaining([expect.objectContaining({ account_code: '3190', debit: 112 })]) },
    ])
  })

  test('its lines say Closing in the ledger', async () => {
    const { of, entity } = await apart()
    await of.buy('2026-03-03', 1000, 10)
    await close(entity, '2026-03-31')
    const found = await ask(api, ledger.list, {
      query: { portfolioId: of.portfolioId, transaction_type: 'Closing' },
    })
    expect(found.length).toBe(7)
    expect(new Set(found.map((line) => line.kind))).toEqual(new Set(['closing']))
  })
})

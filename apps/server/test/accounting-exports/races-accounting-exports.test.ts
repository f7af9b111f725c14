/** Batches while others post, and two at once: every entry is in exactly one live batch. */
import { setTimeout as pause } from 'node:timers/promises'
import { accountingExports } from '@em/contract/accounting-exports/accounting-exports'
import { journal } from '@em/contract/journal/journal'
import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { makeBatch as make } from '../../src/features/accounting-exports/make-batch.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { waitingForLock } from '../support/locks.ts'
import { fileOf, makeBatch, makeTarget, mapChart } from '../support/outside-ledgers.ts'

const TODAY = '2026-03-31'
let api: Api
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  await startBooks(api)
})

let names = 0
async function target(changes: object = {}) {
  names += 1
  const made = await makeTarget(api, {
    name: `Ledger ${names}`,
    code: `L${names}`,
    format: 'csv',
    ...changes,
  })
  await mapChart(api, made)
  return made
}
const post = (date: string, amount: number, portfolioId = 'GROW') =>
  ask(api, journal.create, {
    body: {
      date,
      description: 'Capital',
      status: 'Posted',
      lines: [
        { account_code: '1010', debit: amount, portfolioId },
        { account_code: '3000', credit: amount, portfolioId },
      ],
    },
  })
const liveOf = async (id: number) =>
  (
    await api.database.query<{ entry_id: number; batches: number }>(
      `SELECT entry_id, count(*)::int AS batches FROM accounting_exported WHERE target_id = $1 AND is_live GROUP BY 1`,
      [id],
    )
  ).map(({ entry_id, batches }) => [entry_id, batches])

test('a posting in progress when the batch is asked for is waited for, and is in it', async () => {
  const one = await target()
  await post('2026-03-02', 10)
  const poster = new pg.Client(api.fresh.admin)
  await poster.connect()
  try {
    // As a save does it: the lines are there, not committed yet, and the locks of posting are shared.
    const [account] = await api.database.query<{ id: number }>(
      "SELECT id FROM chart_of_accounts WHERE account_code = '1010'",
    )
    await poster.query('BEGIN; SET LOCAL search_path = em; SELECT share_postings()')
    let isOver = false
    const asked = makeBatch(api, one, TODAY).finally(() => {
      isOver = true
    })
    await waitingForLock(poster, 1, () => isOver)
    const { rows } = await poster
      .query(
        `SET LOCAL equity_manager.people = '{${api.user.id}}';
       INSERT INTO journal_entries (entry_date, kind, transaction_type, description, cause_kind, cause_id, line_count, recorded_by)
       VALUES ('2026-03-03', 'manual', 'Journal Entry', 'In progress', 'person', ${api.user.id}, 2, ${api.user.id}) RETURNING id`,
      )
      .then((all) => (all as unknown as pg.QueryResult[]).at(-1) as pg.QueryResult<{ id: string }>)
    const entry = Number(rows[0]?.id)
    await poster.query(
      `INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, portfolio_id)
       SELECT ${entry}, n, '2026-03-03', ${account?.id}, 'manual', CASE n WHEN 1 THEN 7 ELSE 0 END, CASE n WHEN 2 THEN 7 ELSE 0 END, 'Journal Entry', p.id
         FROM generate_series(1, 2) AS n, portfolios p WHERE p.portfolio_id = 'GROW'`,
    )
    await poster.query('COMMIT')
    const { body, status } = await asked
    expect([status, body.entries]).toEqual([201, 2])
    expect((await liveOf(one.id)).map(([id]) => id)).toContain(entry)
  } finally {
    await poster.end()
  }
})

test('two at once of one target: the second waits for the first and finds nothing left', async () => {
  const one = await target({ portfolios: ['HOLD'] })
  await post('2026-03-02', 10, 'HOLD')
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  const user = { id: api.user.id } as never
  const input = {
    body: { target: one.id, to: TODAY },
    user,
    dryRun: false,
    progress: () => undefined,
  } as never
  const run = () =>
    api.database
      .transaction((tx) => make(api as never, tx, input), 'a batch', [api.user.id])
      .then(
        ({ answer }) => (answer as { number: string }).number,
        (error: { code?: string }) => error.code,
      )
  try {
    // Both wait at the barrier, after they began and before either has numbered its batch.
    await holder.query(`BEGIN; SELECT FROM em.accounting_targets WHERE id = ${one.id} FOR UPDATE`)
    const both = [run(), run()]
    await waitingForLock(holder, 2)
    await holder.query('COMMIT')
    expect((await Promise.all(both)).toSorted()).toEqual([`EXP-${one.code}-000001`, 'accounting.nothing'])
    expect(await liveOf(one.id)).toHaveLength(1)
  } finally {
    await holder.end()
  }
})

test('one that waits for another of its target is not ended by the time that a statement may take', async () => {
  const one = await target()
  await post('2026-03-02', 10)
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  const input = {
    body: { target: one.id, to: TODAY },
    user: { id: api.user.id },
    dryRun: false,
    progress: () => undefined,
  } as never
  try {
    await holder.query(`BEGIN; SELECT FROM em.accounting_targets WHERE id = ${one.id} FOR UPDATE`)
    const made = api.database.transaction(
      async (tx) => {
        await tx.query("SELECT set_config('statement_timeout', '300ms', true)")
        return make(api as never, tx, input)
      },
      'a batch',
      [api.user.id],
    )
    await waitingForLock(holder, 1)
    await pause(600)
    await holder.query('COMMIT')
    expect((await made).answer).toMatchObject({ number: `EXP-${one.code}-000001` })
  } finally {
    await holder.end()
  }
})

test('two at once replace a refused batch once', async () => {
  const one = await target()
  await post('2026-03-02', 10)
  const { id } = (await makeBatch(api, one, TODAY)).body
  await ask(api, accountingExports.refuse, { params: { id }, body: { reason: 'Refused there' } })
  const replace = () => api.call(accountingExports.replace, { params: { id } } as never)
  const statuses = (await Promise.all([replace(), replace()])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('post'),
      day: fc.integer({ min: 1, max: 28 }),
      amount: fc.integer({ min: 1, max: 999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('batch'),
      day: fc.integer({ min: 1, max: 28 }),
      amount: fc.constant(0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('replace'), day: fc.constant(1), amount: fc.constant(0) }),
  },
)

test('whatever is posted and replaced: each entry is in one live batch, and their sums are the trial balance', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 14 }),
      fc.constantFrom('line', 'day', 'month'),
      async (steps, detail) => {
        const one = await target({ detail, startDate: '2026-02-10', portfolios: ['GROW', 'HOLD'] })
        const made: { id: number; sha256: string }[] = []
        for (const { do: what, day, amount } of steps) {
          if (what === 'post')
            await post(`2026-02-${String(day).padStart(2, '0')}`, amount, amount % 2 === 0 ? 'GROW' : 'HOLD')
          if (what === 'batch') {
            const { status, body } = await makeBatch(api, one, `2026-02-${String(day).padStart(2, '0')}`)
            if (status === 201) made.push(body)
          }
          if (what === 'replace') {
            const last = made.pop()
            if (last === undefined) continue
            await ask(api, accountingExports.refuse, {
              params: { id: last.id },
              body: { reason: 'No reason' },
            })
            await ask(api, accountingExports.replace, { params: { id: last.id } })
          }
        }
        await post('2026-03-01', 1)
        const last = await makeBatch(api, one, TODAY)
        expect(last.status).toBe(201)
        made.push(last.body)
        const live = await liveOf(one.id)
        const [all] = await api.database.query<{ count: number }>(
          `SELECT count(DISTINCT entry_id)::int AS count FROM journal_lines WHERE portfolio_id IN (SELECT id FROM portfolios WHERE portfolio_id IN ('GROW', 'HOLD'))`,
        )
        expect(live).toHaveLength(all?.count ?? -1)
        expect(live.every(([, batches]) => batches === 1)).toBe(true)
        const { tie, difference } = await ask(api, accountingExports.get, { params: { id: last.body.id } })
        expect([difference, tie.length > 0]).toEqual([0, true])
        // The balance of the tie is the opening and the files of the live batches, summed by account.
        const sums = new Map<string, number>()
        for (const batch of made)
          for (const cells of (await fileOf(api, batch)).lines.slice(1).map((text) => text.split(',')))
            sums.set(
              cells[4] ?? '',
              (sums.get(cells[4] ?? '') ?? 0) + Math.round(100 * (Number(cells[6]) - Number(cells[7]))),
            )
        const [first] = await api.database.query<{ opening: string }>(
          `SELECT coalesce(sum(l.debit - l.credit), 0)::text AS opening FROM accounting_exported x JOIN journal_lines l ON l.entry_id = x.entry_id
             JOIN chart_of_accounts c ON c.id = l.account_id WHERE x.target_id = $1 AND x.batch_id IS NULL AND c.account_code = '1010'`,
          [one.id],
        )
        const cash = tie.find(({ account_code }) => account_code === '1010')?.balance ?? 0
        expect((sums.get('1010') ?? 0) + Math.round(Number(first?.opening) * 100)).toBe(
          Math.round(cash * 100),
        )
      },
    ),
    { numRuns: 8 },
  )
})

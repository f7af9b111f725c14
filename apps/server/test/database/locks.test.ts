/** Locks of the database: one table of them, and no circle of those that wait. */
import { readdir, readFile } from 'node:fs/promises'
import { journal } from '@em/contract/journal/journal'
import { suspenseItems } from '@em/contract/suspense/suspense'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { postManualEntry } from '../../src/features/journal/entry/entries.commands.ts'
import { reverseEntries } from '../../src/features/ledger/posting/reversals.commands.ts'
import { lockItems } from '../../src/features/suspense/suspense.commands.ts'
import { runOutside } from '../../src/platform/database/inside.ts'
import { takeLock } from '../../src/platform/database/locks.ts'
import { LOCK_CLASS, LOCKS, SESSION_LOCKS } from '../../src/platform/postgres/locks.ts'
import { acceptsNothing } from '../../src/platform/recorded-by.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'

describe('the table', () => {
  test('names each lock once, by its place', () => {
    expect(new Set(LOCKS.map(({ name }) => name)).size).toBe(LOCKS.length)
    const ranks = LOCKS.map(({ rank }) => rank)
    expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b))
    expect(ranks.every((rank) => rank > 0 && rank < 100)).toBe(true)
    const ofSessions = Object.values(SESSION_LOCKS).map((numbers) => numbers.join(' '))
    expect(new Set(ofSessions).size).toBe(ofSessions.length)
    const firsts = Object.values(SESSION_LOCKS).map(([first]): number => first)
    expect(firsts.filter((first) => first > LOCK_CLASS && first < LOCK_CLASS + 100)).toEqual([])
  })

  /** The table with what takes the locks of a session, and the functions that take those of a transaction. */
  const TAKERS = ['src/platform/postgres/locks.ts', 'src/platform/database/locks.ts', 'schema/locks.sql']

  test('is the only place of their numbers and keys', async () => {
    const server = new URL('../../', import.meta.url)
    const ranks = new Set<number>(LOCKS.map(({ rank }) => rank))
    const wrong: string[] = []
    for (const folder of ['src/', 'schema/']) {
      for (const name of await readdir(new URL(folder, server), { recursive: true })) {
        if (!/(?<!\.d)\.(ts|sql)$/.test(name) || TAKERS.includes(folder + name)) continue
        const text = await readFile(new URL(folder + name, server), 'utf8')
        for (const [call] of text.matchAll(/\w*advisory\w*lock\w*/g)) wrong.push(`${folder}${name}: ${call}`)
        for (const [call, rank] of text.matchAll(/(?:take|try)_lock\((\d+)?/g)) {
          if (!ranks.has(Number(rank))) wrong.push(`${folder}${name}: ${call}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

let api: Api
let user: number
beforeAll(async () => {
  api = await startApi({ today: '2026-06-30' })
  await startBooks(api)
  user = api.user.id
})

const LINES = [
  { account_code: '1010', debit: 5 },
  { account_code: '3000', credit: 5 },
]
/** An entry of one line: its other side is an item of Suspense. */
const item = async (debit = 5): Promise<number> =>
  (
    await ask(api, journal.create, {
      body: { date: '2026-06-01', description: 'To be found', account_code: '6300', debit },
    })
  ).data.id
const whole = {
  date: '2026-06-02',
  description: 'Paid in',
  reference: null,
  transaction_type: null,
  lines: LINES.map(({ account_code, debit = null, credit = null }) => ({
    account_code,
    debit: debit === null ? null : BigInt(debit * 100),
    credit: credit === null ? null : BigInt(credit * 100),
    description: null,
    portfolioId: null,
    settlementAccount: null,
    clears: null,
  })),
}
const deadlocks = async () => {
  const client = new pg.Client(api.fresh.config)
  await client.connect()
  try {
    const { rows } = await client.query(
      'SELECT pg_stat_force_next_flush(), deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    return Number((rows as { deadlocks: string }[])[0]?.deadlocks)
  } finally {
    await client.end()
  }
}

/** Lets everybody go on once all have come. */
function barrier(of: number): () => Promise<void> {
  let come = 0
  const all = Promise.withResolvers<void>()
  return () => {
    come += 1
    if (come === of) all.resolve()
    return all.promise
  }
}

describe('posting, and items of Suspense', () => {
  test('two that have posted reverse entries on Suspense: one after the other, none is given up', async () => {
    const [first, second] = [await item(), await item()]
    const met = barrier(2)
    let begun = 0
    const both = [first, second].map((id) =>
      api.database.transaction(
        async (tx) => {
          begun += 1
          await postManualEntry(tx, whole, acceptsNothing(user))
          await met()
          const cause = { kind: 'person', id: user } as const
          return reverseEntries(tx, [id], { ...acceptsNothing(user), kind: 'manual', cause })
        },
        'test',
        [user],
      ),
    )
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    // One that the database gives up is done again.
    expect(begun).toBe(2)
  })

  test('an item is cleared while a user posts', async () => {
    const line_no = 2
    const items = [
      { entry_id: await item(5), line_no },
      {
        entry_id: (
          await ask(api, journal.create, {
            body: { date: '2026-06-01', description: 'Back', account_code: '6300', credit: 5 },
          })
        ).data.id,
        line_no,
      },
    ]
    await api.database.transaction(
      async (tx) => {
        await postManualEntry(tx, whole, acceptsNothing(user))
        // Outside: as another person's request, which would wait for this transaction to end.
        const cleared = await runOutside(() => api.call('POST /suspense-items/clear', { body: { items } }))
        expect([cleared.status, cleared.body]).toEqual([201, expect.anything()])
      },
      'test',
      [user],
    )
    expect((await ask(api, suspenseItems.list, { query: {} })).map(({ entry_id }) => entry_id)).not.toContain(
      items[0]?.entry_id,
    )
  })

  test('many at once, reversals and clearings, leave none that was given up', async () => {
    const ids = await Promise.all(Array.from({ length: 32 }, () => item()))
    const before = await deadlocks()
    const answers = await Promise.all(
      ids.map((id) => api.call(`POST /journal-entries/${id}/reverse`, { body: { reason: 'Found' } })),
    )
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    expect(await deadlocks()).toBe(before)
  })
})

describe('the order', () => {
  const take = (...sql: readonly string[]) =>
    api.database.transaction(async (tx) => {
      for (const one of sql) await tx.query(`SELECT ${one}`)
    })

  test('is that of the table: an earlier lock after a later one is an error', async () => {
    const [periods, suspense] = [takeLock('periods'), takeLock('items of Suspense')]
    await take(periods, suspense)
    await expect(take(suspense, periods)).rejects.toThrow(
      'the lock of place 41 is taken after that of place 43',
    )
    // A lock that is already held is taken again without waiting; an exclusive lock includes the shared one.
    await take(periods, suspense, takeLock('periods', { isShared: true }), periods)
    await expect(take(takeLock('periods', { isShared: true }), suspense, periods)).rejects.toThrow('place 41')
  })

  test('posts what follows the turn of a clearing', async () => {
    await api.database.transaction(
      async (tx) => {
        await lockItems(tx)
        await postManualEntry(tx, whole, acceptsNothing(user))
      },
      'test',
      [user],
    )
  })
})

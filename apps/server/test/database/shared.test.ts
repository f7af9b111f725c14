/** A transaction that several writes share ends as one, whatever becomes of each. */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Step, Transaction } from '../../src/platform/database/database.ts'
import { NeedsOwnTransaction } from '../../src/platform/database/faults.ts'
import { SHARED_WRITERS } from '../../src/platform/database/shared.ts'
import { type Api, startApi } from '../support/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const note = (tx: Transaction, what: string) =>
  tx.query("INSERT INTO seeds (name) VALUES ('shared ' || $1)", [what])
const NOTES: Step<string, void> = {
  writes: true,
  run: async (tx, pieces) => {
    for (const piece of pieces) await note(tx, piece)
    return pieces.map(() => undefined)
  },
}
async function noted(): Promise<string[]> {
  const rows = await api.database.query<{ what: string }>(
    "SELECT substr(name, 8) AS what FROM seeds WHERE name LIKE 'shared %' ORDER BY at, name",
  )
  return rows.map(({ what }) => what)
}

/** Begins these writes together: other writes run until all of them are queued. */
async function together(works: readonly ((tx: Transaction) => Promise<string>)[]): Promise<string[]> {
  let begin: (() => void) | undefined
  const all = new Promise<void>((go) => {
    begin = go
  })
  const before = Array.from({ length: SHARED_WRITERS }, () => api.database.shared(() => all, 'before', 1))
  const answers = works.map((work) => api.database.shared(work, 'test', 1))
  begin?.()
  const [ends] = await Promise.all([Promise.allSettled(answers), ...before])
  return ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).constructor.name))
}

test('one fails after it has written while another still works: nothing of either is kept', async () => {
  const answers = await together([
    async (tx) => {
      await tx.together(NOTES, 'fails')
      throw new RangeError('for a reason of its own')
    },
    async (tx) => {
      await tx.together(NOTES, 'works on')
      // Longer than the transaction needs to end.
      await pause(100)
      await note(tx, 'afterwards')
      return 'done'
    },
  ])
  expect(await noted()).toEqual([])
  expect(answers).toEqual(['NeedsOwnTransaction', 'NeedsOwnTransaction'])
})

test('one fails before it has written: the others are kept', async () => {
  const answers = await together([
    () => Promise.reject(new RangeError('refused')),
    async (tx) => {
      await tx.together(NOTES, 'kept')
      return 'done'
    },
    () => Promise.reject(new NeedsOwnTransaction()),
  ])
  expect(answers).toEqual(['RangeError', 'done', 'NeedsOwnTransaction'])
  expect(await noted()).toEqual(['kept'])
})

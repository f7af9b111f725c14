/** The bell shows new announcements on securities held, by board, to users who may see holdings. */
import { announcements } from '@em/contract/announcements/announcements'
import type { notifications } from '@em/contract/dashboard/notifications'
import type { Reply } from '@em/contract/kit/route'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { oneHolding } from '../support/one-holding.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

const record = async (more: object) => {
  const { status, body } = await api.call<{ id: number }>(announcements.record, {
    body: {
      title: 'First interim dividend',
      company: 'John Keells Holdings PLC',
      symbol: 'JKH.N0000',
      category: 'Dividend',
      date: '2026-03-24',
      ...more,
    },
  })
  expect(status).toBe(201)
  return body.id
}
const inBell = async (token?: string) =>
  (
    await api.call<Reply<typeof notifications>>('GET /notifications', token === undefined ? {} : { token })
  ).body.filter(({ id }) => id.startsWith('announcements-'))

test('one announcement is shown by its title and opens itself; several are shown as a count', async () => {
  const of = await oneHolding(books, 'FIFO')
  const other = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 100, 20)
  await record({ symbol: 'SAMP.N0000', company: 'Sampath Bank PLC', title: 'Not held' })
  await record({ date: '2026-03-10', title: 'Of before last week' })
  expect(await inBell()).toEqual([])
  const id = await record({})
  expect(await inBell()).toMatchObject([
    {
      severity: 'info',
      title: '1 new announcement on securities held',
      detail: 'JKH.N0000: First interim dividend',
      record: id,
    },
  ])
  await record({ title: 'Second interim dividend', date: '2026-03-25' })
  expect(await inBell()).toMatchObject([
    {
      title: '2 new announcements on securities held',
      detail: 'The latest: JKH.N0000: Second interim dividend',
      record: null,
    },
  ])
  const elsewhere = await personWith(api, { sees: [other.id] })
  expect(await inBell(elsewhere.token)).toEqual([])
})

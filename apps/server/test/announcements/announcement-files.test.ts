import { announcements } from '@em/contract/announcements/announcements'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi()
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

interface Report {
  rows: number
  added: number
  changed: number
  unchanged: number
  code: string
  message: string
  details: { field: string; message: string }[]
}
const upload = (text: string | Buffer, query: object = {}) =>
  api.call<Report>(announcements.upload, {
    body: { file: { fileName: 'announcements.csv', data: Buffer.from(text).toString('base64') } },
    query,
  })
const list = () => api.ask(announcements.list, { query: {} })

const FILE = `Announcements of the week
ID,Date,Time,Category,Title,Company,Symbol,Priority,Summary,Content
A-1,13/06/2026,02:30 PM,Corporate Actions,Rights issue,Sampath Bank PLC,SAMP.N0000,low,One for ten,"Line 1
Line 2"
,15.Jun.2026,,CASH DIVIDEND,First interim dividend,John Keells Holdings PLC,,,,
,2026-06-01,0.5,agm/egm,Annual General Meeting,"Hatton, Ceylon PLC",,,,
`

test('a file is read by the names of its columns, with the dates and times of a sheet', async () => {
  expect(await upload(FILE)).toMatchObject({
    status: 201,
    body: { rows: 3, added: 3, changed: 0, unchanged: 0 },
  })
  expect(await list()).toMatchObject([
    {
      title: 'First interim dividend',
      date: '2026-06-15',
      category: 'Dividend',
      kind: 'CASH DIVIDEND',
      priority: 'High',
    },
    {
      title: 'Rights issue',
      date: '2026-06-13',
      time: '14:30',
      priority: 'Low',
      symbol: 'SAMP.N0000',
      source: 'file',
    },
    { title: 'Annual General Meeting', time: '12:00', company: 'Hatton, Ceylon PLC', priority: 'Medium' },
  ])
  const rights = (await list())[1]
  expect(await api.ask(announcements.get, { params: { id: rights?.id ?? 0 } })).toMatchObject({
    content: 'Line 1\nLine 2',
  })
})

test('the same file again changes nothing; a changed row is the next version of its announcement', async () => {
  await upload(FILE)
  expect((await upload(FILE)).body).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
  const changed = FILE.replace('Rights issue', 'Rights issue (corrected)').replace('0.5', '13:00')
  expect((await upload(changed)).body).toMatchObject({ added: 0, changed: 2, unchanged: 1 })
  const all = await list()
  expect(all.map(({ version }) => version)).toEqual([1, 2, 2])
  const { id } = all[1] ?? { id: 0 }
  expect((await api.ask(announcements.versions, { params: { id } })).map(({ title }) => title)).toEqual([
    'Rights issue (corrected)',
    'Rights issue',
  ])
})

test('a preview keeps nothing', async () => {
  expect((await upload(FILE, { dryRun: '1' })).body).toMatchObject({ rows: 3, added: 3 })
  expect(await list()).toEqual([])
})

test('rows that cannot be read are named by their lines, and none is kept', async () => {
  const answer = await upload(`Date,Title,Category,Symbol,Priority,Time
2026-06-12,Well,News,,,
32/13/2026,No day,News,,,
2026-06-12,,News,,,
2026-06-12,Gossip,Rumours,,,
2026-06-12,Symbol,News,J K H,,
2026-06-12,Urgent,News,,Urgent,
2026-06-12,Late,News,,,25:99
2026-06-12,WELL,News,,,
,No date,News,,,
2026-06-12,No category,,,,
`)
  expect(answer).toMatchObject({ status: 422, body: { code: 'announcements.rows' } })
  expect(answer.body.details.map(({ field, message }) => [field, message.replace(/: .*/s, '')])).toEqual([
    ['Date', 'Line 3'],
    ['Title', 'Line 4'],
    ['Category', 'Line 5'],
    ['Symbol', 'Line 6'],
    ['Priority', 'Line 7'],
    ['Time', 'Line 8'],
    ['Title', 'Line 9'],
    ['Date', 'Line 10'],
    ['Category', 'Line 11'],
  ])
  expect(await list()).toEqual([])
})

test.each([
  ['without the columns', 'A,B\n1,2\n', 422, 'announcements.no-table'],
  ['without rows', 'Date,Title,Category\n', 422, 'file.unreadable'],
  ['with too many rows', `Date,Title,Category\n${'2026-06-12,T,News\n'.repeat(2_001)}`, 422, 'file.too-many'],
  ['that is no sheet', '\u0089PNG\r\n', 415, 'file.kind'],
])('a file %s is refused', async (_, text, status, code) => {
  expect(await upload(text)).toMatchObject({ status, body: { code } })
})

test('a full text of a file may be as long as a typed one, and no longer', async () => {
  const row = (length: number) => `Date,Title,Category,Content\n2026-06-12,Long,News,${'x'.repeat(length)}\n`
  expect(await upload(row(20_000))).toMatchObject({ status: 201 })
  expect(await upload(row(20_001).replace('Long', 'Longer'))).toMatchObject({
    status: 422,
    body: { details: [{ field: 'Content' }] },
  })
})

test('an announcement that was taken back comes again with a file that has it', async () => {
  await upload(FILE)
  const [first] = await list()
  await api.ask(announcements.remove, { params: { id: first?.id ?? 0 }, query: {} })
  expect((await upload(FILE)).body).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
  expect(await list()).toHaveLength(3)
})

test('days that can be read in two ways are asked about, and recorded as it is said', async () => {
  const file = 'Date,Category,Title\n03/04/2026,CASH DIVIDEND,First interim dividend\n'
  const asked = await upload(file)
  expect(asked).toMatchObject({
    status: 422,
    body: { code: 'file.date-order', question: { field: 'dateOrder', example: '03/04/2026' } },
  })
  expect(await list()).toEqual([])
  const data = Buffer.from(file).toString('base64')
  const done = await api.call<Report>(announcements.upload, {
    body: { file: { fileName: 'a.csv', data }, dateOrder: 'mdy' },
    query: {},
  })
  expect(done).toMatchObject({ status: 201, body: { added: 1 } })
  expect(await list()).toMatchObject([{ date: '2026-03-04' }])
})

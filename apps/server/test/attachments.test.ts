import { ATTACHMENTS_MAX, type Attachment, attachments } from '@em/contract/books/attachments'
import { journal } from '@em/contract/books/journal'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from './support/api.ts'
import { ask, type Refused } from './support/books.ts'
import { fillSmallBook, rightBodies } from './support/small-book.ts'

let api: Api
let entry: number
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
  entry = (await ask(api, journal.create, { body: rightBodies()['journal.create'] })).data.id
})

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)])
const XLSX = Buffer.concat([
  Buffer.from([0x50, 0x4b, 3, 4]),
  Buffer.from('[Content_Types].xml xl/workbook.xml'),
])
const sent = (file_name: string, content: Buffer | string, more = {}) => ({
  owner_kind: 'journal-entry',
  owner_id: entry,
  file_name,
  data: Buffer.from(content).toString('base64'),
  ...more,
})
const add = (file_name: string, content: Buffer | string, more = {}) =>
  api.call<Attachment & Refused>(attachments.add, { body: sent(file_name, content, more) })

describe('a file', () => {
  test('is kept with its entry, listed, given back as it was, and deleted with a trace', async () => {
    const added = await add('C:\\papers\\voucher “7”.pdf', PDF)
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      owner_kind: 'journal-entry',
      owner_id: entry,
      file_name: 'voucher “7”.pdf',
      media_type: 'application/pdf',
      bytes: PDF.length,
      added_by: 'Nimal Perera',
    })
    const listed = { query: { owner_kind: 'journal-entry', owner_id: String(entry) } }
    expect(await ask(api, attachments.list, listed)).toEqual([added.body])

    const file = await api.app.inject({
      url: `/api/attachments/${added.body.id}/file`,
      headers: { authorization: `Bearer ${api.token}` },
    })
    expect(file.rawPayload.equals(PDF)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="voucher _7_\.pdf"; filename\*=UTF-8''voucher%20/,
      ),
      'cache-control': 'no-store',
    })
    expect((await api.call('GET /attachments/1/file', { token: null })).status).toBe(401)

    await ask(api, attachments.remove, { params: { id: added.body.id } })
    expect(await ask(api, attachments.list, listed)).toEqual([])
    expect((await api.call(attachments.file, { params: { id: added.body.id } })).status).toBe(404)
    const trail = await api.database.query(
      "SELECT action, coalesce(after, before) ->> 'file_name' AS name FROM audit WHERE entity = 'attachment' ORDER BY id",
    )
    expect(trail).toEqual([
      { action: 'attachments.add', name: 'voucher “7”.pdf' },
      { action: 'attachments.remove', name: 'voucher “7”.pdf' },
    ])
  })

  test.each<[string, string, Buffer | string, string]>([
    ['PNG', 'scan.PNG', PNG, 'image/png'],
    ['JPEG', 'scan.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'image/jpeg'],
    ['workbook', 'sheet.xlsx', XLSX, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['CSV', 'lines.csv', 'date,amount\r\n2026-06-01,5.00\r\n', 'text/csv'],
    ['text', 'note.txt', 'ගෙවීම', 'text/plain'],
  ])('is known for a %s by its bytes', async (_, name, content, type) => {
    const added = await add(name, content)
    expect([added.status, added.body.media_type]).toEqual([201, type])
  })

  test.each<[string, string, Buffer | string, number, string]>([
    ['a program', 'run.exe', Buffer.from('MZ\u0000'), 415, 'attachment.kind'],
    ['a page of ours to be', 'page.html', '<script>alert(1)</script>', 415, 'attachment.kind'],
    ['a program called a PDF', 'invoice.pdf', Buffer.from('MZ\u0000'), 415, 'attachment.kind'],
    ['a PDF called text', 'invoice.txt', PDF, 415, 'attachment.kind'],
    [
      'a zip that is no workbook',
      'sheet.xlsx',
      Buffer.from([0x50, 0x4b, 3, 4, 9, 9]),
      415,
      'attachment.kind',
    ],
    ['text with NULs', 'a.txt', Buffer.from('a\u0000b'), 415, 'attachment.kind'],
    ['text that is not UTF-8', 'a.csv', Buffer.from([0xe9, 0x2c]), 415, 'attachment.kind'],
    ['nothing', 'a.txt', '', 400, 'request.invalid'],
    ['no name', '', 'a', 400, 'request.invalid'],
    ['a name that turns itself round', 'a\u202etxt.txt', 'a', 400, 'request.invalid'],
    ['more than 10 MB', 'a.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413, 'file.too-large'],
  ])('that is %s is refused', async (_, name, content, status, code) => {
    const answer = await add(name, content)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('needs an owner that is there, and content that is base64', async () => {
    const refused = async (more: object) => {
      const { status, body } = await add('a.txt', 'a', more)
      return [status, body.code]
    }
    expect(await refused({ owner_id: 999_999 })).toEqual([404, 'record.missing'])
    expect(await refused({ owner_kind: 'journal-draft' })).toEqual([404, 'record.missing'])
    expect(await refused({ owner_kind: 'trade' })).toEqual([400, 'request.invalid'])
    expect(await refused({ data: 'ä&' })).toEqual([400, 'request.invalid'])
  })
})

test('an owner has twenty files at most, however many come at once', async () => {
  const { data } = await ask(api, journal.create, { body: rightBodies()['journal.create'] })
  const answers = await Promise.all(
    Array.from({ length: ATTACHMENTS_MAX + 4 }, (_, place) =>
      add(`${place}.txt`, 'a', { owner_id: data.id }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(ATTACHMENTS_MAX)
  expect(answers.filter(({ body }) => body.code === 'attachment.too-many')).toHaveLength(4)
})

test('a file of the largest size is kept', async () => {
  const added = await add('large.txt', Buffer.alloc(10 * 1024 * 1024, 'a'))
  expect([added.status, added.body.bytes]).toEqual([201, 10 * 1024 * 1024])
})

test('a draft that was posted takes no more files: they would belong to nothing', async () => {
  const right = rightBodies()['journal.create'] as object
  const { data: draft } = await ask(api, journal.create, { body: { ...right, status: 'Draft' } })
  const toDraft = { owner_kind: 'journal-draft', owner_id: draft.id }
  expect((await add('before.txt', 'a', toDraft)).status).toBe(201)
  const { results } = await ask(api, journal.postDrafts, { body: { ids: [draft.id] } })
  const late = await add('late.txt', 'a', toDraft)
  expect([late.status, late.body.code]).toEqual([409, 'record.stale'])
  const owner_id = String(results[0]?.entry_id)
  const kept = await ask(api, attachments.list, { query: { owner_kind: 'journal-entry', owner_id } })
  expect(kept.map(({ file_name }) => file_name)).toEqual(['before.txt'])
})

test('a large body is read only from who is signed in', async () => {
  const stranger = await api.call<Refused>(attachments.add, { body: '{"data": "', token: null })
  expect([stranger.status, stranger.body.code]).toEqual([401, 'auth.required'])
  const known = await api.call<Refused>(attachments.add, { body: '{"data": "' })
  expect(known.status).toBe(400)
})

import { ATTACHMENTS_MAX, type Attachment, attachments } from '@em/contract/attachments/attachments'
import { journal } from '@em/contract/journal/journal'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused } from '../support/books.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

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

const draftOf = async () => {
  const right = rightBodies()['journal.create'] as object
  return (await ask(api, journal.create, { body: { ...right, status: 'Draft' } })).data.id
}
const filesOf = (owner_kind: string, owner_id: number) =>
  ask(api, attachments.list, { query: { owner_kind, owner_id: String(owner_id) } })
const mark = (id: number, reason = 'The wrong invoice') =>
  api.call<Attachment & Refused>(attachments.markRemoved, { params: { id }, body: { reason } })
const content = async (id: number) => {
  const url = `/api/attachments/${id}/file`
  return (await api.app.inject({ url, headers: { authorization: `Bearer ${api.token}` } })).rawPayload
}

describe('a file', () => {
  test('is kept with its draft, listed, given back as it was, and deleted with a trace', async () => {
    const owner_id = await draftOf()
    const added = await add('C:\\papers\\voucher “7”.pdf', PDF, { owner_kind: 'journal-draft', owner_id })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      owner_kind: 'journal-draft',
      owner_id,
      file_name: 'voucher “7”.pdf',
      media_type: 'application/pdf',
      bytes: PDF.length,
      added_by: 'Nimal Perera',
      permanent: false,
    })
    const listed = { query: { owner_kind: 'journal-draft', owner_id: String(owner_id) } }
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
    Array.from({ length: ATTACHMENTS_MAX + 4 }, (_, index) =>
      add(`${index}.txt`, 'a', { owner_id: data.id }),
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
  const stored = await ask(api, attachments.list, { query: { owner_kind: 'journal-entry', owner_id } })
  expect(stored.map(({ file_name }) => file_name)).toEqual(['before.txt'])
})

test('a large body is read only from who is signed in', async () => {
  const stranger = await api.call<Refused>(attachments.add, { body: '{"data": "', token: null })
  expect([stranger.status, stranger.body.code]).toEqual([401, 'auth.required'])
  const known = await api.call<Refused>(attachments.add, { body: '{"data": "' })
  expect(known.status).toBe(400)
})

describe('a file of a posted entry', () => {
  const posted = async (...names: string[]) => {
    const { id } = (await ask(api, journal.create, { body: rightBodies()['journal.create'] })).data
    const files = []
    for (const name of names) files.push((await add(name, name, { owner_id: id })).body)
    return { id, files }
  }
  const one = async () => {
    const { id, files } = await posted('voucher.txt')
    return { entry: id, file: files[0] as Attachment }
  }
  const deletion = async (id: number) => {
    const { status, body } = await api.call<Refused>(attachments.remove, { params: { id } })
    return [status, body.code]
  }
  const stays = [409, 'attachment.permanent']

  test('is not deleted; marked as removed it is listed below the others, with who, when and why', async () => {
    const { id, files } = await posted('first.txt', 'second.txt')
    const first = (files[0] as Attachment).id
    expect(files[0]).toMatchObject({ permanent: true, removed_at: null, removed_by: null })
    expect(await deletion(first)).toEqual(stays)
    const marked = await mark(first, '  The wrong invoice ')
    expect(marked.status).toBe(200)
    expect(marked.body).toMatchObject({
      id: first,
      removed_at: expect.stringMatching(/^20\d\d-/),
      removed_by: 'Nimal Perera',
      removal_reason: 'The wrong invoice',
    })
    expect((await filesOf('journal-entry', id)).map(({ file_name }) => file_name)).toEqual([
      'second.txt',
      'first.txt',
    ])
    expect((await content(first)).toString()).toBe('first.txt')
    expect(await deletion(first)).toEqual(stays)
    const [trail] = await api.database.query(
      `SELECT action, before ->> 'removed_at' AS before, after ->> 'removal_reason' AS after
         FROM audit WHERE entity = 'attachment' AND entity_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(first)],
    )
    expect(trail).toEqual({ action: 'attachments.mark-removed', before: null, after: 'The wrong invoice' })
    const { data } = await ask(api, journal.list, { query: { search: String(id) } })
    expect(data.find((row) => row.id === id)?.attachments).toBe(1)
  })

  test('is marked only with a reason', async () => {
    const { file } = await one()
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      const { status, body } = await mark(file.id, reason)
      expect([status, body.code]).toEqual([400, 'request.invalid'])
    }
    expect((await mark(file.id, 'x'.repeat(500))).status).toBe(200)
    expect((await mark(999_999)).status).toBe(404)
  })

  test('is marked once, however many do it at once; the refusals of the others name the first', async () => {
    const { entry, file } = await one()
    const answers = await Promise.all(['One', 'Two', 'Three'].map((reason) => mark(file.id, reason)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect([status, body.code]).toEqual([409, 'attachment.removed'])
      expect(body.message).toBe('Nimal Perera has marked this file as removed already.')
    }
    const [stored] = await filesOf('journal-entry', entry)
    expect(stored?.removal_reason).toBe(won[0]?.body.removal_reason)
  })

  test('makes room for another when it is marked as removed', async () => {
    const { id, files } = await posted(...Array.from({ length: ATTACHMENTS_MAX }, (_, at) => `${at}.txt`))
    expect((await add('more.txt', 'a', { owner_id: id })).body.code).toBe('attachment.too-many')
    await mark((files[0] as Attachment).id)
    expect((await add('more.txt', 'a', { owner_id: id })).status).toBe(201)
  })

  test('stays when the entry is reversed, and goes along when another is posted in its place', async () => {
    const right = rightBodies()['journal.create'] as object
    const reversed = await one()
    await ask(api, journal.reverse, { params: { id: reversed.entry }, body: { reason: 'Twice' } })
    expect(await deletion(reversed.file.id)).toEqual(stays)
    expect((await mark(reversed.file.id)).status).toBe(200)
    expect(await filesOf('journal-entry', reversed.entry)).toHaveLength(1)

    const replaced = await one()
    await mark(replaced.file.id)
    const { data } = await ask(api, journal.change, { params: { id: replaced.entry }, body: right })
    expect(data.id).not.toBe(replaced.entry)
    expect(await filesOf('journal-entry', data.id)).toEqual([
      expect.objectContaining({ id: replaced.file.id, removal_reason: 'The wrong invoice' }),
    ])
    expect(await deletion(replaced.file.id)).toEqual(stays)
  })

  test('stays when the entry is taken back to a draft, whose own files can be deleted until it is posted', async () => {
    const right = rightBodies()['journal.create'] as object
    const { entry: id, file } = await one()
    const { data: draft } = await ask(api, journal.change, {
      params: { id },
      body: { ...right, status: 'Draft' },
    })
    expect(await deletion(file.id)).toEqual(stays)
    const toDraft = { owner_kind: 'journal-draft', owner_id: draft.id }
    const [own, other] = [await add('own.txt', 'a', toDraft), await add('other.txt', 'a', toDraft)]
    const early = await mark(own.body.id)
    expect([early.status, early.body.code]).toEqual([409, 'attachment.not-permanent'])
    expect((await deletion(own.body.id))[0]).toBe(200)
    expect((await mark(file.id)).status).toBe(200)
    const { results } = await ask(api, journal.postDrafts, { body: { ids: [draft.id] } })
    expect(
      (await filesOf('journal-entry', results[0]?.entry_id ?? 0)).map(({ file_name }) => file_name),
    ).toEqual(['other.txt', 'voucher.txt'])
    expect(await deletion(other.body.id)).toEqual(stays)
  })

  describe('and the database', () => {
    const statements = (id: number): [string, string][] => [
      [`DELETE FROM attachments WHERE id = ${id}`, '23514'],
      ['DELETE FROM attachments', '23514'],
      [`UPDATE attachments SET permanent = false WHERE id = ${id}`, '23514'],
      [`UPDATE attachments SET removal_reason = 'Another' WHERE id = ${id}`, '23514'],
      [
        `UPDATE attachments SET removed_at = NULL, removed_by = NULL, removal_reason = NULL WHERE id = ${id}`,
        '23514',
      ],
      [`UPDATE attachments SET owner_kind = 'journal-draft' WHERE id = ${id}`, '23514'],
      [`UPDATE attachments SET owner_id = owner_id + 1 WHERE id = ${id}`, '23514'],
      [`UPDATE attachments SET content = 'x', bytes = 1 WHERE id = ${id}`, '42501'],
      [`UPDATE attachments SET file_name = 'other.txt' WHERE id = ${id}`, '42501'],
      [`UPDATE attachments SET id = DEFAULT WHERE id = ${id}`, '42501'],
      ['TRUNCATE attachments', '42501'],
    ]
    const rows = () =>
      api.database.query(
        `SELECT id, owner_kind, owner_id, permanent, removed_at, removed_by, removal_reason, file_name, bytes, md5(content) AS content
           FROM attachments ORDER BY id`,
      )

    test.each(['application', 'owner', 'superuser'] as const)('refuses the %s', async (who) => {
      const { file } = await one()
      await mark(file.id)
      const before = await rows()
      const client = who === 'application' ? null : await connected(who === 'superuser')
      try {
        for (const [statement, code] of statements(file.id)) {
          const refused = client === null ? api.database.query(statement) : client.query(statement)
          await expect(refused, statement).rejects.toMatchObject({ code })
        }
      } finally {
        await client?.end()
      }
      expect(await rows()).toEqual(before)
    })
  })
})

async function connected(superuser: boolean): Promise<pg.Client> {
  const client = new pg.Client(superuser ? api.fresh.admin : api.fresh.config)
  await client.connect()
  await client.query('SET search_path = em')
  return client
}

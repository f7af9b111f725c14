/** Damaged, cut and forged files: none is accepted as a backup. */
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBackup, makeBackup } from '../../src/backup/backup.ts'
import { openBackupFile, readParts } from '../../src/backup/file-reader.ts'
import { writeBackupFile } from '../../src/backup/file-writer.ts'
import { type Contents, type Part, TITLE } from '../../src/backup/format.ts'
import { seed } from '../../src/first-start.ts'
import { ownVersions } from '../../src/platform/database/steps.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { restored } from '../support/restored.ts'

const PASSPHRASE = 'correct horse battery'
/** Bits that are flipped; more by DAMAGE_ROUNDS, which begin with the same. */
const ROUNDS = Number(process.env['DAMAGE_ROUNDS'] ?? 40)
const quiet = () => undefined
let folder: string
const bytes: Record<'plain' | 'sealed', Buffer> = { plain: Buffer.alloc(0), sealed: Buffer.alloc(0) }

/** The same sequence on every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'equity-manager-backup-test-'))
  const books = await freshDatabase()
  const database = await openPatiently(books.config, 2)
  await seed(database)
  // Random texts, so that the file has several pieces.
  await database.query(
    `SELECT record_acts(begin_acts(ARRAY[NULL::bigint]), array_agg('a'::text), array_agg('b'::text), array_agg(n::text), NULL,
            array_agg(json_build_object('text', (SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 20) WHERE n > 0))::text), NULL)
       FROM generate_series(1, 3500) n`,
  )
  await database.close()
  for (const kind of ['plain', 'sealed'] as const) {
    const target = join(folder, kind)
    const passphrase = kind === 'sealed' ? PASSPHRASE : undefined
    await makeBackup({ connection: books.config, target, product: '0.1.0', passphrase, say: quiet })
    bytes[kind] = await readFile(target)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const path = () => join(folder, 'changed')
async function outcomeOf(content: Buffer): Promise<string> {
  await writeFile(path(), content)
  return checkBackup(path(), async () => PASSPHRASE, quiet).then(
    () => 'whole',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}
/** The sum of all that a file without a passphrase says, unpacked. */
async function saidBy(content: Buffer): Promise<string> {
  await writeFile(path(), content)
  const sum = createHash('sha256')
  await readParts(await openBackupFile(path()), undefined, (part) => {
    sum.update(part.kind === 'rows' ? part.bytes : JSON.stringify(part))
    return Promise.resolve()
  })
  return sum.digest('hex')
}
/** The checksum at the end is computed anew, so that the change would pass unnoticed. */
function summed(content: Buffer): Buffer {
  const before = content.subarray(0, -32)
  return Buffer.concat([before, createHash('sha256').update(before).digest()])
}
const flipped = (content: Buffer, at: number, bit: number) => {
  const copy = Buffer.from(content)
  copy[at] = (copy[at] ?? 0) ^ (1 << bit)
  return copy
}
/** Where the header ends: what it says of the time or the version is not covered without a passphrase. */
const headBytes = (content: Buffer) => TITLE.length + 4 + content.readUInt32BE(TITLE.length)

describe.each(['plain', 'sealed'] as const)('a %s file', (kind) => {
  // Each reading of a sealed file derives its key anew, which is slow on purpose.
  const rounds = kind === 'sealed' ? Math.ceil(ROUNDS / 9) : ROUNDS
  test('has several pieces, and is whole as it was written', async () => {
    expect(bytes[kind].length).toBeGreaterThan(3 * 256 * 1024)
    expect(await outcomeOf(bytes[kind])).toBe('whole')
  })

  test(`is refused with any of ${ROUNDS} bits flipped`, async () => {
    const roll = dice(1)
    for (let round = 0; round < ROUNDS; round += 1) {
      // Every third in the header, where each byte counts.
      const at = roll(round % 3 === 0 ? headBytes(bytes[kind]) : bytes[kind].length)
      const outcome = await outcomeOf(flipped(bytes[kind], at, roll(8)))
      expect(outcome, `byte ${at}`).toMatch(/^BackupError: .*(damaged|not a backup|file format)/)
    }
  })

  test('is refused cut anywhere, and with something after its end', async () => {
    const roll = dice(2)
    const whole = bytes[kind]
    for (const length of [
      0,
      1,
      23,
      24,
      27,
      28,
      60,
      whole.length - 1,
      ...Array.from({ length: 20 }, () => roll(whole.length)),
    ]) {
      expect(await outcomeOf(whole.subarray(0, length)), `${length} bytes`).toMatch(
        /^BackupError: .*(damaged|not a backup)/,
      )
    }
    expect(await outcomeOf(Buffer.concat([whole, Buffer.of(0)]))).toMatch(/^BackupError: .*damaged/)
    expect(await outcomeOf(Buffer.concat([whole, whole]))).toMatch(/^BackupError: .*damaged/)
  })

  test(`is refused with any of ${rounds} bits flipped and the checksum put right`, async () => {
    const roll = dice(3)
    const from = kind === 'sealed' ? TITLE.length : headBytes(bytes[kind])
    for (let round = 0; round < rounds; round += 1) {
      // With a passphrase the header is bound to the contents: every second there.
      const until = kind === 'sealed' && round % 2 === 0 ? headBytes(bytes[kind]) : bytes[kind].length - 32
      const at = from + roll(until - from)
      const changed = summed(flipped(bytes[kind], at, roll(8)))
      const outcome = await outcomeOf(changed)
      // Packing has a few bits that say nothing: then what is unpacked is the same.
      if (outcome === 'whole' && kind === 'plain')
        expect(await saidBy(changed), `byte ${at}`).toBe(await saidBy(bytes.plain))
      else expect(outcome, `byte ${at}`).toMatch(/^BackupError: /)
    }
  })

  test('is refused with a piece left out, doubled or in another place, and the checksum put right', async () => {
    const whole = bytes[kind]
    const pieces: Buffer[] = []
    for (let at = headBytes(whole); at < whole.length - 32; ) {
      const length = 4 + (whole.readUInt32BE(at) & 0x7fff_ffff)
      pieces.push(whole.subarray(at, at + length))
      at += length
    }
    const [first, second, third, ...rest] = pieces as [Buffer, Buffer, Buffer, ...Buffer[]]
    const head = whole.subarray(0, headBytes(whole))
    // As if the second were the last.
    const closing = Buffer.from(second)
    closing[0] = (closing[0] ?? 0) | 0x80
    for (const order of [
      [first, closing],
      [first, third, ...rest],
      [first, second, second, third, ...rest],
      [second, first, third, ...rest],
      [first, second, third, ...rest.slice(0, -1)],
      [],
    ]) {
      const content = summed(Buffer.concat([head, ...order, Buffer.alloc(32)]))
      expect(await outcomeOf(content)).toMatch(/^BackupError: /)
    }
  })
})

test('pieces of one sealed file do not open in another of the same passphrase', async () => {
  const books = await freshDatabase()
  const target = join(folder, 'other')
  await makeBackup({ connection: books.config, target, product: '0.1.0', passphrase: PASSPHRASE, say: quiet })
  const other = await readFile(target)
  const head = bytes.sealed.subarray(0, headBytes(bytes.sealed))
  const content = summed(Buffer.concat([head, other.subarray(headBytes(other))]))
  expect(await outcomeOf(content)).toBe('BackupError: The contents of the file are damaged.')
})

describe('a file that another program wrote', () => {
  async function* partsOf(contents: Contents, rows: string[]): AsyncGenerator<Part> {
    yield { kind: 'contents', contents }
    for (const [at, { name }] of contents.tables.entries()) {
      const row = Buffer.from(rows[at] ?? '')
      yield { kind: 'rows', bytes: row }
      const sha256 = createHash('sha256').update(row).digest('hex')
      yield { kind: 'table end', end: { name, rows: row.length > 0 ? 1 : 0, sha256 } }
    }
  }
  const header = {
    product: '9.9.9',
    migrations: [] as number[],
    postgres: '18.4',
    takenAt: '2026-01-01T00:00:00.000Z',
  }
  beforeAll(async () => {
    header.migrations = await ownVersions()
  })
  let made = 0
  const restoredOf = async (contents: Contents, rows: string[], more = {}) => {
    made += 1
    const target = join(folder, `made-${made}`)
    await writeBackupFile({ target, header: { ...header, ...more }, parts: partsOf(contents, rows) })
    const emptyDatabase = await freshDatabase({ migrated: false })
    return restored(emptyDatabase.config, target)
  }

  test('of a newer version is refused before anything is written', async () => {
    await expect(restoredOf({ tables: [], sequences: [] }, [], { migrations: [170, 9_999] })).rejects.toThrow(
      /made by a newer version of Equity Manager \(9\.9\.9, schema 9999; this one has schema \d+\)/,
    )
  })

  test('of a version that is not opened any more is refused before anything is written', async () => {
    const old = Array.from({ length: 30 }, (_, at) => at + 1).filter((one) => ![10, 20, 21].includes(one))
    await expect(restoredOf({ tables: [], sequences: [] }, [], { migrations: old })).rejects.toThrow(
      /from before migration 100 \(baseline\), which this version cannot open\. Restore it with the version of commit a80682df/,
    )
  })

  test.each([
    ['a table that there is not', { name: 'pg_authid', columns: ['rolname'] }],
    ['a column that there is not', { name: 'users', columns: ['id', 'nothing'] }],
    ['a name that is a statement', { name: 'users; DROP SCHEMA em', columns: ['id'] }],
  ])('with %s is refused', async (_, table) => {
    await expect(restoredOf({ tables: [table], sequences: [] }, [])).rejects.toThrow(
      /does not fit the schema/,
    )
  })

  test('without a table that its version has is refused', async () => {
    await expect(restoredOf({ tables: [], sequences: [] }, [])).rejects.toThrow(/does not fit the schema/)
  })
})

test('other files are recognised as no backups', async () => {
  for (const content of ['', 'PK\u0003\u0004', '-- PostgreSQL database dump', 'Equity Manager backup x\n']) {
    expect(await outcomeOf(Buffer.from(content))).toMatch(/is not a backup of Equity Manager/)
  }
  expect(await outcomeOf(Buffer.from('Equity Manager backup 2\nwhatever comes then'))).toMatch(
    /has the file format 2; this version of Equity Manager reads format 1/,
  )
})

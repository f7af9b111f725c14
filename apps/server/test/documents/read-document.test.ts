/** Brokers' documents through the processes that read files: every field comes through, refusals keep their words. */
import { readFileSync } from 'node:fs'
import { sampleDocuments, tradeFileOf } from '@em/core/documents/sample'
import { afterAll, expect, test } from 'vitest'
import { readDocument } from '../../src/features/documents/files/read-document.ts'
import { fileReaders } from '../../src/platform/file-readers/pool.ts'

const readers = fileReaders({ limits: { timeMs: 60_000, memoryMb: 512 } })
afterAll(() => readers.close())

const read = (bytes: Uint8Array | string, password: string | null = null) =>
  readDocument(readers, 1, {
    fileName: 'a.txt',
    password,
    data: Buffer.from(bytes as Uint8Array).toString('base64'),
  })
const fixture = (name: string) => readFileSync(new URL(`../fixtures/documents/${name}`, import.meta.url))

test('10,000 lines, with every field', async () => {
  const { lines } = sampleDocuments({ lines: 10_000, clients: 40 })
  const document = await read(tradeFileOf(lines))
  expect(document.problems).toEqual([])
  expect(document.statedTotals?.count).toBe(10_000)
  expect(document.lines).toEqual(
    lines.map((line) => ({ ...line, line: line.line + 3, isin: null, companyName: null, clientName: null })),
  )
})

test('a protected PDF asks for its password, and is read with it', async () => {
  const file = fixture('confirmation-protected.pdf')
  await expect(read(file)).rejects.toMatchObject({ code: 'document.password', status: 422 })
  await expect(read(file, 'open')).rejects.toMatchObject({ code: 'document.password-wrong', status: 422 })
  expect((await read(file, 'sesame')).lines).toMatchObject([{ net: 2_022_400n, contractNumber: '70001' }])
})

test('a file that is no document is refused, and the refusal says what was looked for', async () => {
  await expect(read('Symbol,Qty,Ccy\nAAPL,10,USD\n')).rejects.toMatchObject({
    code: 'document.kind',
    status: 415,
    message: expect.stringContaining('Client A/C No, Trade Date and Stock Code') as string,
  })
})

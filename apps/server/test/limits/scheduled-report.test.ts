/** The Limits Report by the clock: limits of every kind, in each format, with the breaches and changes of its days. */
import { REPORT_FORMATS } from '@em/contract/reports/report-files'
import { reportSchedules } from '@em/contract/reports/report-schedules'
import { LIMIT_KINDS, LIMIT_MEASURES, MEASURE_USES } from '@em/core/limits/limit-codes'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { submitDueRuns } from '../../src/features/reports/schedules/due.ts'
import { download } from '../support/exports.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'
import { linesOfPdf } from '../support/pdfs.ts'

/** Of whom the limits of a measure are, where it is not one security. */
const SUBJECTS: Readonly<Record<string, object>> = {
  'voting-percent': { type: 'issuer', id: 'JKH' },
  'exposure-gross': { type: 'broker', id: 'each' },
  'exposure-net': { type: 'broker', id: 'each' },
  'exposure-overdue': { type: 'broker', id: 'each' },
  'minimum-cash': { type: 'portfolio', id: 'all' },
  'act-size': { type: 'portfolio', id: 'all' },
  'day-size': { type: 'portfolio', id: 'all' },
}
const codeOf = (measure: string) => measure.toUpperCase().slice(0, 40)

const kindOf = new Map(LIMIT_MEASURES.map((measure) => [codeOf(measure), MEASURE_USES[measure].kind]))

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
  await of.books.bought({
    quantity: 100,
    contractNumber: 'C-9',
    tradeDate: TODAY,
    settlementDate: '2026-06-22',
  })
  for (const measure of LIMIT_MEASURES) {
    const { kind, units } = MEASURE_USES[measure]
    await of.written({
      code: codeOf(measure),
      name: `Of ${measure}`,
      kind,
      measure,
      unit: units[0],
      subject: SUBJECTS[measure] ?? { type: 'security', id: 'JKH.N0000' },
      bound: measure === 'restricted' ? null : measure === 'minimum-cash' ? 9_000_000 : 1,
      ...(measure === 'restricted' && { side: 'both', reason: 'Closed period', hardness: 'hard' }),
    })
  }
})

/** The text of a file: of a workbook by sheets. */
async function textOf(format: string, bytes: Buffer): Promise<string> {
  if (format === 'pdf') return (await linesOfPdf(bytes)).join('\n')
  if (format === 'csv') return bytes.toString()
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  expect(sheets.map(({ name }) => name)).toEqual(['Utilisation', 'Breaches', 'Changes'])
  return sheets.flatMap(({ rows }) => rows.map((row) => row.join(' | '))).join('\n')
}

test.each(REPORT_FORMATS)('as %s it has the limits of all kinds', async (format) => {
  await of.api.database.query('DELETE FROM report_schedules')
  of.api.clock.set(`${TODAY}T05:00:00Z`)
  await of.api.ask(reportSchedules.create, {
    body: { report: 'limits', format, every: 'market-day', time: '16:00', portfolioId: 'GROW' },
  } as never)
  of.api.clock.set(`${TODAY}T16:00:00+05:30`)
  expect(await submitDueRuns(of.api)).toBe(1)
  for (;;) {
    const run = (await of.api.ask(reportSchedules.list))[0]?.last_run
    if (run?.status === 'waiting' || run?.status === 'running') {
      await new Promise((done) => setTimeout(done, 20))
      continue
    }
    expect(run).toMatchObject({ day: TODAY, status: 'done', error: null })
    expect(run?.file?.file_name).toBe(`Limits Report GROW ${TODAY}.${format}`)
    const text = await textOf(format, (await download(of.api, run?.file?.id ?? 0)).bytes)
    const letters = (said: string) => said.replace(/[^A-Za-z]/g, '')
    const found = letters(text)
    const measured = await of.used({ portfolio: 'GROW' })
    expect([...new Set(measured.map(({ limit }) => kindOf.get(limit.code)))].toSorted()).toEqual(
      LIMIT_KINDS.toSorted(),
    )
    for (const { limit } of measured) expect(found).toContain(letters(limit.code))
    if (format !== 'csv')
      expect(found).toContain(letters('The limit PERCENT-OF-TOTAL was written or changed.'))
    break
  }
})

/**
 * Brokers' documents: a trade file of 10,000 lines, a drop copy of 20,000 messages and a PDF of 50 pages, parsed in this process and read by a reader process
 * with what its start costs; how long this process was held up meanwhile. No database.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { documentOf } from '../apps/server/src/features/documents/files/document-reader.ts'
import { readDocument } from '../apps/server/src/features/documents/files/read-document.ts'
import { fileReaders } from '../apps/server/src/platform/file-readers/pool.ts'
import { confirmationPdf } from '../apps/server/test/support/confirmation-pdf.ts'
import { dropCopyOf } from '../packages/core/src/documents/drop-copy-sample.ts'
import { csvOf, formatMonthly } from '../packages/core/src/documents/monthly.ts'
import { sampleDocuments, sampleFills, tradeFileOf } from '../packages/core/src/documents/sample.ts'

const TIMES = 5
const ASKED = { fileName: 'a', password: null, anyPdf: false }

export async function benchDocuments(say: (line: string) => void): Promise<void> {
  const fills = sampleFills({ lines: 10_000, clients: 40, days: 20 })
  const { confirmations } = sampleDocuments({ lines: 1_500, clients: 50 })
  const files = [
    ['trade file, 10,000 lines', Buffer.from(tradeFileOf(fills))],
    ['monthly list, 10,000 lines', Buffer.from(csvOf(formatMonthly(fills)))],
    ['drop copy, 20,000 messages', Buffer.from(dropCopyOf(sampleFills({ lines: 20_000, clients: 40 })))],
    [`PDF, ${confirmations.length} pages, 1,500 lines`, Buffer.from(confirmationPdf(confirmations))],
  ] as const
  say(
    '\ndocuments: file | MB | parsed here ms, cpu ms (best of 5) | by a reader process ms | held up ms at most',
  )
  const readers = fileReaders({ limits: { timeMs: 60_000, memoryMb: 512 } })
  try {
    for (const [name, bytes] of files) {
      const here = { ms: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY }
      for (let time = 0; time < TIMES; time += 1) {
        const [start, cpu] = [performance.now(), process.cpuUsage()]
        await documentOf(bytes, ASKED)
        const used = process.cpuUsage(cpu)
        here.ms = Math.min(here.ms, performance.now() - start)
        here.cpu = Math.min(here.cpu, (used.user + used.system) / 1_000)
      }
      const data = bytes.toString('base64')
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      const start = performance.now()
      const { lines } = await readDocument(readers, 1, { ...ASKED, data })
      const ms = performance.now() - start
      delay.disable()
      const figures = [(bytes.length / 1_048_576).toFixed(1), `${here.ms.toFixed(0)}, ${here.cpu.toFixed(0)}`]
      say(
        `${name} (${lines.length} read) | ${figures.join(' | ')} | ${ms.toFixed(0)} | ${(delay.max / 1e6).toFixed(0)}`,
      )
    }
  } finally {
    await readers.close()
  }
}

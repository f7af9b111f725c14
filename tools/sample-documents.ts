/**
 * `npm run samples -- FOLDER [LINES]`: documents as brokers send them, without anybody's data: a trade file, a trade
 * confirmation for each client, a monthly list and the FIX messages of the same trades; and a trade file with everything that may
 * be wrong.
 * `npm run samples -- fix [PORT]` plays a broker that sends executions over FIX (fix-broker/play.ts).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirmationPdf } from '../apps/server/test/support/confirmation-pdf.ts'
import { SAMPLE_DEFECTS, sampleDocuments } from '../packages/core/src/documents/sample.ts'

const LINES_MAX = 30_000
const [folder, count = '20'] = process.argv.slice(2)
if (folder === 'fix') await import('./fix-broker/play.ts')
else writeDocuments(folder, Number(count))

function writeDocuments(folder: string | undefined, lines: number): void {
  if (
    folder === undefined ||
    folder.startsWith('-') ||
    !Number.isInteger(lines) ||
    lines < 1 ||
    lines > LINES_MAX
  ) {
    console.error(`npm run samples -- FOLDER [LINES, 1 to ${LINES_MAX}], or: npm run samples -- fix [PORT]`)
    process.exit(2)
  }
  const sample = sampleDocuments({ lines })
  const faulty = sampleDocuments({ lines, defects: SAMPLE_DEFECTS })
  const files: readonly (readonly [name: string, content: string | Uint8Array])[] = [
    ['trade-file.txt', sample.tradeFile],
    ['trade-file-with-faults.txt', faulty.tradeFile],
    ['monthly.csv', sample.monthly],
    ['drop-copy.log', sample.dropCopy],
    ...sample.confirmations.map((text, at): [string, Uint8Array] => [
      `confirmation-${at + 1}.pdf`,
      confirmationPdf([text]),
    ]),
  ]
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  console.log(`${files.map(([name]) => name).join(', ')} written to ${folder}`)
}

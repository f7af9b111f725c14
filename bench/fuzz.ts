/**
 * Broken documents by chance, in this process: 100,000 of each layout, or FUZZ_FILES of each (the PDFs take a quarter of an hour).
 * FUZZ_SEED makes others. A file that a reader neither reads nor refuses is printed with its number and fails the run.
 */
import { FUZZED, fuzzReader } from '../apps/server/test/support/document-fuzz.ts'

const FILES = {
  'trade-file': 100_000,
  monthly: 100_000,
  confirmation: 100_000,
  workbook: 100_000,
  pdf: 100_000,
}

export async function benchFuzz(say: (line: string) => void): Promise<void> {
  // What the PDF library breaks off behind an answer ends a reader process, which has read its one file by then.
  let late = 0
  process.on('unhandledRejection', () => {
    late += 1
  })
  const { FUZZ_FILES: asked, FUZZ_SEED: seed = '1' } = process.env
  say(`\nfuzz (seed ${seed}): reader | files | read | refused | slowest ms | s`)
  for (const kind of FUZZED) {
    const files = asked === undefined ? FILES[kind] : Number(asked)
    const start = performance.now()
    const { read, refused, slowestMs, faults } = await fuzzReader(kind, files, Number(seed))
    const codes = [...refused].map(([code, count]) => `${code} ${count}`).join(', ')
    const seconds = (performance.now() - start) / 1_000
    say(`${kind} | ${files} | ${read} | ${codes} | ${slowestMs.toFixed(0)} | ${seconds.toFixed(1)}`)
    for (const fault of faults) {
      say(`  ${fault}`)
      process.exitCode = 1
    }
  }
  if (late > 0) say(`behind an answer: ${late}`)
}

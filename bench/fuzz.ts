/**
 * Broken files by chance, in this process: 100,000 of each kind, or FUZZ_FILES of each (the PDFs take a quarter of an hour); FUZZ_KINDS
 * names some of them (`prices,cds-statement`). FUZZ_SEED makes others. A file that a reader neither reads nor refuses, or reads wrongly,
 * is printed with its number and fails the run.
 */
import { FUZZED, type Fuzzed, fuzzReader } from '../apps/server/test/support/fuzz/index.ts'

const FILES = 100_000

export async function benchFuzz(say: (line: string) => void): Promise<void> {
  // If the PDF library fails after an answer, that ends a reader process, which has read its one file by
  // then.
  let late = 0
  process.on('unhandledRejection', () => {
    late += 1
  })
  const { FUZZ_FILES: asked, FUZZ_SEED: seed = '1', FUZZ_KINDS: named } = process.env
  const kinds = named === undefined ? FUZZED : (named.split(',') as Fuzzed[])
  say(`\nfuzz (seed ${seed}): reader | files | read | refused | slowest ms | s`)
  for (const kind of kinds) {
    const files = asked === undefined ? FILES : Number(asked)
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

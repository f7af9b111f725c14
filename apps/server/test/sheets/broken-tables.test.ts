/** Broken tables and statements of every reader: each row is read rightly, asked about or named. More of them: `npm run bench -- fuzz`. */
import { expect, test } from 'vitest'
import { FUZZED_TABLES, fuzzReader } from '../support/fuzz/index.ts'

const FILES = 200

test.each(FUZZED_TABLES)(
  '200 broken files (%s) are read rightly, asked about or refused',
  async (kind) => {
    const { faults, read, refused } = await fuzzReader(kind, FILES)
    expect(faults).toEqual([])
    expect(read).toBeGreaterThan(FILES / 40)
    expect(refused.size).toBeGreaterThan(0)
  },
  60_000,
)

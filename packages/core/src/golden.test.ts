/**
 * Golden scenarios: each file of packages/core/golden says what is given and what happens; its `then` tables are
 * what the rules answer. GOLDEN_UPDATE=1 writes them anew, and the difference in git is the review.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runDropCopy } from './testing/drop-copy-scenario.ts'
import { runProposals } from './testing/proposal-scenario.ts'
import { runScenario } from './testing/scenario.ts'
import { readScenario, writeScenario } from './testing/scenario-text.ts'

const updating = process.env['GOLDEN_UPDATE'] === '1'
const ROOMS = [
  { room: '', run: runScenario },
  { room: 'proposals/', run: runProposals },
  { room: 'drop-copies/', run: runDropCopy },
]

describe.each(ROOMS)('golden scenarios $room', ({ room, run }) => {
  const folder = new URL(`../golden/${room}`, import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  it('are there', () => expect(files.length).toBeGreaterThan(0))

  it.each(files)('%s', (file) => {
    const path = new URL(file, folder)
    const text = readFileSync(path, 'utf8')
    const scenario = readScenario(text)
    const result = writeScenario({ ...scenario, tables: [...scenario.tables, ...run(scenario)] })
    if (updating) writeFileSync(path, result)
    else expect(result).toBe(text)
  })
})

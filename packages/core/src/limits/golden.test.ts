/** Golden scenarios of limits, as packages/core/src/golden.test.ts has those of trades. GOLDEN_UPDATE=1 writes them anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runLimits } from '../testing/limit-scenario.ts'
import { readScenario, writeScenario } from '../testing/scenario-text.ts'

const folder = new URL('../../golden/limits/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))

describe('golden scenarios of limits', () => {
  it('are there', () => expect(files.length).toBeGreaterThan(0))

  it.each(files)('%s', (file) => {
    const path = new URL(file, folder)
    const text = readFileSync(path, 'utf8')
    const scenario = readScenario(text)
    const result = writeScenario({ ...scenario, tables: [...scenario.tables, ...runLimits(scenario)] })
    if (process.env['GOLDEN_UPDATE'] === '1') writeFileSync(path, result)
    else expect(result).toBe(text)
  })
})

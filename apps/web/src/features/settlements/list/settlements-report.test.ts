import { describe, expect, it } from 'vitest'
import { settlementsReport } from './settlements-report.ts'
import { settlement } from './testing.ts'

describe('the report of settled instructions', () => {
  it('says what each payment rests on, and nothing where none was confirmed', () => {
    const rows = (['bank line', 'reference', 'none', null] as const).map((evidence) =>
      settlement({ evidence }),
    )
    const summary = { count: 4, pay: { count: 4, amount: 4 }, receive: { count: 0, amount: 0 }, net: -4 }
    const report = settlementsReport({ rows, summary, amount: 'paid', facts: [] }, 'Nadeesha')
    const [table] = report.tables
    const at = table?.columns.findIndex(({ header }) => header === 'Evidence') ?? -1
    expect(table?.rows.map(({ cells }) => cells[at] ?? null)).toEqual([
      'Bank line',
      'Reference',
      'None',
      null,
      null,
      null,
      null,
    ])
  })
})

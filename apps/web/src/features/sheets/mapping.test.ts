import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { describe, expect, it } from 'vitest'
import { mappingOf, missingIn, sentMapping } from './mapping.ts'

describe('the columns of a statement', () => {
  const reading = {
    mapping: null,
    table: {
      columns: [
        { header: 'Txn Date', field: 'date' },
        { header: 'Details', field: 'description' },
        { header: 'Value', field: null },
      ],
    },
  } as unknown as StatementReading
  it('begin as the headers suggest, and what is missing is said', () => {
    const mapping = mappingOf(reading)
    expect(mapping.columns).toMatchObject({ date: 'Txn Date', description: 'Details', amount: '' })
    expect(missingIn(mapping)).toContain('amount')
    const twice = { ...mapping, columns: { ...mapping.columns, amount: 'Details' } }
    expect(missingIn(twice)).toBe('The column Details is assigned to two fields.')
    const full = { ...mapping, columns: { ...mapping.columns, amount: 'Value' } }
    expect(missingIn(full)).toBeNull()
    expect(sentMapping(full)).toMatchObject({
      columns: { date: 'Txn Date', amount: 'Value', moneyIn: null },
      dateOrder: null,
      positiveIs: null,
    })
  })
})

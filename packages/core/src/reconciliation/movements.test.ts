import { expect, test } from 'vitest'
import { movements } from './movements.ts'

const ids = (lines: readonly { entry: string }[]) => lines.map(({ entry }) => entry)

test('an entry and its reversal that are both open move nothing', () => {
  const lines = [{ entry: '1' }, { entry: '2', reversalOf: '1' }, { entry: '3', reversalOf: null }]
  expect(ids(movements(lines))).toEqual(['3'])
})

test('where the other one is not open, the caller says what was taken back', () => {
  const lines = [{ entry: '1' }, { entry: '2', isTakenBack: true }, { entry: '4', reversalOf: '3' }]
  expect(ids(movements(lines))).toEqual(['1', '4'])
})

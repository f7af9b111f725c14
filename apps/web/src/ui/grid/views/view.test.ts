import { expect, it } from 'vitest'
import { queryOfToday, savedQuery } from './view.ts'

const november = [
  { value: 'MTD', from: '2026-11-01', to: '2026-11-20' },
  { value: 'LM', from: '2026-10-01', to: '2026-10-31' },
]
const december = [
  { value: 'MTD', from: '2026-12-01', to: '2026-12-05' },
  { value: 'LM', from: '2026-11-01', to: '2026-11-30' },
]

it('a range by name is that of the day on which the view is opened', () => {
  const saved = savedQuery('from=2026-10-01&search=jkh&to=2026-10-31', november)
  expect(saved).toBe('search=jkh&span=LM')
  expect(queryOfToday(saved, december)).toBe('from=2026-11-01&search=jkh&to=2026-11-30')
})

it('other days stay as they are, and so do views saved before', () => {
  for (const query of ['from=2026-10-02&to=2026-10-31', 'search=jkh', '']) {
    expect(savedQuery(query, november)).toBe(query)
    expect(queryOfToday(query, december)).toBe(query)
  }
})

import { expect, it } from 'vitest'
import { blotterFacts, blotterFilters, blotterQuery } from './blotter.ts'

it('shows the last day with trades until the address names days, in the order of recording', () => {
  const of = (query: string) => blotterFilters(new URLSearchParams(query), '2026-06-17')
  expect(of('')).toMatchObject({ from: '2026-06-17', to: '2026-06-17', side: '' })
  expect(of('from=2026-06-01&side=sell&side=x')).toMatchObject({ from: '2026-06-01', to: '', side: 'sell' })
  expect(blotterQuery(of('portfolio=GROW'))).toEqual({
    portfolioId: 'GROW',
    from: '2026-06-17',
    to: '2026-06-17',
    sort: 'created_at',
  })
  expect(blotterFacts(of('portfolio=GROW&side=sell&from=2026-06-01'))).toEqual([
    { label: 'Portfolio', value: 'GROW' },
    { label: 'Type', value: 'Sell' },
  ])
})

import type { BatchReport } from '@em/contract/batches/batches'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../../testing/page.tsx'
import { checkedAs } from './checked.ts'
import { LimitRows } from './LimitRows.tsx'

afterEach(cleanup)

const rows = Array.from({ length: 300 }, () => ({ price: '1' }))
const passed = (row: number, error = 'JKH: 52.1 % of net assets; One issuer asks for at most 50 %.') => ({
  row,
  field: 'quantity',
  error,
  value: 'ISSUER-10',
})
const shown = (limits: BatchReport['limits'], limitsUntold = false) =>
  show(
    <LimitRows
      report={{ limits, limitsUntold }}
      checked={checkedAs(rows)}
      onGo={(row) => {
        went.push(row)
      }}
    />,
  )
let went: unknown[] = []

test('says nothing where no row exceeds a limit', () => {
  shown([])
  expect(screen.queryByText(/exceed/)).toBeNull()
})

test('counts rows, not limits, names each sentence once, and leads to a row', async () => {
  went = []
  const { user } = shown([
    passed(1),
    passed(2),
    passed(2, 'COMB: 12 % of net assets; One issuer asks for at most 10 %.'),
  ])
  expect(
    screen.getByText(/2 rows exceed a limit\. What was dealt is recorded all the same; it opens a breach\./),
  ).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  const [first] = screen.getAllByRole('button')
  if (first !== undefined) await user.click(first)
  expect(went).toHaveLength(1)
})

test('of one row it speaks in the singular', () => {
  shown([passed(7)])
  expect(screen.getByText(/1 row exceeds a limit\./)).toBeTruthy()
})

test('says so where more sentences are found than it lists, and where nothing was compared', () => {
  shown(Array.from({ length: 201 }, (_, at) => passed(at + 1, `Limit ${at} is exceeded.`)))
  expect(screen.getAllByRole('listitem')).toHaveLength(200)
  expect(screen.getByText('The first 200 are listed.')).toBeTruthy()
  cleanup()
  shown([], true)
  expect(screen.getByText(/So many rows are not compared with limits\./)).toBeTruthy()
})

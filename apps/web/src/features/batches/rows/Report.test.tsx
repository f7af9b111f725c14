import type { BatchReport } from '@em/contract/batches/batches'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../../testing/page.tsx'
import { checkedAs } from './checked.ts'
import { Report } from './Report.tsx'
import type { Check } from './useCheck.ts'

afterEach(cleanup)

const errors = [1, 2].map((row) => ({
  row,
  field: 'symbol',
  error: 'Symbol is required.',
  value: null,
}))
const reportOf = (failed: number): BatchReport => ({
  dryRun: true,
  ok: false,
  rows: 3_000,
  buys: 0,
  sells: 0,
  skipped: 0,
  failed,
  chains: 0,
  bought: 0,
  sold: 0,
  fees: 0,
  gain: 0,
  affectedEntitlements: 0,
  entitlements: [],
  entitlementsUntold: false,
  limits: [],
  limitsUntold: false,
  affectedSales: 0,
  reordered: false,
  cashNeeded: 0,
  errors,
  locked: [],
  duplicates: [],
  undecided: 0,
  warnings: [],
})
/** A tick that the user has not given yet. */
const tick = { isAsked: true, isGiven: false, isOpen: true, give: () => undefined }
const rest = { onGo: () => undefined, decisions: new Map(), onDecide: () => undefined, tick }
const cutNotice = (failed: number) => {
  const rows = Array.from({ length: 3_000 }, () => ({ price: '1' }))
  const last = { report: reportOf(failed), checked: checkedAs(rows), fresh: true }
  const check = { last, open: errors } as unknown as Check<BatchReport>
  show(<Report check={check} {...rest} />)
  return screen.queryByText(/listed and marked; more rows have faults/)
}

test('says so where more rows are at fault than the server lists', () => {
  expect(cutNotice(2)).toBeNull()
  cleanup()
  expect(cutNotice(2_500)).not.toBeNull()
})

test('names the rows that are dated in a locked period, one sentence for a lock', () => {
  const error = 'The books of Nimal are locked through 31 May 2026.'
  const locked = [2, 5].map((row) => ({ row, field: 'tradeDate', error, value: `2026-05-0${row}` }))
  const report: BatchReport = { ...reportOf(0), ok: true, errors: [], locked }
  const rows = Array.from({ length: 6 }, () => ({ price: '1' }))
  const check = { last: { report, checked: checkedAs(rows), fresh: true }, open: [] }
  show(<Report check={check as unknown as Check<BatchReport>} {...rest} />)
  expect(screen.getByText(/2 rows are dated in a locked period/)).toBeDefined()
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([`Rows 2 and 5: ${error}`])
})

test('asks about rows without a contract number that are recorded already', () => {
  const duplicates = ['BUY-20260105-101010', 'BUY-20260105-101011'].map((dealNumber, at) => ({
    row: at + 2,
    contractNumber: null,
    dealNumber,
    earlierRow: null,
    decision: null,
  }))
  const report: BatchReport = { ...reportOf(0), errors: [], duplicates, undecided: 2 }
  const rows = Array.from({ length: 6 }, () => ({ price: '1' }))
  const check = { last: { report, checked: checkedAs(rows), fresh: true }, open: [] }
  const decided: unknown[] = []
  show(
    <Report
      check={check as unknown as Check<BatchReport>}
      {...rest}
      onDecide={(all) => decided.push([...all])}
    />,
  )
  expect(screen.getByText(/^2 rows without a contract number are recorded already/)).toBeDefined()
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Row 2: recorded as BUY-20260105-101010 SkipKeep',
    'Row 3: recorded as BUY-20260105-101011 SkipKeep',
  ])
  screen.getByRole('button', { name: 'Skip all' }).click()
  expect(decided).toEqual([
    [
      [1, 'skip'],
      [2, 'skip'],
    ],
  ])
})

test('lists the warnings of rows, and asks for the tick once the rows can be recorded', () => {
  const error = 'The price 205.00 is more than 10 % from the last trade of 15 Jun 2026, 20.20.'
  const warnings = [2, 5].map((row) => ({ row, field: 'price', error, value: '205.00' }))
  const rows = Array.from({ length: 6 }, () => ({ price: '205' }))
  const shown = (report: BatchReport) => {
    const check = { last: { report, checked: checkedAs(rows), fresh: true }, open: [] }
    show(<Report check={check as unknown as Check<BatchReport>} {...rest} />)
    expect(screen.getByText(/2 rows can be recorded but look unusual/)).toBeTruthy()
    expect(screen.getByText(/more than 10 % from the last trade/).textContent).toContain('Rows 2 and 5')
    return screen.queryByLabelText('I have checked the prices')
  }
  expect(shown({ ...reportOf(0), ok: true, errors: [], warnings })).not.toBeNull()
  cleanup()
  expect(shown({ ...reportOf(1), warnings })).toBeNull()
})

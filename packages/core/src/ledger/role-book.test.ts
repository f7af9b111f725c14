import { expect, test } from 'vitest'
import { moneyEntries } from '../corporate-actions/plan.ts'
import { totalFees } from '../fee-tariffs/charge.ts'
import { valuationEntries } from '../valuation/mark-to-market.ts'
import type { EntryLine } from './lines.ts'
import { broughtForwardEntries, openingEntry } from './opening-entry.ts'
import { EVENT_POSTINGS } from './role-book.ts'
import { buyEntries, sellEntries } from './trade-entries.ts'
import type { Treatment } from './treatment.ts'

const keys = {
  portfolioId: 7,
  equityId: 3,
  brokerId: 2,
  settlementAccountId: 5,
  companyName: 'Commercial Bank of Ceylon PLC',
  tradeDate: '2026-03-31',
  settlementDate: '2026-04-06',
}
const fees = { brokerage: 6400n, cse: 840n, cds: 120n, clearing: 120n, sec: 720n, stl: 3000n }
const gross = 1_000_000n
const buy = { ...keys, gross, fees, net: gross + totalFees(fees) }
/** Sold above its cost: a gain. */
const sell = { ...keys, gross, fees, net: gross - totalFees(fees), costOut: 600_000n, chargesOut: 6_720n }
const opening = { ...keys, openingDate: '2026-04-01', cost: 600_000n, charges: 6_720n }

const bought = (treatment: Treatment) => buyEntries(buy, treatment)
const sold = (treatment: Treatment) => sellEntries(sell, treatment)
const marked = (treatment: Treatment) =>
  valuationEntries({ portfolioId: 7, date: '2026-03-31', treatment }, [
    { equityId: 3, symbol: 'COMB.N0000', posted: 600_000n },
  ])?.run.lines
const forward = (treatment: Treatment) =>
  broughtForwardEntries({ ...opening, symbol: 'COMB.N0000' }, 900_000n, treatment)[0]?.lines
type Side = Pick<EntryLine, 'role' | 'debit' | 'credit'>
const lost = { kind: 'written-off', date: '2026-03-31', amount: 25_00n, settlementAccountId: null } as const
const writtenOff: Side[] = (['receivable', 'dividend-receivable', 'ipo-application'] as const).flatMap((of) =>
  moneyEntries('An event', { role: of, amount: 25_00n, due: null }, [lost]).flatMap(({ postings }) =>
    postings.map(({ role, amount }) => ({
      role,
      debit: amount > 0n ? amount : 0n,
      credit: amount < 0n ? -amount : 0n,
    })),
  ),
)
const posted: Record<string, readonly Side[] | undefined> = {
  Buy: bought('FVTPL')[0]?.lines,
  'Buy, fees capitalised (FVOCI)': bought('FVOCI')[0]?.lines,
  'Buy settled': bought('FVTPL')[1]?.lines,
  Sell: sold('FVTPL')[0]?.lines,
  'Sell (FVOCI)': sold('FVOCI')[0]?.lines,
  'Sell settled': sold('FVTPL')[1]?.lines,
  'Opening position': openingEntry(opening, 'FVTPL').lines,
  'Opening position (FVOCI)': openingEntry(opening, 'FVOCI').lines,
  'Opening position, fair value brought forward': forward('FVTPL'),
  'Opening position, fair value brought forward (FVOCI)': forward('FVOCI'),
  'Mark-to-market gain': marked('FVTPL'),
  'Mark-to-market gain (FVOCI)': marked('FVOCI'),
  'Receivable written off': writtenOff,
}

const roles = (lines: readonly Side[], side: 'debit' | 'credit') =>
  [...new Set(lines.filter((line) => line[side] !== 0n).map(({ role }) => role))].toSorted()

test.each(Object.entries(posted))('%s posts to the roles that the list of events shows', (event, lines) => {
  const shown = EVENT_POSTINGS.find((one) => one.event === event)
  expect(roles(lines ?? [], 'debit')).toEqual(shown?.debit.toSorted())
  expect(roles(lines ?? [], 'credit')).toEqual(shown?.credit.toSorted())
})

test('every event in the list that our own rules post is compared', () => {
  const others = [
    'One-line journal entry, its other side',
    'Year-end close, income',
    'Year-end close, expenses',
  ]
  expect(EVENT_POSTINGS.map(({ event }) => event).filter((event) => !others.includes(event))).toEqual(
    Object.keys(posted),
  )
})

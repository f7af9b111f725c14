import type { CorporateAction, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import type { Choosing } from '@em/contract/corporate-actions/kind'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { asksForLots } from '@em/core/corporate-actions/plans/buyback'
import { formatDate, isDate } from '../../../../lib/dates.ts'
import { groupNumeral, readNumeral } from '../../../../lib/numerals.ts'
import { sharesOf, type Typed, totalAllocated, typedOf } from '../../../trades/sell/allocations.ts'

/** The choices of portfolios, while they are typed. */

export type Chosen = Readonly<Partial<Record<Choosing, string>>> & {
  /** Shares of lots, where they are named. */
  readonly lots?: Typed
}
/** When it was elected, or paid ('' for today), and the account. */
export interface Payment {
  readonly date: string
  readonly settlementAccount: number | null
}
/** By portfolio: only what was typed. */
export type Choices = ReadonlyMap<string, Chosen>

/** As a person reads it: thousands apart. */
const written = (shares: number) => groupNumeral(String(shares))

const STORED = { subscribe: 'subscribed', sell: 'sold', lapse: 'lapse', additional: 'additional' } as const

/** The text of a cell: as typed, else as recorded. */
export function textOf(row: Entitlement, choices: Choices, choice: Choosing): string {
  const recorded = row[STORED[choice]]
  return choices.get(row.portfolioId)?.[choice] ?? (recorded === 0 ? '' : written(recorded))
}

/** The typed lots, else the recorded ones. */
export const lotsTyped = (row: Entitlement, choices: Choices): Typed =>
  choices.get(row.portfolioId)?.lots ?? typedOf(row.allocations)

/** The lots that are named, by the buy's id. */
const namedIn = (typed: Typed) =>
  Object.entries(typed).flatMap(([id, text]) =>
    sharesOf(text) === 0 ? [] : [{ buyTransactionId: Number(id), allocatedQuantity: sharesOf(text) }],
  )

/** Whether a portfolio has to name the lots of so many shares. */
export const needsLots = ({ picks_lots: picks, shares_held: held }: Entitlement, sell: number): boolean =>
  asksForLots(picks, BigInt(sell), BigInt(held))

/** The fault of the named lots; null where there is none, or no lots are required. */
export function lotsFault(row: Entitlement, choices: Choices, sell: number): string | null {
  if (!needsLots(row, sell)) return null
  const named = totalAllocated(namedIn(lotsTyped(row, choices)))
  if (named === sell) return null
  return `The lots come to ${written(named)} of ${written(sell)} shares: name them below.`
}

/** Whole shares; null where the text is no such number. */
export function sharesIn(text: string): number | null {
  if (text.trim() === '') return 0
  const numeral = readNumeral(text)
  return numeral !== null && /^\d{1,15}$/.test(numeral) ? Number(numeral) : null
}

export interface RowSums {
  readonly subscribe: number
  readonly sell: number
  readonly lapse: number
  readonly additional: number
  /** The shares without a choice: they lapse the day after the last day. */
  readonly left: number
  readonly fault: string | null
}

/** The choices of a portfolio, the rest of its entitlement, and the fault of them. */
export function sumsOf(row: Entitlement, choices: Choices): RowSums {
  const read = (choice: Choosing) => sharesIn(textOf(row, choices, choice))
  const [subscribe, sell, lapse, additional] = [
    read('subscribe'),
    read('sell'),
    read('lapse'),
    read('additional'),
  ]
  const numbers = {
    subscribe: subscribe ?? 0,
    sell: sell ?? 0,
    lapse: lapse ?? 0,
    additional: additional ?? 0,
  }
  const left = row.entitled_shares - numbers.subscribe - numbers.sell - numbers.lapse
  const fault =
    subscribe === null || sell === null || lapse === null || additional === null
      ? 'Must be whole shares.'
      : left < 0
        ? 'More than the entitlement.'
        : numbers.additional > 0 && numbers.subscribe === 0
          ? 'Additional shares need a subscription.'
          : lotsFault(row, choices, numbers.sell)
  return { ...numbers, left, fault }
}

/** All rows together. */
export function totalOf(rows: readonly Entitlement[], choices: Choices) {
  const total = { entitled: 0, subscribe: 0, sell: 0, lapse: 0, additional: 0, left: 0, faults: 0 }
  for (const row of rows) {
    const sums = sumsOf(row, choices)
    total.entitled += row.entitled_shares
    for (const name of ['subscribe', 'sell', 'lapse', 'additional', 'left'] as const)
      total[name] += sums[name]
    if (sums.fault !== null) total.faults += 1
  }
  return total
}

/** The portfolios to send: those whose choice differs from the recorded one. */
export function changedIn(
  rows: readonly Entitlement[],
  choices: Choices,
  offered: readonly Choosing[],
  { date, settlementAccount }: Payment = { date: '', settlementAccount: null },
) {
  return rows.flatMap((row) => {
    if (!choices.has(row.portfolioId)) return []
    const sums = sumsOf(row, choices)
    const allocations = needsLots(row, sums.sell) ? namedIn(lotsTyped(row, choices)) : null
    const isSame = JSON.stringify(allocations ?? []) === JSON.stringify(namedIn(typedOf(row.allocations)))
    if (isSame && offered.every((choice) => sums[choice] === row[STORED[choice]])) return []
    const of = (choice: Choosing) => (offered.includes(choice) ? sums[choice] : null)
    return [
      {
        portfolioId: row.portfolioId,
        subscribe: of('subscribe'),
        sell: of('sell'),
        lapse: of('lapse'),
        additional: of('additional'),
        date: isDate(date) ? date : null,
        settlementAccount,
        allocations,
        unnamedLots: null,
      },
    ]
  })
}

/** Days between which an election counts. */
export interface Period {
  readonly from: string | null
  readonly last: string | null
}

/** Of rights and dividends from their ex date; what is offered is accepted from its announcement, before it takes effect. */
export const periodOf = ({ kind, dates }: Pick<CorporateAction, 'kind' | 'dates'>): Period => ({
  from: KINDS[kind].elects?.from === 'announcement' ? dates.announcement : dates.ex,
  last: dates.last,
})

/** The fault of the day of an election: after the last day it is needed, and always within the period. */
export function dayFault(date: string, { from, last }: Period, now: string): string | null {
  const isOver = last !== null && last < now
  if (date === '') return isOver ? `Enter the day on which it was elected, by ${formatDate(last)}.` : null
  if (!isDate(date)) return 'Must be a date.'
  if (last !== null && date > last) return `After the last day, ${formatDate(last)}.`
  if (from !== null && date < from) return `Before ${formatDate(from)}.`
  return null
}

/** Everything that is left goes to one choice. */
export function withRest(rows: readonly Entitlement[], choices: Choices, choice: Choosing): Choices {
  const next = new Map(choices)
  for (const row of rows) {
    const sums = sumsOf(row, choices)
    if ((sums.fault !== null && sums.fault !== lotsFault(row, choices, sums.sell)) || sums.left === 0)
      continue
    next.set(row.portfolioId, {
      ...choices.get(row.portfolioId),
      [choice]: written(sums[choice] + sums.left),
    })
  }
  return next
}

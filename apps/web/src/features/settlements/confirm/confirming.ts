/** The typed values of a confirmation of payments, and the request made of them. */
import type { SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { formatDecimal, MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'
import type { Sendable } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { formatNumber, readNumeral } from '../../../lib/numerals.ts'

/** A row of the dialog: exact texts, '' where nothing is typed. */
export interface Typed {
  readonly date: string
  readonly amount: string
  readonly nextDate: string
  readonly reference: string
}

/** As booked: all that is outstanding, on the due date where that is not after today; today where nothing is booked. */
export function asBooked(row: SettlementRow): Typed {
  const now = today()
  return {
    date: row.is_booked && row.due_date !== null && row.due_date < now ? row.due_date : now,
    amount: formatNumber(row.outstanding, { decimals: 2 }),
    nextDate: '',
    reference: '',
  }
}

const cents = (numeral: string) => {
  const parsed = parseDecimal(readNumeral(numeral) ?? '', MONEY_SCALE)
  return parsed.ok ? parsed.units : null
}

/** Whether less than all that is outstanding is typed: then a rest stays, with a date of its own. */
export function leavesRest(row: SettlementRow, { amount }: Typed): boolean {
  const [paid, outstanding] = [cents(amount), cents(String(row.outstanding))]
  return paid !== null && outstanding !== null && paid > 0n && paid < outstanding
}

/** The outstanding amount after it, in rupees as exact text; null where the typed amount is none. */
export function restOf(row: SettlementRow, { amount }: Typed): string | null {
  const [paid, outstanding] = [cents(amount), cents(String(row.outstanding))]
  if (paid === null || outstanding === null) return null
  return formatDecimal(outstanding - paid, MONEY_SCALE)
}

/** The first thing wrong with a row, by field, before the server is asked. */
export function faultsOf(row: SettlementRow, typed: Typed): Partial<Record<keyof Typed, string>> {
  const faults: Partial<Record<keyof Typed, string>> = {}
  if (!isDate(typed.date)) faults.date = 'Must be a date like 2026-01-31.'
  else if (typed.date > today()) faults.date = 'Must not be after today.'
  else if (typed.date < row.trade_date) faults.date = 'Must not be before the trade date.'
  const paid = cents(typed.amount)
  const outstanding = cents(String(row.outstanding)) ?? 0n
  if (paid === null) faults.amount = 'Must be an amount.'
  else if (paid <= 0n) faults.amount = 'Must be at least 0.01.'
  else if (paid > outstanding) faults.amount = 'More than is outstanding.'
  if (typed.nextDate !== '') {
    if (!isDate(typed.nextDate)) faults.nextDate = 'Must be a date like 2026-01-31.'
    else if (typed.nextDate < today()) faults.nextDate = 'Must not be before today.'
  }
  return faults
}

type Item = Sendable<typeof settlements.confirm>['body']['items'][number]

/** The part of the request for a row. */
export function itemOf(row: SettlementRow, typed: Typed): Item {
  return {
    tradeId: row.trade_id,
    date: typed.date,
    amount: readNumeral(typed.amount) ?? typed.amount,
    nextDate: leavesRest(row, typed) && typed.nextDate !== '' ? typed.nextDate : null,
    reference: typed.reference.trim() === '' ? null : typed.reference.trim(),
    note: null,
    outstanding: row.outstanding,
  }
}

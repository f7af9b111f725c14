/** Signs a price sheet off, and reopens it. */
import type { PriceSheet } from '@em/contract/prices/prices'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdDay } from './keep-prices.commands.ts'
import { priceSheet, signedOff } from './sheet.queries.ts'

const ADD = statement(
  'prices.add-sign-off',
  'INSERT INTO price_sign_offs (trade_date, is_signed, recorded_by) VALUES (:date::date, :isSigned, :recordedBy)',
)

/** @throws Refusal `prices.signed-off` or `prices.not-signed-off` (409) where it is in that state already. */
export async function setSignedOff(
  tx: Transaction,
  act: {
    readonly date: string
    readonly isSigned: boolean
    readonly recordedBy: number
    readonly calendar: MarketCalendar
  },
): Promise<Outcome<PriceSheet>> {
  const { date, isSigned, recordedBy, calendar } = act
  await holdDay(tx, date)
  const standing = await signedOff(tx, date)
  if (isSigned && standing !== null)
    throw new Refusal('prices.signed-off', { date: dayInWords(date), by: standing.by })
  if (!isSigned && standing === null) throw new Refusal('prices.not-signed-off', { date: dayInWords(date) })
  await tx.query(ADD, { date, isSigned, recordedBy })
  return {
    answer: await priceSheet(tx, date, calendar),
    audit: {
      action: isSigned ? 'prices.sign-off' : 'prices.reopen',
      entity: 'price-day',
      entityId: date,
      after: { trade_date: date },
    },
  }
}

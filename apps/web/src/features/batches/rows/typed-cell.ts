/** The text of a cell after the user leaves it: short forms of numbers and days are written out. */
import { readTypedDate } from '../../../lib/dates.ts'
import { readTyped } from '../../../lib/numerals.ts'
import type { RowColumn } from './rows.ts'

const SHORT_NUMBER = /[\d.]\s*[km]$/i
/**
 * A day without its year, or from today: `18/11`, `18 nov`, `mon`, `t`, `-1`. Others stay: in which order their parts are written the
 * table asks once, for all rows.
 */
const SHORT_DAY = /^(t|[-+]\d{1,3}|[a-z]{2,9}|\d{1,2}[/.\-\s]\d{1,2}|\d{1,2}[/.\-\s]?[a-z]{3,9})$/i

const isDay = (field: string) => field === 'tradeDate' || field === 'settlementDate'

export function writtenOut(
  { field, right }: Pick<RowColumn<string>, 'field' | 'right'>,
  typed: string,
): string {
  const text = typed.trim()
  if (right === true && SHORT_NUMBER.test(text)) return readTyped(text) ?? typed
  if (isDay(field) && SHORT_DAY.test(text)) return readTypedDate(text) ?? typed
  return typed
}

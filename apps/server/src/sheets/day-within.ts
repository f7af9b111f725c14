/** A day within a title above a table or within the name of a file. */
import { dateFromText, isDateText } from '@em/contract/books/sheet-dates'

const DAY_WITHIN =
  /\d{4}[-_.]\d{1,2}[-_.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{4}|\b\d{8}\b/

/** A day within a title or a file name: 2023-02-03, 03.02.2023, 3 Feb 2023, 20230203. */
export function dayWithin(text: string): string | null {
  const [found] = DAY_WITHIN.exec(text) ?? []
  if (found === undefined) return null
  const day = found.replaceAll('_', '-')
  return isDateText(day) ? (dateFromText(day, 'dmy') ?? null) : null
}

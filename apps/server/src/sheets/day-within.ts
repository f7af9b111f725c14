/** A day within the titles above a table or within the name of its file. */
import { dateFromText, isDateText } from '@em/core/sheets/days'
import { textOf } from './cells.ts'
import type { Row } from './headings.ts'
import { type Answered, dateOrderIn } from './writing.ts'

const DAY_WITHIN =
  /\d{4}[-_.]\d{1,2}[-_.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}[- ][A-Za-z]{3,9}[- ]\d{4}|\b\d{8}\b/
/** Letters of a title that are looked at. */
const TITLE_MAX = 200

/** The text of a day within a title or a file name: 2023-02-03, 03.02.2023, 3 Feb 2023, 20230203. */
function dayTextWithin(text: string): string | undefined {
  const day = DAY_WITHIN.exec(text.slice(0, TITLE_MAX))?.[0].replaceAll('_', '-')
  return day !== undefined && isDateText(day) ? day : undefined
}

/**
 * The day that the titles say, else the file's name; null where neither does.
 * @throws FileRefusal `file.date-order` for one that can be read in two ways.
 */
export function dayAround(titles: readonly Row[], fileName: string, answered: Answered): string | null {
  for (const said of [...titles.flatMap(({ cells }) => cells.map(textOf)), fileName]) {
    const day = dayTextWithin(said)
    if (day !== undefined) return dateFromText(day, dateOrderIn([day], answered)) ?? null
  }
  return null
}

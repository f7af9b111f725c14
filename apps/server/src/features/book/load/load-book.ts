/**
 * Loads a book into an empty installation: registers, then every act in its order by the writes that people use, then the
 * comparison with what the books came to where the file was made. All of it is one transaction: nothing is kept of a book that differs.
 */

import { ORDER_OF_MANY } from '../../../platform/database/locks.ts'
import type { Row, Section } from '../format/section.ts'
import { ACTS } from '../sections/all.ts'
import { CHECKS } from '../sections/checks.ts'
import { readRows } from '../sections/read.queries.ts'
import { actsOf, SettlementLoader } from './acts.ts'
import { BookFault } from './book-fault.ts'
import { type LoadMeans, type LoadParts, loadMeansOf } from './load-means.ts'
import { Names } from './names.ts'
import type { BookFile, NumberedRow } from './read-book.ts'
import { loadSettings } from './settings.ts'
import { TradeLoader } from './trades.ts'

const HELD = `SELECT (SELECT count(*) FROM trades) AS trades, (SELECT count(*) FROM journal_entries) AS "journal entries",
    (SELECT count(*) FROM journal_drafts) AS drafts, (SELECT count(*) FROM corporate_actions) AS "corporate actions",
    (SELECT count(*) FROM portfolios) AS portfolios, (SELECT count(*) FROM prices) AS prices`
const BE_PATIENT =
  "SELECT set_config('idle_in_transaction_session_timeout', '0', true), set_config('lock_timeout', '60s', true)"
const DIFFERENCES_MAX = 10

export interface LoadedBook {
  /** Acts that were done again. */
  readonly acts: number
  /** Rows that agree with what the file says. */
  readonly compared: number
}

/** @throws BookFault where the installation is not empty, a row is refused, or the books come to something else than the file says. */
export async function loadBook(parts: LoadParts, file: BookFile): Promise<LoadedBook> {
  await parts.tx.query(BE_PATIENT, [])
  await refuseHeld(parts)
  const means = loadMeansOf(parts)
  const names = new Names(parts.tx)
  means.clock.set(new Date(file.head.exported_at))
  const finish = await loadSettings(means, names, file)
  const acts = await doActs(means, names, file)
  means.clock.set(new Date(file.head.exported_at))
  await finish()
  means.say('Comparing with what the file says')
  return { acts, compared: await compare(means, file) }
}

/** @throws BookFault naming what is there. */
async function refuseHeld({ tx }: LoadParts): Promise<void> {
  await tx.query(ORDER_OF_MANY, [])
  const [held] = await tx.query<Record<string, number>>(HELD, [])
  const there = Object.entries(held ?? {}).filter(([, count]) => count > 0)
  if (there.length === 0) return
  const words = there.map(([what, count]) => `${count.toLocaleString('en')} ${what}`).join(', ')
  throw new BookFault(`A book is loaded into an empty installation only. This one has ${words}.`)
}

/** The next act of a section. */
interface NextAct {
  readonly section: Section
  readonly rows: AsyncGenerator<NumberedRow>
  next: NumberedRow | undefined
}

async function doActs(means: LoadMeans, names: Names, file: BookFile): Promise<number> {
  const trades = new TradeLoader(means, names)
  const settlements = new SettlementLoader(means)
  const others = actsOf(means, names)
  // Books whose day stood still (TODAY, the demo) have acts that the clock on the wall dates after their end.
  const end = new Date(file.head.exported_at)
  const flush = async () => {
    await trades.flush()
    await settlements.flush()
  }
  const sections: NextAct[] = []
  for (const section of ACTS) sections.push(await began(section, file))
  let done = 0
  for (;;) {
    const section = firstOf(sections)
    if (section?.next === undefined) break
    const { row, number } = section.next
    const { name } = section.section
    const at = { section: name, row: number }
    // Only new trades and settlements may wait for one another.
    const waits =
      name === 'settlements' || ((name === 'trades' || name === 'openings') && row['version'] === 1)
    if (!waits || settlements.isFull) await flush()
    means.clock.set(earlier(momentOf(row), end))
    if (name === 'trades') await trades.trade(row, number)
    else if (name === 'openings') await trades.opening(row, number)
    else if (name === 'settlements') settlements.add(row, at)
    else await others[name]?.(row, at)
    done += 1
    await advance(section)
  }
  await flush()
  return done
}

async function began(section: Section, file: BookFile): Promise<NextAct> {
  const reading: NextAct = { section, rows: file.rows(section), next: undefined }
  await advance(reading)
  return reading
}

/** @throws BookFault where a section is not in the order of its acts. */
async function advance(section: NextAct): Promise<void> {
  const before = section.next
  const { value, done } = await section.rows.next()
  section.next = done === true ? undefined : value
  if (before !== undefined && section.next !== undefined && orderOf(section.next) < orderOf(before))
    throw new BookFault(
      `${section.section.name}, row ${section.next.number}: it stands before the row above it. Rows are sorted by order.`,
    )
}

const orderOf = ({ row }: NumberedRow) => row['order'] as number

/** The section whose act comes next; of equal ones the first. */
function firstOf(sections: readonly NextAct[]): NextAct | undefined {
  let first: NextAct | undefined
  for (const section of sections) {
    if (section.next === undefined) continue
    if (first?.next === undefined || orderOf(section.next) < orderOf(first.next)) first = section
  }
  return first
}

const momentOf = (row: Row): Date => new Date(typeof row['recorded_at'] === 'string' ? row['recorded_at'] : 0)

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** Asks of the books what the file says they came to. @throws BookFault naming what differs. */
async function compare({ tx }: LoadMeans, file: BookFile): Promise<number> {
  const differences: string[] = []
  let compared = 0
  for (const section of CHECKS) {
    const said = file.rows(section)
    for await (const rows of readRows(tx, section)) {
      for (const row of rows) {
        const { value: filed } = (await said.next()) as { value: NumberedRow | undefined }
        if (differences.length >= DIFFERENCES_MAX) break
        if (filed === undefined)
          differences.push(`${section.name}: ${inWords(section, row)} is not in the file`)
        else if (inWords(section, filed.row) !== inWords(section, row))
          differences.push(
            `${section.name}, row ${filed.number}: the file says ${inWords(section, filed.row)}; the books have ${inWords(section, row)}`,
          )
        else compared += 1
      }
    }
    for await (const { row } of said) {
      if (differences.length >= DIFFERENCES_MAX) continue
      differences.push(`${section.name}: the books do not have ${inWords(section, row)}`)
    }
  }
  if (differences.length > 0)
    throw new BookFault(
      `The books do not come to what the file says. Nothing was kept.\n  ${differences.join('\n  ')}`,
    )
  return compared
}

const inWords = ({ columns }: Section, row: Row): string =>
  columns.map(({ name }) => `${name} ${String(row[name] ?? '-')}`).join(', ')

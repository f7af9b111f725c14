/** The one writer of index values: rows of one index become versions, and the newest of them the values. */
import type { IndexSource } from '@em/contract/indices/index-values'
import { isMoreThan } from '@em/core/prices/tolerances'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, PRICE_SCALE, type RateUnits } from '@em/core/values/decimal'
import { percentInWords, priceInWords } from '@em/core/values/money'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import { type Detail, Refusal, refuseField } from '../../platform/refusal.ts'
import { type ToleranceOf, tolerancesOf } from '../prices/prices-at/tolerances.queries.ts'
import { indexByCode } from './index-values.queries.ts'

const HOLD = statement(
  'index-values.hold',
  'SELECT id FROM market_indices WHERE id = :indexId FOR NO KEY UPDATE',
)
const STANDING = statement(
  'index-values.standing',
  `SELECT DISTINCT ON (day) day, version, value, total_return FROM index_value_versions
    WHERE index_id = :indexId AND day BETWEEN :from::date AND :to::date ORDER BY day, version DESC`,
)
const BEFORE = statement(
  'index-values.before',
  'SELECT value FROM index_values WHERE index_id = :indexId AND day < :day::date ORDER BY day DESC LIMIT 1',
)
const ADD_SET = statement(
  'index-values.add-set',
  'INSERT INTO index_value_sets (index_id, source, reason, recorded_by) VALUES (:indexId, :source, :reason?, :recordedBy) RETURNING id',
)
const KEEP_NEWEST = statement('index-values.keep-newest', 'SELECT keep_newest_index_values(:setId::bigint)')

/** A value as it is sent, in 1/10000. */
export interface SentValue {
  readonly date: string
  /** Null takes the value of the day back. */
  readonly value: bigint | null
  readonly totalReturn: bigint | null
}

export interface ValuesToRecord {
  readonly code: string
  readonly rows: readonly SentValue[]
  readonly source: IndexSource
  readonly reason: string | null
  /** Values far from the one before were agreed to. */
  readonly acceptUnusual: boolean
  readonly recordedBy: number
  readonly today: string
}

interface Version extends SentValue {
  readonly indexId: number
  readonly setId: number
  readonly version: number
}

const units = (value: bigint | null) => (value === null ? null : formatDecimal(value, PRICE_SCALE))
const VERSIONS = tableOf<Version>('index_value_versions', [
  { name: 'index_id', type: 'bigint', of: ({ indexId }) => indexId },
  { name: 'day', type: 'date', of: ({ date }) => date },
  { name: 'version', type: 'integer', of: ({ version }) => version },
  { name: 'set_id', type: 'bigint', of: ({ setId }) => setId },
  { name: 'is_removed', type: 'boolean', of: ({ value }) => String(value === null) },
  { name: 'value', type: 'numeric', of: ({ value }) => units(value) },
  { name: 'total_return', type: 'numeric', of: ({ totalReturn }) => units(totalReturn) },
])

export interface ValuesRecorded {
  readonly code: string
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/**
 * Records values of an index, all or none; a day that is there already gets its next version.
 * @throws Refusal `record.missing` (404), `prices.not-over` (422) for a day to come, `request.invalid` (400) for a day twice,
 *   `indices.unusual` (409) where a value moves by more than the tolerance of every board and it was not confirmed.
 */
export async function recordIndexValues(
  tx: Transaction,
  sent: ValuesToRecord,
): Promise<Outcome<ValuesRecorded>> {
  const { id: indexId, code } = await indexByCode(tx, sent.code)
  const rows = sent.rows.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  refuseDays(rows, sent.today)
  await tx.query(HOLD, { indexId })
  const [from, to] = [rows[0]?.date ?? '', rows.at(-1)?.date ?? '']
  const standing = new Map((await tx.query(STANDING, { indexId, from, to })).map((row) => [row.day, row]))
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  const versions: Omit<Version, 'setId'>[] = []
  for (const row of rows) {
    const known = standing.get(row.date)
    const before = known?.value == null ? null : decimalOf(known.value, PRICE_SCALE)
    const totalBefore = known?.total_return == null ? null : decimalOf(known.total_return, PRICE_SCALE)
    // A value without its total return keeps the current one.
    const totalReturn = row.value === null ? null : (row.totalReturn ?? totalBefore)
    if (row.value === before && totalReturn === totalBefore) {
      counts.unchanged += 1
      continue
    }
    counts[row.value === null ? 'removed' : before === null ? 'added' : 'changed'] += 1
    versions.push({ ...row, totalReturn, indexId, version: (known?.version ?? 0) + 1 })
  }
  if (!sent.acceptUnusual) {
    const [first] = await tx.query(BEFORE, { indexId, day: from })
    const earlier = first === undefined ? null : decimalOf(first.value, PRICE_SCALE)
    askAboutMoves(earlier, standing, versions, await tolerancesOf(tx, []))
  }
  if (versions.length > 0) {
    const { source, reason, recordedBy } = sent
    const [set] = await tx.query(ADD_SET, { indexId, source, reason, recordedBy })
    const setId = (set as { id: number }).id
    await addRows(tx, [
      new Rows(
        VERSIONS,
        versions.map((version) => ({ ...version, setId })),
      ),
    ])
    await tx.query(KEEP_NEWEST, { setId })
  }
  return {
    answer: { code, ...counts },
    audit: {
      action: 'index-values.record',
      entity: 'index',
      entityId: code,
      after: { code, from, to, ...counts, reason: sent.reason },
    },
  }
}

function refuseDays(rows: readonly SentValue[], today: string): void {
  const problems: Detail[] = []
  for (const [index, { date }] of rows.entries()) {
    if (date > today)
      throw refuseField('prices.not-over', `rows.${index + 1}.date`, { date: dayInWords(date) })
    if (rows[index - 1]?.date === date)
      problems.push({ field: `rows.${index + 1}.date`, message: `${dayInWords(date)} stands here twice.` })
  }
  if (problems.length > 0) throw new Refusal('request.invalid', {}, problems)
}

/** Values named in the question. */
const NAMED_MOST = 5

function askAboutMoves(
  earlier: bigint | null,
  standing: ReadonlyMap<string, { readonly value: string | null }>,
  versions: readonly SentValue[],
  toleranceOf: ToleranceOf,
): void {
  const values = new Map<string, bigint | null>()
  for (const [day, { value }] of standing)
    values.set(day, value === null ? null : decimalOf(value, PRICE_SCALE))
  for (const { date, value } of versions) values.set(date, value)
  const isNew = new Set(versions.map(({ date }) => date))
  const moves: string[] = []
  // One percentage is named: the smallest of the days.
  let over: RateUnits | null = null
  let before = earlier
  for (const [day, value] of [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null) continue
    const { askedFrom } = toleranceOf(null, day)
    if (before !== null && isNew.has(day) && isMoreThan(askedFrom, value - before, before)) {
      moves.push(move(day, before, value))
      if (over === null || askedFrom < over) over = askedFrom
    }
    before = value
  }
  if (over === null) return
  const named = moves.slice(0, NAMED_MOST)
  const list = moves.length > named.length ? [...named, `and ${moves.length - named.length} more`] : named
  throw new Refusal('indices.unusual', {
    count: moves.length,
    over: percentInWords(over),
    list: list.join('; '),
  })
}

const move = (day: string, before: bigint, value: bigint) =>
  `${dayInWords(day)} at ${priceInWords(value)}, after ${priceInWords(before)}`

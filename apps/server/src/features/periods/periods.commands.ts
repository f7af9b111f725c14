/** Changing locks and closing years. The database refuses what is dated in a locked period; this module sets what is locked. */
import type { Entity, GainsTax, LockCheck } from '@em/contract/periods/periods'
import { isYearEnd, yearEndOf, yearStartOf } from '@em/core/holidays/financial-year'
import { closingLines } from '@em/core/ledger/closing-entries'
import { CLOSING } from '@em/core/ledger/lines'
import { dayInWords, monthName } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type RowOf, statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { Outcome } from '../../platform/door.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { loadAccounts } from '../ledger/posting/accounts-of-roles.queries.ts'
import { type EntryToPost, postEntries } from '../ledger/posting/post-entries.commands.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import { valuationOn } from '../valuation/state/valued.ts'
import { lockChecks } from './checklist.queries.ts'
import { type BalanceToClose, balancesToClose, findEntity, portfolioIdsOf } from './periods.queries.ts'

const HOLD = statement('periods.hold', 'SELECT version FROM entities WHERE id = :id FOR UPDATE')
const SET = statement(
  'periods.set',
  'UPDATE entities SET year_end_month = :yearEndMonth, share_gains_tax = :gainsTax?, version = version + 1 WHERE id = :id',
)
const SET_LOCK = statement(
  'periods.set-lock',
  `INSERT INTO period_locks (entity_id, locked_through, was_locked_through, reason, set_by, open_points)
   VALUES (:entityId, :through?, :lockedThrough?, :reason?, :userId, :openPoints?::jsonb)`,
)
// As the lock takes it: what is posted meanwhile waits, so that the checklist is of the books as they are locked.
const HOLD_POSTINGS = statement('periods.hold-postings', `SELECT ${takeLock('periods')}`)

type EntityOutcome = Outcome<{ success: true; data: Entity }>
interface LockInput {
  readonly locked_through: string | null
  readonly reason: string | null
  readonly version: number
}

async function hold(tx: Transaction, id: number): Promise<Entity> {
  await tx.query(HOLD, { id })
  return findEntity(tx, id)
}

/** The entity, held, as the sender has read it. @throws Refusal `record.missing`, `record.stale`. */
async function holdAsRead(tx: Transaction, id: number, version: number | null): Promise<Entity> {
  const entity = await hold(tx, id)
  if (version === null || version === entity.version) return entity
  throw new Refusal('record.stale', { what: `Entity ${entity.name}` })
}

function outcome(action: string, before: Entity, after: Entity): EntityOutcome {
  return {
    answer: { success: true, data: after },
    audit: { action, entity: 'entity', entityId: after.id, before, after },
  }
}

/** The settings of an entity; those left out stay. */
interface EntityInput {
  readonly year_end_month?: number | undefined
  readonly share_gains_tax?: GainsTax | null | undefined
  readonly version: number | null
}

/** Sets the month that the financial year ends with, and how gains are taxed. @throws Refusal `record.missing`, `record.stale`. */
export async function setEntity(tx: Transaction, id: number, input: EntityInput): Promise<EntityOutcome> {
  const before = await holdAsRead(tx, id, input.version)
  await tx.query(SET, {
    id,
    yearEndMonth: input.year_end_month ?? before.year_end_month,
    gainsTax: input.share_gains_tax === undefined ? before.share_gains_tax : input.share_gains_tax,
  })
  return outcome('periods.update', before, await findEntity(tx, id))
}

/**
 * Locks the books of an entity through a day, moves the lock back or opens them; waits for every posting under way.
 * @throws Refusal `record.stale` for another version than the entity's, `period.not-over` for a day after yesterday, `period.same`, `period.reason` where the lock is moved
 *   back or lifted without a reason, `period.open-points` where points of the checklist are open and no reason is given.
 */
export async function setLock(
  tx: Transaction,
  id: number,
  input: LockInput,
  at: { today: string; userId: number },
): Promise<EntityOutcome> {
  const before = await holdAsRead(tx, id, input.version)
  const { locked_through: through, reason } = input
  const latest = addDays(at.today, -1)
  if (through !== null && through > latest) throw refuseField('period.not-over', 'locked_through', { latest })
  if (through === before.locked_through) throw new Refusal('period.same', { entity: before.name })
  const isBack = before.locked_through !== null && (through === null || through < before.locked_through)
  if (isBack && reason === null) throw refuseField('period.reason', 'reason')
  const points = through === null || isBack ? null : await openPoints(tx, id, through, { reason, ...at })
  const storedPoints = points === null ? null : JSON.stringify(points)
  await tx.query(SET_LOCK, {
    entityId: id,
    through,
    lockedThrough: before.locked_through,
    reason,
    userId: at.userId,
    openPoints: storedPoints,
  })
  const done = outcome(through === null ? 'periods.open' : 'periods.lock', before, await findEntity(tx, id))
  return {
    ...done,
    audit: {
      ...done.audit,
      after: {
        ...done.answer.data,
        reason,
        open_points: points?.map(({ title, message }) => `${title}: ${message}`),
      },
    },
  }
}

/** The open points of the checklist, which need a reason. @throws Refusal `period.open-points`. */
async function openPoints(
  tx: Transaction,
  id: number,
  through: string,
  { reason, today }: { readonly reason: string | null; readonly today: string },
): Promise<LockCheck[]> {
  await tx.query(HOLD_POSTINGS)
  const points = (await lockChecks(tx, id, through, today)).filter(({ state }) => state === 'open')
  if (points.length > 0 && reason === null) {
    throw refuseField('period.open-points', 'reason', {
      points: points.map(({ title }) => title).join(', '),
    })
  }
  return points
}

const LATER = statement(
  'periods.later-closing',
  `SELECT c.year_end FROM year_closings c WHERE c.entity_id = :entityId AND c.year_end > :yearEnd::date AND c.undoes IS NULL
      AND NOT EXISTS (SELECT FROM year_closings u WHERE u.undoes = c.id) ORDER BY c.year_end DESC LIMIT 1`,
)
const LAST_BEFORE = statement(
  'periods.last-closing-before',
  `SELECT max(c.year_end) AS year_end FROM year_closings c WHERE c.entity_id = :entityId AND c.year_end < :yearEnd::date
      AND c.undoes IS NULL AND NOT EXISTS (SELECT FROM year_closings u WHERE u.undoes = c.id)`,
)
const NOTE_CLOSING = statement(
  'periods.note-closing',
  'INSERT INTO year_closings (entity_id, year_end, undoes, recorded_by) VALUES (:entityId, :yearEnd, :undoes?, :userId) RETURNING id',
)

/**
 * Closes a financial year: one entry per portfolio, dated with the year-end, clears income and expenses to zero and
 * puts the result to Retained Earnings. A year that was closed and moved since is closed again for the difference.
 * @throws Refusal `year-end.not-a-year-end`, `year-end.not-over`, `year-end.later`, `year-end.nothing`.
 */
export async function closeYear(
  tx: Transaction,
  entityId: number,
  yearEnd: string,
  at: { today: string; by: RecordedBy; dryRun: boolean },
) {
  const entity = await hold(tx, entityId)
  if (!isYearEnd(yearEnd, entity.year_end_month)) {
    throw refuseField('year-end.not-a-year-end', 'year_end', {
      entity: entity.name,
      month: monthName(entity.year_end_month),
      date: yearEnd,
    })
  }
  if (yearEndOf(yearEnd, entity.year_end_month) >= at.today)
    throw refuseField('year-end.not-over', 'year_end', { date: yearEnd })
  const [later] = await tx.query(LATER, { entityId, yearEnd })
  if (later !== undefined) throw new Refusal('year-end.later', { entity: entity.name, date: later.year_end })
  // A closing takes everything up to its year-end: years are closed in their order. Where the year-end was moved to another
  // month, the first year after it is a shorter one, from the last closing on.
  const [before] = await tx.query(LAST_BEFORE, { entityId, yearEnd })
  const lastYear = addDays(yearStartOf(yearEnd), -1)
  const earlier = before?.year_end && before.year_end > lastYear ? before.year_end : lastYear
  if ((await balancesToClose(tx, entityId, earlier)).length > 0) {
    throw refuseField('year-end.earlier', 'year_end', { date: earlier })
  }
  const balances = await balancesToClose(tx, entityId, yearEnd)
  if (balances.length === 0) throw new Refusal('year-end.nothing', { date: yearEnd })
  const [closing] = await tx.query(NOTE_CLOSING, {
    entityId,
    yearEnd,
    undoes: null,
    userId: at.by.recordedBy,
  })
  const retainedOf = await retainedEarnings(tx, yearEnd)
  const groups = [...Map.groupBy(balances, (one) => one.portfolio_id)].map(([portfolioId, rows]) =>
    closingOf(portfolioId, rows, retainedOf(portfolioId)),
  )
  const entries = groups.map(({ portfolioId, lines }): EntryToPost => {
    const description = `Closing of the year to ${dayInWords(yearEnd)}`
    return {
      kind: 'closing',
      entryDate: yearEnd,
      transactionType: CLOSING,
      description,
      reference: `YE-${yearEnd}`,
      lines: lines.map(({ accountId, debit, credit }) => ({
        role: accountId === null ? 'retained-earnings' : 'result',
        ...(accountId !== null && { accountId }),
        portfolioId,
        equityId: null,
        brokerId: null,
        settlementAccountId: null,
        debit,
        credit,
        transactionType: CLOSING,
        description,
      })),
    }
  })
  const ids = await postEntries(
    tx,
    entries,
    { kind: 'closing', id: closing?.id as number },
    onItsYearEnd(at.by),
  )
  const result = groups.reduce((sum, group) => sum + group.result, 0n)
  const data = {
    id: at.dryRun ? null : (closing?.id ?? null),
    year_end: yearEnd,
    result: toJsonNumber(result, MONEY_SCALE),
    portfolios: groups.map((group, index) => ({
      portfolioId: group.code,
      portfolioName: group.name,
      result: toJsonNumber(group.result, MONEY_SCALE),
      entry_id: at.dryRun ? null : (ids[index] ?? null),
      lines: group.shown,
    })),
    valuation: await valuationOn(tx, await portfolioIdsOf(tx, entityId), yearEnd),
  }
  return {
    answer: { success: true as const, data },
    audit: {
      action: 'periods.close-year',
      entity: 'entity',
      entityId,
      after: { ...data, valuation: undefined },
    },
  }
}

/** A closing belongs to its year-end; on another day it would leave the year open. */
const onItsYearEnd = (by: RecordedBy): RecordedBy => ({ ...by, openPeriod: false })

type Named = RowOf<typeof CHART>
const CHART = statement('periods.chart', 'SELECT id, account_code, account_name FROM chart_of_accounts')

/** The account that a portfolio's result goes to, as it is mapped on the year-end. */
async function retainedEarnings(
  tx: Transaction,
  yearEnd: string,
): Promise<(portfolioId: number | null) => Named | undefined> {
  const [accountOf, chart] = await Promise.all([loadAccounts(tx), tx.query(CHART)])
  return (portfolioId) => {
    const id = accountOf('retained-earnings', portfolioId, null, yearEnd)
    return chart.find((account) => account.id === id)
  }
}

function closingOf(portfolioId: number | null, rows: readonly BalanceToClose[], retained: Named | undefined) {
  const { lines, result } = closingLines(
    rows.map((row) => ({ accountId: row.account_id, net: decimalOf(row.net, MONEY_SCALE) })),
  )
  const accounts = new Map(rows.map((row) => [row.account_id, row]))
  return {
    portfolioId,
    code: rows[0]?.portfolio_code ?? null,
    name: rows[0]?.portfolio_name ?? null,
    lines,
    result,
    shown: lines.map(({ accountId, debit, credit }) => {
      const account = accountId === null ? retained : accounts.get(accountId)
      return {
        account_code: account?.account_code ?? '',
        account_name: account?.account_name ?? '',
        debit: toJsonNumber(debit, MONEY_SCALE),
        credit: toJsonNumber(credit, MONEY_SCALE),
      }
    }),
  }
}

const CLOSING_TO_UNDO = statement(
  'periods.closing',
  `SELECT c.id, c.entity_id, c.year_end, EXISTS (SELECT FROM year_closings u WHERE u.undoes = c.id) AS undone
     FROM year_closings c WHERE c.id = :id AND c.undoes IS NULL`,
)
const CLOSING_ENTRIES = statement(
  'periods.closing-entries',
  `SELECT id FROM journal_entries WHERE kind = 'closing' AND cause_id = :closingId AND reversal_of IS NULL ORDER BY id`,
)

/**
 * Takes a closing back: its entries are reversed on their date.
 * @throws Refusal `record.missing`, `year-end.undone`, `year-end.later` where a later year is closed.
 */
export async function undoClosing(tx: Transaction, id: number, by: RecordedBy) {
  const [found] = await tx.query(CLOSING_TO_UNDO, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Closing ${id}` })
  const entity = await hold(tx, found.entity_id)
  const [closing] = await tx.query(CLOSING_TO_UNDO, { id })
  if (closing?.undone) throw new Refusal('year-end.undone')
  const [later] = await tx.query(LATER, { entityId: found.entity_id, yearEnd: found.year_end })
  if (later !== undefined) throw new Refusal('year-end.later', { entity: entity.name, date: later.year_end })
  const [undo] = await tx.query(NOTE_CLOSING, {
    entityId: found.entity_id,
    yearEnd: found.year_end,
    undoes: id,
    userId: by.recordedBy,
  })
  const entries = await tx.query(CLOSING_ENTRIES, { closingId: id })
  const ids = await reverseEntries(
    tx,
    entries.map((entry) => entry.id),
    {
      kind: 'closing',
      cause: { kind: 'closing', id: undo?.id as number },
      ...onItsYearEnd(by),
    },
  )
  return {
    answer: { success: true as const, data: { entries_reversed: ids.length } },
    audit: { action: 'periods.undo-closing', entity: 'entity', entityId: found.entity_id, before: found },
  }
}

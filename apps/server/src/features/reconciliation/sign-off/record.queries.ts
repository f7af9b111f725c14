/** A reconciliation as it is answered: figures, what hinders its sign-off, what is worth knowing. */
import type {
  ChangedSince,
  ReconciliationRecord,
  ReconciliationSummary,
} from '@em/contract/reconciliation/reconciliation-records'
import { needsExplanation, proofOf } from '@em/core/reconciliation/figures'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { Queryable } from '../../../platform/database/database.ts'
import { changesSince } from '../lines/changes.queries.ts'
import {
  cents,
  centsOrNull,
  comparedOf,
  differencesForAnswer,
  type Figures,
  fromStored,
  proofForAnswer,
} from '../lines/figures.ts'
import { figuresOf } from '../lines/open-lines.queries.ts'
import {
  findReconciliation,
  type OpenLinesSource,
  openLinesSource,
  type Reconciliation,
} from '../lines/reconciliations.queries.ts'
import { monthOfDays, storedBalance } from '../lines/scope.queries.ts'

const shown = (amount: bigint) => formatDecimal(amount, MONEY_SCALE, { grouping: true })

/** @throws Refusal 404. */
export async function recordOf(db: Queryable, id: number, today: string): Promise<ReconciliationRecord> {
  const one = await findReconciliation(db, id)
  const source = await openLinesSource(db, one, today)
  return describe(db, one, source, await figuresOf(db, one, source))
}

export async function describe(
  db: Queryable,
  one: Reconciliation,
  source: OpenLinesSource,
  figures: Figures,
): Promise<ReconciliationRecord> {
  const { sums, counts } = figures
  const blockers = one.status === 'reconciled' ? [] : blockersOf(one, source, figures)
  const explain =
    one.status === 'pending' && sums.externalClosing !== null && needsExplanation(comparedOf(figures))
  return {
    ...headOf(one),
    coveredUntil: source.until,
    notes: one.notes,
    explanation: one.explanation,
    glOpening: rupees(figures.glOpening),
    glBalance: rupees(sums.glClosing),
    externalOpening: one.externalOpening === null ? null : rupees(cents(one.externalOpening)),
    externalBalance: one.externalClosing === null ? null : rupees(cents(one.externalClosing)),
    differences: differencesForAnswer(sums),
    proof: proofForAnswer(figures),
    counts,
    canSave: one.status === 'pending' && blockers.length === 0 && !explain,
    blockers,
    needsExplanation: explain,
    warnings: await warningsOf(db, one, source, figures),
    changedSince: (await changesSince(db, [one.id])).get(one.id) ?? null,
  }
}

function headOf(one: Reconciliation) {
  return {
    id: one.id,
    version: one.version,
    accountCode: one.accountCode,
    accountName: one.accountName,
    settlementAccount: one.settlementAccount,
    portfolio: one.portfolio,
    portfolioId: one.portfolioCode,
    period: monthOfDays(one),
    startDate: one.startDate,
    endDate: one.endDate,
    referenceType: one.referenceType,
    referenceNumber: one.referenceNumber,
    status: one.status,
    reconciledAt: one.reconciledAt,
    reconciledBy: one.reconciledBy,
    createdAt: one.createdAt,
    createdBy: one.createdBy,
  }
}

export function summaryOf(one: Reconciliation, changedSince: ChangedSince): ReconciliationSummary {
  const figures = one.figures === null ? null : fromStored(one.figures)
  return {
    ...headOf(one),
    glBalance: figures === null ? null : rupees(figures.sums.glClosing),
    externalBalance: one.externalClosing === null ? null : rupees(cents(one.externalClosing)),
    unexplainedDifference: figures === null ? null : proofForAnswer(figures).unexplained,
    netDifference: figures === null ? null : differencesForAnswer(figures.sums).netDifference,
    changedSince,
  }
}

/** The steps before it can be signed off, in sentences; a missing explanation is not among them. */
export function blockersOf(one: Reconciliation, source: OpenLinesSource, { counts }: Figures): string[] {
  const blockers: string[] = []
  if (one.externalClosing === null) blockers.push('Enter the closing balance of the statement.')
  if (counts.held > 0) {
    blockers.push(
      counts.held === 1
        ? '1 statement line repeats an earlier one or is outside the period: decide whether to keep or skip it.'
        : `${counts.held} statement lines repeat earlier ones or are outside the period: decide whether to keep or skip them.`,
    )
  }
  const [first] = source.pendingBefore
  if (first !== undefined)
    blockers.push(`The reconciliation until ${dayInWords(first.end_date)} is not signed off yet.`)
  return blockers
}

async function warningsOf(
  db: Queryable,
  one: Reconciliation,
  source: OpenLinesSource,
  figures: Figures,
): Promise<ReconciliationRecord['warnings']> {
  const sums = comparedOf(figures)
  const warnings: ReconciliationRecord['warnings'] = []
  const warn = (code: string, message: string) => warnings.push({ code, message })
  const before = source.pendingBefore.at(-1) ?? source.last
  const [opening, lastClosing] = [
    centsOrNull(one.externalOpening),
    centsOrNull(before?.external_closing ?? null),
  ]
  if (before != null && opening !== null && lastClosing !== null && opening !== lastClosing) {
    warn(
      'opening-not-continued',
      `The statement opens with ${shown(opening)}; the one until ${dayInWords(before.end_date)} closed with ${shown(lastClosing)}.`,
    )
  }
  if (one.status === 'reconciled') {
    const stored = await storedBalance(db, one, source.until)
    if (stored.lines !== one.glLines || cents(stored.net) !== cents(one.glClosing ?? '0')) {
      warn(
        'ledger-moved',
        `Lines dated up to ${dayInWords(source.until)} were recorded after the sign-off: the ledger balance is ${shown(cents(stored.net))} now and was ${shown(cents(one.glClosing ?? '0'))} then.`,
      )
    }
    return warnings
  }
  if (before !== null && before !== undefined && addDays(before.end_date, 1) < one.startDate) {
    warn(
      'days-between',
      `No reconciliation covers ${dayInWords(addDays(before.end_date, 1))} to ${dayInWords(addDays(one.startDate, -1))}; lines of these days are listed here.`,
    )
  }
  if (source.late !== null) {
    warn(
      'late-lines',
      `Lines were recorded into days that are signed off (until ${dayInWords(source.late.until)}); they are listed here.`,
    )
  }
  if (source.until < one.endDate) {
    warn(
      'period-running',
      `The period runs until ${dayInWords(one.endDate)}; lines until ${dayInWords(source.until)} count.`,
    )
  }
  const { unexplained } = proofOf(sums)
  if (unexplained !== null && unexplained !== 0n && !needsExplanation(sums)) {
    warn(
      'not-accounted-for',
      `The balances agree, but ${shown(unexplained < 0n ? -unexplained : unexplained)} of the open lines is unexplained.`,
    )
  }
  return warnings
}

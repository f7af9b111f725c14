/** The bell's notes, in sentences: one function for each kind of thing that needs attention. */

import type { notifications } from '@em/contract/dashboard/notifications'
import type { Reply } from '@em/contract/kit/route'
import { LIMIT_TABS } from '@em/contract/limits/limits'
import type { OpenSuspense } from '@em/contract/suspense/suspense'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { BackupState } from '../../backup/records.ts'
import type { FailedImport } from '../batches/history/batches.queries.ts'
import type { ComparedBroker } from '../broker-reports/comparisons.queries.ts'
import type { ComparedAccount } from '../cds/accounts/compared.queries.ts'
import type { ActionsToAttend } from '../corporate-actions/reports/attention.queries.ts'
import type { BreachesToAttend, WorsenedByAct } from '../limits/attention.queries.ts'
import { CHECK_DAYS, type LastCheck, type MovedYear } from '../periods/attention.queries.ts'
import type { ReconciliationBreak } from '../reconciliation/sign-off/breaks.queries.ts'
import type { SettlementsToAttend } from '../settlements/list/flows.queries.ts'
import type { StaleDay } from '../valuation/state/stale.queries.ts'
import type { PricesToAttend } from './dashboard.queries.ts'

const STALE_LIST = 5

export type Note = Reply<typeof notifications>[number]
const grouped = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })

const ageInWords = (hours: number) => {
  const [count, unit] = hours < 48 ? [Math.floor(hours), 'hour'] : [Math.floor(hours / 24), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const BACKUP_REMEDY = "The cause is in the server's log. To back up now, run npm run backup."

/** A backup that is too old, or that failed. */
export function backupNotes(state: BackupState | undefined): Note[] {
  if (state === undefined) return []
  const { ageHours, overdue, error } = state
  if (!overdue && error === null) return []
  const title =
    overdue && ageHours !== null
      ? `The last backup is ${ageInWords(ageHours)} old`
      : ageHours === null
        ? 'No backup could be made yet'
        : 'The last backup failed'
  return [{ id: 'backup', severity: 'warning', title, detail: BACKUP_REMEDY, tab: null, record: null }]
}

/** Settlements that are due, overdue or failed. */
export function settlementNotes({ due, overdue, failed }: SettlementsToAttend): Note[] {
  const notes: Note[] = []
  const add = (id: string, severity: Note['severity'], count: number, what: string, detail: string) => {
    if (count === 0) return
    const title = `${count.toLocaleString('en')} ${count === 1 ? 'settlement' : 'settlements'} ${what}`
    notes.push({ id, severity, title, detail, tab: 'Settlement Instructions', record: null })
  }
  const rupeesOf = (amount: number) => grouped(decimalOf(String(amount), MONEY_SCALE))
  add(
    'settlements-due',
    'info',
    due.count,
    'due',
    `LKR ${rupeesOf(due.pay.amount)} to pay and ${rupeesOf(due.receive.amount)} to receive within three days.`,
  )
  add('settlements-overdue', 'warning', overdue.count, 'overdue', 'Expected before today and not confirmed.')
  add('settlements-failed', 'warning', failed.count, 'failed', 'Set a new date, or confirm what was paid.')
  return notes
}

/** Imports that failed, that no one looked at and that were not tried again. */
export function importNotes(failed: readonly FailedImport[]): Note[] {
  const [last] = failed
  if (last === undefined) return []
  const of = last.failed === 0 ? 'its rows repeat contract numbers' : rowsOf(last)
  return [
    {
      id: 'imports-failed',
      severity: 'warning',
      title: failed.length === 1 ? '1 import failed' : `${failed.length} imports failed`,
      detail: `${failed.length === 1 ? '' : 'The latest: '}${last.file_name ?? `Import ${last.id}`}, ${of}. Nothing of it was recorded.`,
      tab: 'Import History',
      record: failed.length === 1 ? last.id : null,
    },
  ]
}

const rowsOf = ({ failed, total }: FailedImport) =>
  `${failed} of ${total} ${total === 1 ? 'row' : 'rows'} could not be recorded`

/** Reconciliations with an unexplained difference, and signed-off ones into whose days something was recorded since. */
export function breakNotes(breaks: readonly ReconciliationBreak[]): Note[] {
  const noteOf = (
    id: string,
    found: readonly ReconciliationBreak[],
    title: string,
    detail: (one: ReconciliationBreak) => string,
  ): Note[] => {
    const [first] = found
    if (first === undefined) return []
    const text = `${first.account} until ${dayInWords(first.endDate)}: ${detail(first)}`
    return [
      {
        id,
        severity: 'warning',
        title: `${found.length} ${title}`,
        detail: found.length === 1 ? text : `The latest: ${text}`,
        tab: 'Account Reconciliation',
        record: found.length === 1 ? first.reconciliationId : null,
      },
    ]
  }
  const open = breaks.filter((one) => one.status === 'pending')
  const changed = breaks.filter((one) => one.status === 'reconciled')
  return [
    ...noteOf(
      'reconciliation-unexplained',
      open,
      open.length === 1
        ? 'reconciliation has an unexplained difference'
        : 'reconciliations have an unexplained difference',
      (one) => `LKR ${grouped(one.unexplained)}.`,
    ),
    ...noteOf(
      'reconciliation-changed',
      changed,
      changed.length === 1
        ? 'signed-off reconciliation has changed since'
        : 'signed-off reconciliations have changed since',
      (one) => `${one.changedLines} ${one.changedLines === 1 ? 'line was' : 'lines were'} recorded.`,
    ),
  ]
}

/** Items of Suspense that nothing clears yet. */
export function suspenseNotes({ count, debits, credits, oldest_days }: OpenSuspense): Note[] {
  const days = oldest_days ?? 0
  if (count === 0) return []
  const rupeesOf = (amount: number) => grouped(decimalOf(String(amount), MONEY_SCALE))
  return [
    {
      id: 'suspense',
      severity: 'warning',
      title: `${count.toLocaleString('en')} ${count === 1 ? 'item is' : 'items are'} open on Suspense`,
      detail: `Debits LKR ${rupeesOf(debits)}, credits LKR ${rupeesOf(credits)}, the oldest ${days} ${days === 1 ? 'day' : 'days'} old.`,
      tab: 'Journal Entries',
      record: null,
    },
  ]
}

/** Securities held without a price, and prices from before a day. */
export function priceNotes({ unpriced, lastPrice }: PricesToAttend, staleBefore: string): Note[] {
  const notes: Note[] = []
  if (unpriced.length > 0) {
    const more = unpriced.length - STALE_LIST
    notes.push({
      id: 'unpriced',
      severity: 'warning',
      title: unpriced.length === 1 ? '1 holding has no price' : `${unpriced.length} holdings have no price`,
      detail: `Valued at cost: ${unpriced.slice(0, STALE_LIST).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
      tab: 'Portfolio Overview',
      record: null,
    })
  }
  if (lastPrice !== null && lastPrice < staleBefore) {
    notes.push({
      id: 'stale-prices',
      severity: 'warning',
      title: 'Prices are old',
      detail: `The newest daily trade summary is of ${lastPrice}.`,
      tab: 'Portfolio Overview',
      record: null,
    })
  }
  return notes
}

/** Breaks of CDS statements without an explanation. */
export function cdsNotes(accounts: readonly ComparedAccount[]): Note[] {
  const broken = accounts.filter(({ breaks }) => breaks > 0)
  const [first] = broken
  if (first === undefined) return []
  const breaks = broken.reduce((sum, one) => sum + one.breaks, 0)
  return [
    {
      id: 'cds-breaks',
      severity: 'warning',
      title: breaks === 1 ? '1 break at the depository' : `${breaks} breaks at the depository`,
      detail: `${first.account}${broken.length > 1 ? ` and ${broken.length - 1} more` : ''}: the statement and the books differ, and no note explains it.`,
      tab: 'CDS Comparison',
      record: null,
    },
  ]
}

/** Statements of brokers that differed from the ledger when they were compared last. */
export function brokerNotes(brokers: readonly ComparedBroker[]): Note[] {
  const differ = brokers.filter(({ differing }) => differing > 0)
  const [first] = differ
  if (first === undefined) return []
  return [
    {
      id: 'broker-statements',
      severity: 'warning',
      title:
        differ.length === 1 ? '1 broker’s statement differs' : `${differ.length} brokers’ statements differ`,
      detail: `${first.name}${differ.length > 1 ? ` and ${differ.length - 1} more` : ''}: the last statement that was compared differs from the ledger.`,
      tab: 'Broker Reports',
      record: null,
    },
  ]
}

/** Corporate actions to process, last days within a week, late money and missing certificates. */
export function actionNotes(found: ActionsToAttend): Note[] {
  const { due, first, closing, last, late, uncertified, firstUncertified } = found
  const more = (count: number) => (count > 1 ? ` and ${count - 1} more` : '')
  const notes: Note[] = []
  if (due > 0) {
    const title = `${due} corporate ${due === 1 ? 'action is' : 'actions are'} to be processed`
    const detail = `Its day has come: ${first ?? ''}${more(due)}.`
    notes.push({ id: 'actions-due', severity: 'warning', title, detail, tab: 'Calendar', record: null })
  }
  if (closing > 0) {
    const title = `${closing} ${closing === 1 ? 'election ends' : 'elections end'} within a week`
    const detail = `What is not elected lapses: ${last ?? ''}${more(closing)}.`
    notes.push({ id: 'actions-closing', severity: 'warning', title, detail, tab: 'Calendar', record: null })
  }
  if (late > 0) {
    const title = `Money of ${late} corporate ${late === 1 ? 'action is' : 'actions are'} outstanding for over 30 days`
    const detail = 'Confirm what came in, or write it off.'
    notes.push({ id: 'actions-late', severity: 'warning', title, detail, tab: 'Receivables', record: null })
  }
  if (uncertified > 0) {
    const title = `${uncertified} tax ${uncertified === 1 ? 'certificate is' : 'certificates are'} missing for over 30 days`
    const detail = `Ask the company for it, and record its number: ${firstUncertified ?? ''}${more(uncertified)}.`
    notes.push({
      id: 'certificates',
      severity: 'warning',
      title,
      detail,
      tab: 'Tax Certificates',
      record: null,
    })
  }
  return notes
}

/** Active portfolios without a costing method. */
export function methodNotes(count: number): Note[] {
  if (count === 0) return []
  return [
    {
      id: 'costing-method',
      severity: 'info',
      title: `${count} active ${count === 1 ? 'portfolio has' : 'portfolios have'} no costing method`,
      detail: 'A costing method is needed before the first sale.',
      tab: 'Valuation Method',
      record: null,
    },
  ]
}

/** Open days with a stale mark-to-market run. */
export function staleRunNotes(days: readonly StaleDay[]): Note[] {
  const open = days.filter(({ locked }) => !locked)
  const [newest] = open
  if (newest === undefined) return []
  const more = open.length > 1 ? ` and ${open.length - 1} more` : ''
  return [
    {
      id: 'runs-stale',
      severity: 'warning',
      title:
        open.length === 1
          ? 'Mark-to-market of 1 day is stale'
          : `Mark-to-market of ${open.length} days is stale`,
      detail: `A trade or price changed after the run: ${dayInWords(newest.date)}${more}.`,
      tab: 'Mark To Market',
      record: null,
    },
  ]
}

/** Financial years that changed after they were closed. */
export function movedYearNotes(years: readonly MovedYear[]): Note[] {
  const [newest] = years
  if (newest === undefined) return []
  const why = newest.amount === 0n ? 'a price or trade of the year-end has changed' : 'entries were posted'
  const more = years.length > 1 ? ` And ${years.length - 1} more.` : ''
  return [
    {
      id: 'years-moved',
      severity: 'warning',
      title: years.length === 1 ? '1 closed year has moved' : `${years.length} closed years have moved`,
      detail: `${newest.entity}, the year to ${dayInWords(newest.yearEnd)}: ${why} since it was closed.${more}`,
      tab: 'Period Close',
      record: null,
    },
  ]
}

/** A check of the books that is old or found something; none of books that were never checked is a hint. */
export function booksCheckNotes(last: LastCheck | null): Note[] {
  const note = (severity: Note['severity'], title: string, detail: string): Note[] => [
    { id: 'books-check', severity, title, detail, tab: 'Check the Books', record: null },
  ]
  if (last === null)
    return note(
      'info',
      'The books have not been checked yet',
      'Check the Books recalculates all figures and lists the differences.',
    )
  const of = dayInWords(last.day)
  if (last.found > 0)
    return note(
      'warning',
      `The check of the books found ${last.found === 1 ? '1 difference' : `${last.found.toLocaleString('en')} differences`}`,
      `It was made on ${of}.`,
    )
  return last.isOld
    ? note(
        'info',
        'The last check of the books is old',
        `It was made on ${of}, more than ${CHECK_DAYS} days ago.`,
      )
    : []
}

/** Breaches of limits that are not cured; which tab shows the first of them follows from its kind. */
export function breachNotes({ active, passive, kind }: BreachesToAttend): Note[] {
  const count = active + passive
  if (count === 0) return []
  return [
    {
      id: 'limits-breached',
      severity: 'warning',
      title: count === 1 ? '1 limit is exceeded' : `${count.toLocaleString('en')} limits are exceeded`,
      detail: `${active.toLocaleString('en')} by acts, ${passive.toLocaleString('en')} by prices, events or a changed limit.`,
      tab: tabOfLimits(kind),
      record: null,
    },
  ]
}

/** The tab that shows limits of a kind. */
function tabOfLimits(kind: string | null): string | null {
  const tabs = Object.entries(LIMIT_TABS) as [keyof typeof LIMIT_TABS, readonly string[]][]
  const tab = tabs.find(([, kinds]) => kinds.includes(kind ?? ''))?.[0]
  return tab === undefined ? null : `${tab.charAt(0).toUpperCase()}${tab.slice(1)} Limits`
}

const SCOPE_KEYS = ['all', 'largest']

/** An act made a breach worse: one note for each breach, until a user writes a note or an override on it. */
export const worsenedNotes = (worsened: readonly WorsenedByAct[]): Note[] =>
  worsened.map(({ id, kind, limit, subject, act, by }) => ({
    id: `breach-worsened-${id}`,
    severity: 'warning',
    title: `A breach of ${limit} was made worse`,
    detail: `${SCOPE_KEYS.includes(subject) ? '' : `${subject}: `}${act ?? ''} Recorded by ${by ?? 'the books'}.`,
    tab: tabOfLimits(kind),
    record: id,
  }))

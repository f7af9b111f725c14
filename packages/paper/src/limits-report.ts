/** The Limits Report: how far limits are used on a day, breaches of a span, and changes of limits. One description for the screen, paper and files. */
import type { Breach, LimitsReport, UtilisationRow } from '@em/contract/limits/limits'
import type { LimitUnit } from '@em/core/limits/limit-codes'
import type { CellValue } from './columns.ts'
import { formatDate } from './dates.ts'
import type { StreamedTable } from './files/streamed.ts'
import { formatNumber } from './numerals.ts'
import { type NamedColumn, type Report, reportTable } from './report.ts'

const STATES: Readonly<Record<UtilisationRow['state'], string>> = {
  within: 'Within',
  warning: 'Warning',
  exceeded: 'Exceeded',
  unknown: 'Unknown',
}
const BREACH_STATES: Readonly<Record<Breach['state'], string>> = {
  open: 'Open',
  late: 'Late',
  overridden: 'Overridden',
  cured: 'Cured',
}
const UNITS: Readonly<Record<LimitUnit, string>> = { percent: '%', LKR: 'LKR', shares: 'shares', none: '' }
/** Shares are whole, rupees have 2 decimals, percentages up to 4: a figure takes as many as it needs. */
const figure = {
  kind: 'price' as const,
  paper: (value: CellValue) => {
    if (typeof value !== 'number') return ''
    const units = Math.round(value * 10_000)
    const decimals = units % 10_000 === 0 ? 0 : units % 100 === 0 ? 2 : 4
    return formatNumber(value, { decimals })
  },
  sheet: { width: 18, format: null },
}
/** "Up to 12 % until 30 Jun 2026, by Nadeesha Perera" */
const overrideInWords = ({ override, unit }: Breach) =>
  override === null
    ? ''
    : `Up to ${figure.paper(override.level)} ${UNITS[unit]} until ${formatDate(override.until)}, by ${override.by}`
const first = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const UTILISATION_COLUMNS: readonly NamedColumn<UtilisationRow>[] = [
  { id: 'limit', header: 'Limit', value: (row) => row.limit.name, sheet: { width: 28 } },
  { id: 'code', header: 'Code', value: (row) => row.limit.code, sheet: { width: 18 } },
  { id: 'scope', header: 'Scope', value: (row) => row.scope.label, sheet: { width: 26 } },
  { id: 'subject', header: 'Subject', value: (row) => row.subject.label, sheet: { width: 26 } },
  { id: 'value', header: 'Value', value: (row) => row.value, ...figure },
  { id: 'bound', header: 'Bound', value: (row) => row.bound, ...figure },
  { id: 'unit', header: 'Unit', value: (row) => UNITS[row.unit], sheet: { width: 10 } },
  { id: 'used', header: 'Used', unit: '%', kind: 'percent', value: (row) => row.used, sheet: { width: 12 } },
  { id: 'state', header: 'State', value: (row) => STATES[row.state], sheet: { width: 12 } },
]

export const BREACH_COLUMNS: readonly NamedColumn<Breach>[] = [
  { id: 'limit', header: 'Limit', value: (row) => row.limit.name },
  { id: 'scope', header: 'Scope', value: (row) => row.scope.label },
  { id: 'subject', header: 'Subject', value: (row) => row.subject.label },
  { id: 'kind', header: 'Kind', value: (row) => first(row.kind) },
  { id: 'cause', header: 'Cause', value: (row) => row.causeText },
  { id: 'opened', header: 'Opened', kind: 'date', value: (row) => row.opened },
  { id: 'cured', header: 'Cured', kind: 'date', value: (row) => row.cured },
  { id: 'worst', header: 'Worst', value: (row) => row.worst, ...figure },
  { id: 'bound', header: 'Bound', value: (row) => row.bound, ...figure },
  { id: 'unit', header: 'Unit', value: (row) => UNITS[row.unit] },
  { id: 'state', header: 'State', value: (row) => BREACH_STATES[row.state] },
  { id: 'override', header: 'Override', value: overrideInWords },
]

export const CHANGE_COLUMNS: readonly NamedColumn<LimitsReport['changes'][number]>[] = [
  { id: 'code', header: 'Code', value: (row) => row.code },
  { id: 'name', header: 'Limit', value: (row) => row.name },
  { id: 'version', header: 'Version', kind: 'quantity', value: (row) => row.version },
  { id: 'bound', header: 'Bound', value: (row) => row.bound, ...figure },
  { id: 'unit', header: 'Unit', value: (row) => UNITS[row.unit] },
  { id: 'hardness', header: 'Hardness', value: (row) => first(row.hardness) },
  { id: 'from', header: 'From', kind: 'date', value: (row) => row.effectiveFrom },
  { id: 'reason', header: 'Reason of the change', value: (row) => row.changeReason },
  { id: 'by', header: 'Recorded by', value: (row) => row.recordedBy },
]

/** The report for paper. */
export function limitsPaper(
  { from, to, portfolio, utilisation, breaches, changes, totals }: LimitsReport,
  by: string,
): Report {
  return {
    title: 'Limits Report',
    subtitle: [portfolio, from === to ? formatDate(to) : `${formatDate(from)} to ${formatDate(to)}`],
    facts: [
      { label: 'Limits', value: String(totals.limits) },
      { label: 'Exceeded', value: String(totals.exceeded) },
      { label: 'Warning', value: String(totals.warning) },
      { label: 'Unknown', value: String(totals.unknown) },
      { label: 'Breaches opened, cured', value: `${totals.opened}, ${totals.cured}` },
      { label: 'Late, overridden', value: `${totals.late}, ${totals.overridden}` },
    ],
    tables: [
      reportTable({
        title: 'Utilisation',
        columns: UTILISATION_COLUMNS,
        rows: utilisation,
        empty: 'No limit is in force.',
      }),
      reportTable({ title: 'Breaches', columns: BREACH_COLUMNS, rows: breaches, empty: 'No breach.' }),
      reportTable({
        title: 'Changes',
        columns: CHANGE_COLUMNS,
        rows: changes,
        empty: 'No limit was changed.',
      }),
    ],
    notes: ['Computed of the books as they are recorded now, on the last day of the report.'],
    by,
    fileName: `limits-${to}`,
    orientation: 'landscape',
  }
}

/** How far limits are used, as a file. */
export function limitsFile({ utilisation }: LimitsReport): StreamedTable<UtilisationRow> {
  async function* rows(): AsyncGenerator<UtilisationRow> {
    yield* utilisation
  }
  return { name: 'Limits', columns: UTILISATION_COLUMNS, rows: rows() }
}

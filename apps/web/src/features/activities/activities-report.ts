import type { Activity } from '@em/contract/activities/recent-activities'
import { ACTIVITIES_MOST } from '@em/contract/activities/recent-activities'
import { type Report, type ReportColumn, reportTable } from '@em/paper/report'

const columns: readonly ReportColumn<Activity>[] = [
  { header: 'Time', kind: 'moment', value: (row) => row.timestamp },
  { header: 'Type', value: (row) => row.icon },
  { header: 'Symbol', value: (row) => row.symbol },
  { header: 'Portfolio', value: (row) => row.portfolio },
  { header: 'Status', value: (row) => row.status },
  { header: 'Quantity', kind: 'quantity', value: (row) => row.quantity },
  { header: 'Price', kind: 'price', value: (row) => row.price },
  { header: 'Value', kind: 'money', value: (row) => row.value },
  { header: 'Amount', kind: 'money', value: (row) => row.amount },
  { header: 'Details', value: (row) => row.details },
  { header: 'ID', value: (row) => row.id },
  { header: 'By', value: (row) => row.by },
]

interface Of {
  readonly facts: NonNullable<Report['facts']>
  /** Older ones are not listed. */
  readonly more: boolean
  readonly by: string
}

/** Recent activities as a file: all that the filters leave, not only the page on screen. */
export function activitiesReport(rows: readonly Activity[], { facts, more, by }: Of): Report {
  return {
    title: 'Recent Activity',
    facts: [...facts, { label: 'Activities', value: rows.length.toLocaleString('en-IN') }],
    tables: [reportTable({ columns, rows, empty: 'No activities found' })],
    ...(more
      ? { notes: [`Only the newest ${ACTIVITIES_MOST.toLocaleString('en-IN')} activities are listed.`] }
      : {}),
    by,
    orientation: 'landscape',
  }
}

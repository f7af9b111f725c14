/** The kinds of files that a report can be. */
import type { ReportFormat } from '@em/contract/reports/report-files'

export const MEDIA_TYPES: Readonly<Record<ReportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
}

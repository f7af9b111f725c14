/** How much a file of an export holds. */
import type { ReportFormat } from '@em/contract/reports/report-files'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { PDF_MAX_ROWS } from '@em/paper/printable'

interface FormatFacts {
  readonly mediaType: string
  /** Lines that a file holds. */
  readonly most: number
  /** Its name in a refusal. */
  readonly what: string
}
export const FILE_FORMATS: Readonly<Record<ReportFormat, FormatFacts>> = {
  // Excel takes 1,048,576 rows with the header.
  xlsx: { mediaType: MEDIA_TYPES.xlsx, most: 1_000_000, what: 'a sheet' },
  csv: { mediaType: MEDIA_TYPES.csv, most: 5_000_000, what: 'a CSV file' },
  pdf: { mediaType: MEDIA_TYPES.pdf, most: PDF_MAX_ROWS, what: 'a PDF' },
}

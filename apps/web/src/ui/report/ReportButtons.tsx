import type { ReportFormat } from '@em/contract/reports/report-files'
import type { Report } from '@em/paper/report'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconFileTypeCsv from '@tabler/icons-react/dist/esm/icons/IconFileTypeCsv.mjs'
import IconFileTypePdf from '@tabler/icons-react/dist/esm/icons/IconFileTypePdf.mjs'
import { useState } from 'react'
import { load } from '../../lib/parts.ts'
import { notify } from '../notify.tsx'
import { ReportTooLong } from './too-long.ts'

const KINDS = {
  xlsx: { label: 'Export to Excel', Icon: IconDownload },
  csv: { label: 'Export to CSV', Icon: IconFileTypeCsv },
  pdf: { label: 'Save as PDF', Icon: IconFileTypePdf },
}

interface ReportButtonsProps {
  /** Makes the report when a button is pressed; may ask the server. */
  report: () => Report | Promise<Report>
  /** In the order shown. */
  formats?: readonly ReportFormat[]
  disabled?: boolean
  /** Where the specification calls the PDF otherwise. */
  pdfLabel?: string
  /** The message where neither the server nor the report names the reason. */
  failed?: string
}

/** A button per kind of file: it works while the file is made and says what went wrong. */
export function ReportButtons({
  report,
  formats = ['xlsx', 'pdf'],
  disabled = false,
  pdfLabel,
  failed = 'The file could not be created',
}: ReportButtonsProps) {
  const [busy, setBusy] = useState<ReportFormat | null>(null)
  const save = async (format: ReportFormat) => {
    setBusy(format)
    try {
      const { exportReport } = await load(() => import('./exportReport.ts'))
      await exportReport(await report(), format)
    } catch (error) {
      if (error instanceof ReportTooLong) notify.error(error.message)
      else notify.error(failed, error)
    } finally {
      setBusy(null)
    }
  }
  return formats.map((format) => {
    const { label, Icon } = KINDS[format]
    return (
      <Button
        key={format}
        variant="default"
        leftSection={<Icon size={16} />}
        loading={busy === format}
        disabled={disabled || (busy !== null && busy !== format)}
        onClick={() => void save(format)}
      >
        {format === 'pdf' ? (pdfLabel ?? label) : label}
      </Button>
    )
  })
}

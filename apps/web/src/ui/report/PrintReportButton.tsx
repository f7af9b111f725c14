import type { Report } from '@em/paper/report'
import { Button } from '@mantine/core'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { useCallback, useState } from 'react'
import { notify } from '../notify.tsx'
import { ReportSheet } from './ReportSheet.tsx'

interface PrintReportButtonProps {
  /** Makes the report when the button is pressed; may ask the server. */
  report: () => Report | Promise<Report>
  label?: string
  disabled?: boolean
}

/** Prints a report by the browser's dialog. */
export function PrintReportButton({ report, label = 'Print', disabled = false }: PrintReportButtonProps) {
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Report | null>(null)
  const putAway = useCallback(() => setMade(null), [])
  const print = async () => {
    setBusy(true)
    try {
      setMade(await report())
    } catch (error) {
      notify.error('The report could not be created. Please try again.', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} />}
        loading={busy}
        disabled={disabled}
        onClick={() => void print()}
      >
        {label}
      </Button>
      {made !== null && <ReportSheet report={made} onDone={putAway} />}
    </>
  )
}

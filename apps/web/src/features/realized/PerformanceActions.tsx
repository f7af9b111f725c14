import { realized } from '@em/contract/realized/realized'
import { MEDIA_TYPES } from '@em/paper/files/formats'
import { Button, Menu } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconReport from '@tabler/icons-react/dist/esm/icons/IconReportMoney.mjs'
import { useState } from 'react'
import { call, callFile } from '../../lib/api.ts'
import { load } from '../../lib/parts.ts'
import { notify } from '../../ui/notify.tsx'
import { ReportTooLong } from '../../ui/report/too-long.ts'
import { saveFile } from '../../ui/save-file.ts'
import { askedFor, fileNameOf, type RealizedFilters } from './filters.ts'

/** The report as a PDF, and the workbook: both say what the screen says, of the same books and days. */
export function PerformanceActions({ filters, disabled }: { filters: RealizedFilters; disabled: boolean }) {
  const [busy, setBusy] = useState<'report' | 'workbook' | null>(null)
  const doing = async (what: 'report' | 'workbook', failed: string, work: () => Promise<void>) => {
    setBusy(what)
    try {
      await work()
    } catch (error) {
      if (error instanceof ReportTooLong) notify.error(error.message)
      else notify.error(failed, error)
    } finally {
      setBusy(null)
    }
  }
  const report = (reportType: 'summary' | 'detailed') =>
    doing('report', 'Failed to generate report. Please try again.', async () => {
      const query = { ...askedFor(filters), reportType }
      const [{ report: found }, { realizedReport }, { exportReport }] = await Promise.all([
        call(realized.report, { query }),
        load(() => import('./realized-report.ts')),
        load(() => import('../../ui/report/exportReport.ts')),
      ])
      await exportReport(realizedReport(found), 'pdf')
      notify.success('Report generated successfully!')
    })
  const workbook = () =>
    doing('workbook', 'Failed to export to Excel. Please try again.', async () => {
      const file = await callFile(realized.exportExcel, { query: askedFor(filters) })
      saveFile(`${fileNameOf(filters)}.xlsx`, file, MEDIA_TYPES.xlsx)
    })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconReport size={16} />}
            loading={busy === 'report'}
            disabled={disabled || busy === 'workbook'}
          >
            Generate Report
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void report('summary')}>Summary</Menu.Item>
          <Menu.Item onClick={() => void report('detailed')}>With every trade</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={busy === 'workbook'}
        disabled={disabled || busy === 'report'}
        onClick={() => void workbook()}
      >
        Export to Excel
      </Button>
    </>
  )
}

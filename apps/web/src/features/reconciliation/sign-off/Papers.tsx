import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/useSession.ts'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import {
  EXCEL_LINES,
  loadLines,
  type OneReconciliation,
  PDF_LINES,
  PRINT_LINES,
} from '../record/useReconciliation.ts'
import { reconciliationReport } from './reconciliation-report.ts'

/** The reconciliation as files and on paper, for the signatures. */
export function Papers({ one }: { one: OneReconciliation }) {
  const { user } = useSession()
  const report = async (most: number) => {
    const [fresh, lines] = await Promise.all([
      call(reconciliation.get, { params: { id: one.id } }),
      loadLines(one.id, most),
    ])
    return reconciliationReport(fresh, lines, `${user.first_name} ${user.last_name}`)
  }
  return (
    <>
      <ReportButtons formats={['xlsx']} report={() => report(EXCEL_LINES)} />
      <ReportButtons formats={['pdf']} report={() => report(PDF_LINES)} />
      <PrintReportButton report={() => report(PRINT_LINES)} />
    </>
  )
}

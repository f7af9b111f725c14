import { useSession } from '../../../lib/useSession.ts'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EXPORT_MAX, filterFacts, PDF_ROWS, PRINT_MAX } from './filters.ts'
import { listOf } from './lists.ts'
import { nettedReport, settlementsReport } from './settlements-report.ts'
import { type Asked, loadNetted, loadSettlements, useSettlementSummary } from './useSettlements.ts'

/** The list, or what nets against what, as files and on paper. */
export function Papers({
  asked,
  netted,
  accounts,
}: {
  asked: Asked
  netted: boolean
  accounts: ReadonlyMap<string, string>
}) {
  const { user } = useSession()
  const { refetch } = useSettlementSummary(asked)
  const by = `${user.first_name} ${user.last_name}`
  const facts = filterFacts(asked.status, asked.filters, accounts)
  const report = async (most: number) => {
    const sums = await refetch()
    if (sums.data === undefined) throw sums.error
    if (netted) return nettedReport({ rows: await loadNetted(asked, most), summary: sums.data, facts }, by)
    const { rows } = await loadSettlements(asked, most)
    const { amount } = listOf(asked.status)
    return settlementsReport({ rows, summary: sums.data, amount, facts }, by)
  }
  return (
    <>
      <ReportButtons formats={['xlsx']} report={() => report(EXPORT_MAX)} />
      <ReportButtons formats={['pdf']} report={() => report(PDF_ROWS)} />
      <PrintReportButton report={() => report(PRINT_MAX)} />
    </>
  )
}

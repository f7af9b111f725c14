import type { Report } from '@em/paper/report'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useSession } from '../../lib/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import css from './Reports.module.css'

interface ReportTabProps<Data> {
  title: string
  /** The description of the report, in a sentence or two. */
  note: string
  /** The message where it cannot be loaded. */
  failed: string
  query: UseQueryResult<Data>
  /** The report for paper and files, made when a button is pressed. */
  report: (data: Data, by: string) => Report
  /** Whether there is anything to export. */
  hasRows: (data: Data) => boolean
  /** Buttons next to those of files and paper. */
  actions?: ReactNode
  children: (data: Data) => ReactNode
}

/** The common parts of all reports: loading, errors, the buttons of files and paper. */
export function ReportTab<Data>({
  title,
  note,
  failed,
  query,
  report,
  hasRows,
  actions,
  children,
}: ReportTabProps<Data>) {
  const { user } = useSession()
  const { data } = query
  if (data === undefined) {
    return query.isError ? (
      <ErrorState title={failed} message={messageOf(query.error, '')} onRetry={() => void query.refetch()} />
    ) : (
      <Skeletons rows={14} />
    )
  }
  const made = () => report(data, `${user.first_name} ${user.last_name}`)
  const disabled = query.isPlaceholderData || !hasRows(data)
  return (
    <>
      <Section
        title={title}
        actions={
          <>
            <ReportButtons report={made} formats={['xlsx', 'csv', 'pdf']} disabled={disabled} />
            <PrintReportButton report={made} disabled={disabled} />
            {actions}
          </>
        }
      >
        <p className={css.note}>{note}</p>
        {query.isError && (
          <Banner tone="warning">{messageOf(query.error, failed)} What you see may be out of date.</Banner>
        )}
      </Section>
      {children(data)}
    </>
  )
}

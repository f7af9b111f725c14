import { realizedSchedule, type ScheduleRow } from '@em/contract/realized/realized-schedule'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { PrintReportButton } from '../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { askedFor, type RealizedFilters } from './filters.ts'
import { GainModal } from './GainModal.tsx'
import { type Gain, gainOfPosting } from './gain.ts'
import css from './Realized.module.css'
import { partsOf } from './schedule.ts'
import { scheduleColumns } from './schedule-columns.tsx'
import { scheduleReport } from './schedule-report.ts'
import { ScheduleCards, TieOut } from './TieOut.tsx'

const FAILED = 'Failed to load the schedule of realized gains'

/** The schedule of realized gains by posting date, which ends with its tie-out to the ledger. */
export function ScheduleTab({ filters }: { filters: RealizedFilters }) {
  const query = useRoute(realizedSchedule, { query: askedFor(filters) }, { keepPrevious: true })
  const data = query.data
  const { user } = useSession()
  const [gain, setGain] = useState<Gain | null>(null)
  if (data === undefined) {
    if (query.isError)
      return (
        <ErrorState
          title={FAILED}
          message={messageOf(query.error, '')}
          onRetry={() => void query.refetch()}
        />
      )
    return <Skeletons rows={14} />
  }
  const report = () => scheduleReport(data, filters, `${user.first_name} ${user.last_name}`)
  const usable = data.rows.length > 0 && !query.isPlaceholderData
  return (
    <>
      <Section
        title="Schedule of realized gains"
        actions={
          <>
            <ReportButtons
              report={report}
              formats={['xlsx', 'csv', 'pdf']}
              disabled={!usable || data.hasMore}
            />
            <PrintReportButton report={report} disabled={!usable || data.hasMore} />
          </>
        }
      >
        <p className={css.note}>
          One row for each disposal and one for each later difference of its cost, by posting date; year-end
          closings are left out. Charges on purchases, financing and days stand once, with the sale, as they
          are now.
        </p>
        {query.isError && (
          <Banner tone="warning">{messageOf(query.error, FAILED)} What you see may be out of date.</Banner>
        )}
        {data.hasMore && (
          <Banner tone="warning">
            The first {data.rows.length.toLocaleString('en-LK')} rows are listed; sums and tie-out are of all
            rows. Choose a portfolio or fewer days to list and export all of them.
          </Banner>
        )}
      </Section>
      {partsOf(data).map((part) => (
        <Section key={part.treatment} title={part.title}>
          <ScheduleCards part={part} />
          <DataGrid
            id={`realized-schedule-${part.treatment}`}
            title={part.title}
            noun="rows"
            rows={part.rows}
            columns={scheduleColumns(part.treatment)}
            rowKey={(row) => row.id}
            onOpen={(row: ScheduleRow) => setGain(gainOfPosting(row))}
            exportable={false}
            offset={260}
            totalsLabel={data.hasMore ? 'Total of all rows' : 'Total'}
            totals={Object.fromEntries(
              part.sums.map(([id, amount]) => [
                id,
                <Amount
                  key={id}
                  value={amount}
                  signed={id === 'gain' || id === 'after' || id === 'posted'}
                />,
              ]),
            )}
            empty={
              <EmptyState title="No disposals were posted in this time">
                Sales appear here on the day that they are posted, with what later changed in their cost.
              </EmptyState>
            }
          />
          <TieOut tied={part.tied} />
        </Section>
      ))}
      <GainModal gain={gain} onClose={() => setGain(null)} />
    </>
  )
}

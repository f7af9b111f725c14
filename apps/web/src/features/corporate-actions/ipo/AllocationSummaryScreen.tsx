import { useMemo } from 'react'
import { textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useSession } from '../../../lib/useSession.ts'
import { useOpens } from '../../../links/offered.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { goTo } from '../../../links/tabs.ts'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { SearchField } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { useApplications } from './applications.ts'
import { applicationColumns, summaryReport } from './summary-report.tsx'

const NO_FILTERS = { search: '', portfolio: '' }

/** Allocation Summary: each issue and portfolio with what was applied for, allotted and refunded. */
export default function AllocationSummaryScreen() {
  const query = useHashQuery()
  const filters = { search: textIn(query, 'search'), portfolio: textIn(query, 'portfolio') }
  const asked = {
    ...(filters.search === '' ? {} : { search: filters.search }),
    ...(filters.portfolio === '' ? {} : { portfolioId: filters.portfolio }),
  }
  const found = useApplications(asked)
  const { rows, total, more } = found
  const { user } = useSession()
  const opens = useOpens()
  const count = Object.keys(asked).length
  const report = () =>
    summaryReport(rows ?? [], { ...filters, by: `${user.first_name} ${user.last_name}`, isWhole: !more.has })
  const isUnusable = rows === undefined || rows.length === 0
  // Cancelled applications and those not in the books are not added up.
  const counted = useMemo(
    () => (rows ?? []).filter(({ state }) => state === 'applied' || state === 'refund' || state === 'done'),
    [rows],
  )
  const loading = rows === undefined
  return (
    <Page
      title="Allocation Summary"
      lead="Applications for new issues: what was applied for, what was allotted, and what came back."
      actions={
        <>
          <RefreshButton loading={found.list.isRefetching} onClick={() => void found.refetch()} />
          <ReportButtons report={report} disabled={isUnusable} />
          <PrintReportButton report={report} disabled={isUnusable} />
        </>
      }
    >
      <FilterFrame label="Filter the applications" count={count} onClear={() => changeHashQuery(NO_FILTERS)}>
        <SearchField
          placeholder="Company"
          value={filters.search}
          onSearch={(search) => changeHashQuery({ search })}
        />
        <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => changeHashQuery({ portfolio })} />
      </FilterFrame>
      <Stats>
        <StatCard
          label="Applied for (shares)"
          value={<Quantity value={sumOf(counted.map((row) => row.applied))} />}
          loading={loading}
        />
        <StatCard
          label="Allotted (shares)"
          value={<Quantity value={sumOf(counted.map((row) => row.allotted))} />}
          loading={loading}
        />
        <StatCard
          label="Application money (LKR)"
          value={<Amount value={sumOf(counted.map((row) => row.money))} />}
          loading={loading}
        />
        <StatCard
          label="Refunds outstanding (LKR)"
          value={<Amount value={sumOf(counted.map((row) => row.outstanding))} />}
          loading={loading}
        />
      </Stats>
      <DataGrid
        id="ipo-summary"
        title="Allocation Summary"
        noun="applications"
        rows={rows}
        columns={applicationColumns}
        rowKey={(row) => `${row.id}/${row.portfolioId}`}
        onOpen={(row) => openEvent(row.id)}
        actions={(row) => [
          ...(row.state === 'applied' && opens('IPO', 'IPO Allocation')
            ? [
                {
                  label: 'Enter allocation',
                  onClick: () => goTo('IPO', 'IPO Allocation', { application: String(row.id) }),
                },
              ]
            : []),
          { label: 'Show application', onClick: () => openEvent(row.id) },
        ]}
        muted={(row) => row.state === 'cancelled'}
        search={false}
        exportable={false}
        more={{ ...more, total }}
        offset={200}
        error={loadFailure(found, 'Failed to load the applications')}
        empty={
          count > 0 ? (
            <NothingFound
              title="No applications match the filters"
              onClear={() => changeHashQuery(NO_FILTERS)}
            />
          ) : (
            <EmptyState
              title="No applications yet"
              action={<TabButton to={['IPO', 'IPO Entry']}>New Application</TabButton>}
            >
              Record an application for shares of a new issue; its allocation and refund follow here.
            </EmptyState>
          )
        }
      />
      <EventInAddress />
    </Page>
  )
}

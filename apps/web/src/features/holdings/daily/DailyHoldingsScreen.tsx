import { holdings } from '@em/contract/holdings/holdings'
import { type DailyRow, dailyReport, dailyRows } from '@em/paper/daily-holdings'
import { useMemo } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { formatDate, today } from '../../../lib/dates.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { AtCostNote, useAtCost } from '../../../links/AtCost.tsx'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { TabButton } from '../../../links/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Page } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { SchedulesButton } from '../../reports/schedules/SchedulesButton.tsx'
import { NoPortfolio, PortfolioAndDate, usePortfolioAndDate } from '../PortfolioAndDate.tsx'
import { dailyColumns, dailyColumnsOfAll } from './daily-columns.ts'

const linked = (columns: readonly Column<DailyRow>[]) =>
  columns.map((column) =>
    column.id === 'symbol'
      ? { ...column, cell: ({ symbol }: DailyRow) => <SecurityLink symbol={symbol} /> }
      : column,
  )
const columnsOfOne = linked(dailyColumns)
const columnsOfAll = linked(dailyColumnsOfAll)

/** Daily Holdings Report: a portfolio, or all of them, at the end of a day, at cost and at market value. */
export default function DailyHoldingsScreen() {
  const of = usePortfolioAndDate({ withAll: true })
  const { chosen, all, asOf } = of
  const { user } = useSession()
  const allWords = useAllPortfolios()
  const day = asOf === '' ? {} : { asOf }
  const one = useRoute(
    holdings.valued,
    { params: { id: chosen?.portfolioId ?? '' }, query: day },
    { enabled: chosen !== undefined, keepPrevious: true },
  )
  const every = useRoute(holdings.valuedOfAll, { query: day }, { enabled: all, keepPrevious: true })
  const held = all ? every : one
  const atCost = useAtCost()
  const rows = useMemo(
    () => (held.data === undefined || held.isPlaceholderData ? undefined : dailyRows(held.data, atCost)),
    [held.data, held.isPlaceholderData, atCost],
  )
  const named = all ? 'all' : (chosen?.portfolioId ?? '')
  const date = asOf === '' ? today() : asOf
  const refresh = () => void held.refetch()
  const report = () =>
    dailyReport(rows ?? [], {
      portfolioId: named,
      portfolioName: all ? allWords : (chosen?.portfolioName ?? ''),
      all,
      date,
      by: `${user.first_name} ${user.last_name}`,
      chosen: atCost,
    })
  const disabled = rows === undefined || rows.length === 0
  const unpriced = rows?.filter((row) => row.unpriced).length ?? 0
  return (
    <Page
      title="Daily Holdings Report"
      lead="What a portfolio, or each of all portfolios, holds at the end of a day, at cost and at market value."
      actions={
        <>
          <RefreshButton loading={held.isRefetching} disabled={named === ''} onClick={refresh} />
          <ReportButtons report={report} disabled={disabled} />
          <PrintReportButton report={report} disabled={disabled} />
          <SchedulesButton report="daily-holdings" portfolioId={chosen?.portfolioId ?? ''} />
        </>
      }
    >
      <PortfolioAndDate of={of} />
      {named === '' ? (
        <NoPortfolio of={of} shows="Its holdings are then listed with their cost, value and weight." />
      ) : (
        <>
          {held.isError && held.data !== undefined && (
            <Banner tone="warning">
              Failed to load holdings: {messageOf(held.error, '')} What you see may be out of date.
            </Banner>
          )}
          {unpriced > 0 && (
            <Banner tone="warning">
              {unpriced === 1 ? 'One holding has' : `${unpriced} holdings have`} no price on{' '}
              {formatDate(date)} and {unpriced === 1 ? 'is' : 'are'} valued at cost.{' '}
              <AtCostNote symbols={(rows ?? []).filter((row) => row.unpriced).map(({ symbol }) => symbol)} />
            </Banner>
          )}
          <DataGrid
            id="daily-holdings"
            title={`Daily Holdings ${named} ${date}`}
            noun="holdings"
            rows={rows}
            columns={all ? columnsOfAll : columnsOfOne}
            rowKey={(row) => `${row.portfolioId ?? ''} ${row.id}`}
            exportable={false}
            totalsLabel={all ? 'Totals' : 'Portfolio Totals'}
            error={
              held.isError && held.data === undefined
                ? {
                    title: 'Failed to load holdings',
                    message: messageOf(held.error, ''),
                    onRetry: refresh,
                  }
                : null
            }
            empty={
              <EmptyState
                title={`Nothing is held on ${formatDate(date)}`}
                action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
              >
                Holdings appear here from the day of their first trade.
              </EmptyState>
            }
          />
        </>
      )}
    </Page>
  )
}

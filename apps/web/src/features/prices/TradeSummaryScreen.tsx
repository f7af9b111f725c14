import { SUMMARY_PAGE, type TradeSummary, tradeSummaries } from '@em/contract/prices/trade-summary'
import { Button } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { messageOf } from '../../lib/api.ts'
import { formatDate, today } from '../../lib/dates.ts'
import { dateIn, filtersSet, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { confirm } from '../../ui/Dialog.tsx'
import { FilterDate, SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { exceptionsInWords } from './price-texts.ts'
import { UnknownSymbols } from './UnknownSymbols.tsx'
import { UploadSummaries } from './UploadSummaries.tsx'
import { allSummaries, useSummaryPage, useSummaryTotals } from './useSummaries.ts'

const orNone = (text: string | null) => text ?? 'N/A'

const columns: readonly Column<TradeSummary>[] = (
  [
    { id: 'trade_date', header: 'Trade Date', kind: 'date', value: (row) => row.trade_date, width: 110 },
    {
      id: 'company_name',
      header: 'Company Name',
      value: (row) => orNone(row.company_name),
      width: 168,
      phone: false,
    },
    {
      id: 'symbol',
      header: 'Symbol',
      value: (row) => orNone(row.symbol),
      cell: (row) => (row.known ? <SecurityLink symbol={row.symbol} /> : orNone(row.symbol)),
      width: 114,
      whole: true,
    },
    {
      id: 'share_volume',
      header: 'Share Volume',
      kind: 'quantity',
      value: (row) => row.share_volume,
      width: 104,
      phone: false,
    },
    {
      id: 'trade_volume',
      header: 'Trade Volume',
      kind: 'quantity',
      value: (row) => row.trade_volume,
      width: 80,
      phone: false,
    },
    {
      id: 'previous_close',
      header: 'Previous Close',
      kind: 'price',
      decimals: 2,
      value: (row) => row.previous_close,
      width: 92,
      phone: false,
    },
    {
      id: 'open',
      header: 'Open',
      kind: 'price',
      decimals: 2,
      value: (row) => row.open,
      width: 82,
      phone: false,
    },
    {
      id: 'high',
      header: 'High',
      kind: 'price',
      decimals: 2,
      value: (row) => row.high,
      width: 82,
      phone: false,
    },
    {
      id: 'low',
      header: 'Low',
      kind: 'price',
      decimals: 2,
      value: (row) => row.low,
      width: 82,
      phone: false,
    },
    {
      id: 'last_trade',
      header: 'Last Trade',
      kind: 'price',
      decimals: 2,
      value: (row) => row.last_trade,
      width: 92,
    },
    {
      id: 'close',
      header: 'Close',
      kind: 'price',
      decimals: 2,
      value: (row) => row.close,
      width: 82,
      hidden: true,
    },
    {
      id: 'change_rs',
      header: 'Change (Rs)',
      kind: 'price',
      decimals: 2,
      signed: true,
      value: (row) => row.change_rs,
      width: 92,
      phone: false,
    },
    {
      id: 'change_percent',
      header: 'Change (%)',
      kind: 'percent',
      signed: true,
      value: (row) => row.change_percent,
      width: 88,
    },
    {
      id: 'exceptions',
      header: 'Remarks',
      value: (row) =>
        [...(row.known ? [] : ['Not in the Equity Master']), ...exceptionsInWords(row)].join('; '),
      width: 200,
      phone: false,
    },
  ] satisfies Column<TradeSummary>[]
).map((column) => ({ ...column, sortable: false }))

/** The prices and volumes of the exchange's daily trade summaries. */
export default function TradeSummaryScreen() {
  const address = useHashQuery()
  const filters = { search: textIn(address, 'search', 100), tradeDate: dateIn(address, 'date') }
  const page = Math.max(1, Math.trunc(Number(address.get('page') ?? 1)) || 1)
  const list = useSummaryPage(filters, page)
  const totals = useSummaryTotals(filters)
  const unknown = useRoute(tradeSummaries.unknown)
  const may = useMay()
  const opened = address.get('open')
  const refresh = () => void Promise.all([list.refetch(), totals.refetch(), unknown.refetch()])
  const clear = () => changeHashQuery({ search: '', date: '', page: '' })
  const { data: sums } = totals
  const missing = unknown.data?.length ?? 0
  return (
    <Page
      title="Trade Summary Data"
      lead="What each security traded at, day by day, as the exchange's trade summaries tell it."
      actions={
        <>
          <RefreshButton label="Refresh Data" loading={list.isRefetching} onClick={refresh} />
          <RemoveDay day={filters.tradeDate} count={sums?.records ?? 0} />
          <IfMay call={tradeSummaries.upload}>
            <Button
              leftSection={<IconUpload size={16} />}
              onClick={() => changeHashQuery({ open: 'upload' })}
            >
              Upload Trade Summary
            </Button>
          </IfMay>
        </>
      }
    >
      <Stats>
        <StatCard
          label="Total Records"
          value={<Quantity value={sums?.records ?? null} />}
          loading={totals.isPending}
        />
        <StatCard
          label="Date Range"
          value={
            sums?.first == null || sums.last === null
              ? 'No data available'
              : sums.first === sums.last
                ? formatDate(sums.first)
                : `${formatDate(sums.first)} to ${formatDate(sums.last)}`
          }
          loading={totals.isPending}
        />
        <StatCard
          label="Unique Companies"
          value={<Quantity value={sums?.companies ?? null} />}
          loading={totals.isPending}
        />
      </Stats>
      {missing > 0 && (
        <Banner tone="info">
          {missing === 1 ? '1 symbol is' : `${missing} symbols are`} not in the Equity Master: their prices
          are kept, and value nothing until they are added.{' '}
          <Button size="compact-sm" variant="default" onClick={() => changeHashQuery({ open: 'unknown' })}>
            Show them
          </Button>
        </Banner>
      )}
      <FilterFrame label="Filter the trade summaries" count={filtersSet(filters)} onClear={clear}>
        <SearchField
          placeholder="Company or symbol"
          value={filters.search}
          onSearch={(search) => changeHashQuery({ search, page: '' })}
        />
        <FilterDate
          label="Trade date"
          value={filters.tradeDate}
          max={today()}
          onChange={(date) => changeHashQuery({ date, page: '' })}
        />
      </FilterFrame>
      <DataGrid
        id="trade-summaries"
        title="Trade Summary Data"
        noun="records"
        rows={list.data?.rows}
        columns={columns}
        rowKey={(row) => `${row.trade_date} ${row.symbol}`}
        search={false}
        allRows={() => allSummaries(filters)}
        serverPages={{
          page,
          size: SUMMARY_PAGE,
          total: list.data?.total ?? 0,
          onPage: (next) => changeHashQuery({ page: next === 1 ? '' : String(next) }),
        }}
        error={
          list.isError
            ? {
                title: 'Error Loading Data',
                message: messageOf(list.error, 'Failed to fetch trade summary data'),
                onRetry: refresh,
              }
            : null
        }
        empty={
          <EmptyState
            title="No Data Found"
            {...(filtersSet(filters) > 0
              ? {
                  action: (
                    <Button variant="default" onClick={clear}>
                      Clear Filters
                    </Button>
                  ),
                }
              : may(tradeSummaries.upload) && {
                  action: (
                    <Button onClick={() => changeHashQuery({ open: 'upload' })}>Upload Trade Summary</Button>
                  ),
                })}
          >
            {filters.tradeDate !== ''
              ? `No trade summaries found for ${formatDate(filters.tradeDate)}`
              : filters.search !== ''
                ? `No company or symbol has “${filters.search}” in it.`
                : 'No trade summary data available. Try uploading some data first.'}
          </EmptyState>
        }
      />
      <UploadSummaries opened={opened === 'upload'} onClose={() => changeHashQuery({ open: '' })} />
      <UnknownSymbols
        opened={opened === 'unknown'}
        symbols={unknown.data ?? []}
        onClose={() => changeHashQuery({ open: '' })}
      />
    </Page>
  )
}

/** Takes a day back that was uploaded wrongly: offered while the list is of one day. */
function RemoveDay({ day, count }: { day: string; count: number }) {
  const remove = useWrite(tradeSummaries.removeDay)
  if (day === '' || count === 0) return null
  const ask = async () => {
    const agreed = await confirm({
      title: `Take back the prices of ${formatDate(day)}?`,
      message: `${count === 1 ? '1 price does' : `${count} prices do`} not count any more. What was recorded stays as an earlier version, and the day can be uploaded again.`,
      confirm: 'Take back',
      danger: true,
    })
    if (!agreed) return
    try {
      await remove.mutateAsync({ params: { date: day }, query: {} })
      notify.success(`The prices of ${formatDate(day)} were taken back.`)
    } catch (error) {
      notify.error('Failed to take the prices back', error)
    }
  }
  return (
    <IfMay call={tradeSummaries.removeDay}>
      <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
        Take back this day
      </Button>
    </IfMay>
  )
}

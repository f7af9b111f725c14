import { holdings } from '@em/contract/books/holdings'
import { transactions } from '@em/contract/books/transactions'
import { COSTING_METHOD_LABELS, costingMethods } from '@em/contract/registers/costing-methods'
import { portfolios } from '@em/contract/registers/portfolios'
import { useMemo, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { isDate, today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { goTo } from '../../places/places.ts'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import { TabButton } from '../../places/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Holdings.module.css'
import { LotsModal } from './LotsModal.tsx'
import { type HoldingRow, holdingRows, isAveraged } from './rows.ts'

const columns: Column<HoldingRow>[] = [
  { id: 'company', phone: false, header: 'Company', value: (row) => row.company, width: 206 },
  {
    id: 'symbol',
    phone: true,
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 116,
  },
  {
    id: 'quantity',
    phone: true,
    header: 'Net Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 108,
  },
  {
    id: 'average',
    phone: false,
    header: 'Average Buy Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.averagePrice,
    width: 160,
    hint: 'Cost value, fees excluded, divided by the shares held',
  },
  {
    id: 'cost',
    phone: false,
    header: 'Cost Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.costValue,
    total: 'sum',
    width: 126,
  },
  {
    id: 'charges',
    phone: false,
    header: 'Charges',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.charges,
    total: 'sum',
    width: 108,
    hint: 'Buying fees of the shares held',
  },
  {
    id: 'net',
    phone: true,
    header: 'Net Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.netValue,
    total: 'sum',
    width: 126,
    hint: 'Cost value and charges',
  },
  {
    id: 'each',
    header: 'Cost per Share',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.costPerShare,
    width: 140,
    hint: 'Cost value and charges, divided by the shares held',
  },
]

/** Portfolio Holdings: what one portfolio holds and what it cost, on any date. */
export default function HoldingsScreen() {
  const query = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const active = (list.data ?? []).filter((one) => one.status === 'Active')
  const chosen = active.find((one) => one.portfolioId === query.get('portfolio'))
  const asOf = dateOf(query)
  const held = useRoute(
    holdings.valued,
    { params: { id: chosen?.portfolioId ?? '' }, query: asOf === '' ? {} : { asOf } },
    { enabled: chosen !== undefined, keepPrevious: true },
  )
  const rows = useMemo(
    () => (held.data === undefined || held.isPlaceholderData ? undefined : holdingRows(held.data)),
    [held.data, held.isPlaceholderData],
  )
  const { method } = useMethod(chosen?.portfolioId ?? '')
  const [opened, open] = useState<HoldingRow | null>(null)
  const refresh = () => void held.refetch()
  return (
    <Page
      title="Portfolio Holdings"
      lead="The holdings of a portfolio at cost, with the lots of each holding."
      actions={
        <RefreshButton loading={held.isRefetching} disabled={chosen === undefined} onClick={refresh} />
      }
    >
      <div className={css.filters}>
        <SelectField
          label="Portfolio"
          placeholder={
            list.isPending
              ? 'Loading portfolios...'
              : active.length === 0
                ? 'No active portfolios found'
                : 'Choose your portfolio'
          }
          disabled={active.length === 0}
          value={chosen?.portfolioId ?? ''}
          onChange={(portfolio) => changeHashQuery({ portfolio })}
          options={active.map((one) => ({
            value: one.portfolioId,
            label: `${one.portfolioName} (${one.portfolioId})`,
          }))}
          {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
        />
        <FilterDate
          label="As of"
          value={asOf}
          max={today()}
          help="Leave blank for today"
          onChange={(date) => changeHashQuery({ asOf: date })}
          {...(asOf > today() ? { error: 'Must not be after today.' } : {})}
        />
      </div>
      {chosen === undefined ? (
        <NothingChosen ready={list.data !== undefined} any={active.length > 0} />
      ) : (
        <>
          <MethodCard portfolioId={chosen.portfolioId} />
          {held.isError && held.data !== undefined && (
            <Banner tone="warning">
              Failed to load holdings: {messageOf(held.error, '')} What you see may be out of date.
            </Banner>
          )}
          <DataGrid
            id="portfolio-holdings"
            title={`Portfolio Holdings ${chosen.portfolioId}${asOf === '' ? '' : ` as of ${asOf}`}`}
            noun="holdings"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            onOpen={open}
            actions={(row) => [
              { label: 'Show lots', onClick: () => open(row) },
              {
                label: 'Show transactions',
                call: transactions.list,
                onClick: () =>
                  goTo('Trade Capture', 'Transactions', {
                    portfolio: chosen.portfolioId,
                    symbol: row.symbol,
                  }),
              },
            ]}
            totalsLabel="Portfolio Totals"
            error={
              held.isError
                ? { title: 'Failed to load holdings', message: messageOf(held.error, ''), onRetry: refresh }
                : null
            }
            empty={
              <EmptyState
                title="No Holdings Data"
                action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
              >
                No holdings found for this portfolio. Make sure you have transactions recorded for this
                portfolio.
              </EmptyState>
            }
          />
          <LotsModal
            holding={opened}
            portfolioId={chosen.portfolioId}
            asOf={asOf}
            averaged={isAveraged(method)}
            onClose={() => open(null)}
          />
        </>
      )}
    </Page>
  )
}

function dateOf(query: URLSearchParams): string {
  const date = query.get('asOf') ?? ''
  return isDate(date) ? date : ''
}

function NothingChosen({ ready, any }: { ready: boolean; any: boolean }) {
  if (!ready) return null
  return any ? (
    <EmptyState title="Choose your portfolio">
      Its costing method and its holdings by company are then shown.
    </EmptyState>
  ) : (
    <EmptyState
      title="No active portfolios found"
      action={<TabButton to={['Master Data Management', 'Portfolio Master']}>Portfolio Master</TabButton>}
    >
      Only active portfolios can be chosen here.
    </EmptyState>
  )
}

function useMethod(portfolioId: string) {
  const query = useRoute(costingMethods.list)
  return { query, method: query.data?.find((one) => one.portfolioId === portfolioId)?.costing_method }
}

function MethodCard({ portfolioId }: { portfolioId: string }) {
  const { query, method } = useMethod(portfolioId)
  return (
    <Stats>
      <StatCard
        label="Portfolio Costing Method"
        loading={query.isPending}
        value={
          <span className={css.method}>
            {query.isError
              ? 'Failed to load the costing method'
              : method === undefined
                ? 'No costing method assigned to this portfolio'
                : COSTING_METHOD_LABELS[method]}
          </span>
        }
        {...(method === undefined && query.isSuccess
          ? { note: 'Assign one in Valuation Method before the first sale' }
          : {})}
      />
    </Stats>
  )
}

import { type BuyTransaction, trades } from '@em/contract/books/trades'
import { portfolios } from '@em/contract/registers/portfolios'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { goTo, hrefOf } from '../../app/places.ts'
import { messageOf } from '../../lib/api.ts'
import { isDate } from '../../lib/dates.ts'
import { navigate, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { DataGrid, type SortOrder } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { BuyDetail } from './BuyDetail.tsx'
import { buyColumns, SORT_FIELDS } from './buy-columns.ts'
import css from './trades.module.css'
import { allSubmittedBuys, type BuysAsked, useSubmittedBuys } from './useSubmittedBuys.ts'

const WAIT_MS = 250
const NO_FILTER = { portfolioId: '', from: '', to: '' }

/** Submitted Transactions: every recorded buy, newest first. */
export function SubmittedBuys() {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState(NO_FILTER)
  const [sort, setSort] = useState<SortOrder>([])
  const [wanted] = useDebouncedValue(search, WAIT_MS)
  const asked = useMemo<BuysAsked>(
    () => ({
      search: wanted.trim(),
      portfolioId: filter.portfolioId,
      from: isDate(filter.from) ? filter.from : '',
      to: isDate(filter.to) ? filter.to : '',
      sort: sortOf(sort),
    }),
    [wanted, filter, sort],
  )
  const { query, rows, total } = useSubmittedBuys(asked)
  const filtered = Object.values(filter).some((value) => value !== '')
  const back = () => goTo('Trade Capture', 'Buy')
  return (
    <Page
      title="Submitted Transactions"
      lead="Every recorded buy, with its fees and the way to its ledger entries."
      actions={
        <>
          <Button variant="default" onClick={back}>
            Back
          </Button>
          <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <DataGrid
        id="buys"
        title="Submitted Transactions"
        noun="transactions"
        rows={rows}
        columns={buyColumns}
        rowKey={(row) => row.id}
        searchLabel="Search deal, company, broker, contract"
        onSearch={setSearch}
        allRows={() => allSubmittedBuys(asked)}
        serverSort={{ value: sort, onChange: setSort }}
        filters={<Filters value={filter} onChange={setFilter} />}
        more={{
          has: query.hasNextPage,
          loading: query.isFetchingNextPage,
          load: () => void query.fetchNextPage(),
          total,
        }}
        error={
          query.isError
            ? {
                title: 'Failed to load transaction data',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        empty={
          filtered ? (
            <EmptyState
              title="No buy transactions match the filters"
              action={
                <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              title="No buy transactions submitted yet."
              action={<Button onClick={back}>Record a buy</Button>}
            >
              Every buy that you save stands here, with its fees and the way to its ledger entries.
            </EmptyState>
          )
        }
        onOpen={(row) => showDeal(row.deal_number)}
        actions={(row) => [
          { label: 'Show details', onClick: () => showDeal(row.deal_number) },
          {
            label: 'Journal entries',
            onClick: () => goTo('Accounting Entries', 'General Ledger', { search: row.deal_number }),
          },
        ]}
      />
      <OpenedDeal rows={rows} />
    </Page>
  )
}

function sortOf([first]: SortOrder): string {
  const field = first === undefined ? undefined : SORT_FIELDS[first.id]
  return field === undefined ? '' : `${first?.desc === true ? '-' : ''}${field}`
}

function showDeal(deal: string) {
  goTo('Trade Capture', 'Buy', { view: 'transactions', deal })
}

/** The deal that the address names, from the rows at hand or by its number. */
function OpenedDeal({ rows }: { rows: readonly BuyTransaction[] | undefined }) {
  const deal = useHashQuery().get('deal')
  const known = rows?.find((row) => row.deal_number === deal)
  const asked = useRoute(
    trades.buys,
    { query: { search: deal ?? '', limit: 20 } },
    { enabled: deal !== null && rows !== undefined && known === undefined },
  )
  const found = known ?? asked.data?.find((row) => row.deal_number === deal)
  return (
    <BuyDetail
      buy={deal === null ? null : (found ?? null)}
      onClose={() => navigate(hrefOf('Trade Capture', 'Buy', { view: 'transactions' }), { replace: true })}
    />
  )
}

interface FiltersProps {
  value: typeof NO_FILTER
  onChange: (value: typeof NO_FILTER) => void
}

function Filters({ value, onChange }: FiltersProps) {
  const all = useRoute(portfolios.routes.list)
  const options = (all.data ?? []).map((one) => ({
    value: String(one.portfolioId),
    label: String(one.portfolioName),
  }))
  return (
    <>
      <div className={css.filter}>
        <SelectField
          label="Portfolio"
          placeholder="All portfolios"
          options={options}
          value={value.portfolioId}
          onChange={(portfolioId) => onChange({ ...value, portfolioId })}
        />
      </div>
      <div className={css.filter}>
        <DateField label="Traded from" value={value.from} onChange={(from) => onChange({ ...value, from })} />
      </div>
      <div className={css.filter}>
        <DateField label="Traded to" value={value.to} onChange={(to) => onChange({ ...value, to })} />
      </div>
    </>
  )
}

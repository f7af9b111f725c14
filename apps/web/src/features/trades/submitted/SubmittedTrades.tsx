import type { Route } from '@em/contract/kit/route'
import { ledger } from '@em/contract/ledger/ledger'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { isDate } from '../../../lib/dates.ts'
import { changeHashQuery, navigate, useHashQuery } from '../../../lib/hash.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { goTo, hrefOf } from '../../../links/tabs.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { DataGrid, type SortOrder } from '../../../ui/grid/DataGrid.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import css from './Submitted.module.css'
import { allSubmittedTrades, type TradesAsked, useSubmittedTrades } from './useSubmittedTrades.ts'

const WAIT_MS = 250
const NO_FILTER = { portfolioId: '', from: '', to: '' }

interface Row {
  id: number
  deal_number: string
}

interface SubmittedTradesProps<R extends Row> {
  tab: 'Buy' | 'Sell'
  /** The grid's own name, for what it remembers. */
  id: string
  title: string
  lead: string
  back: string
  /** "sale": in the sentences around an empty list. */
  noun: { one: string; what: string }
  none: string
  list: Route
  columns: readonly Column<R>[]
  /** The server sorts the whole list, by these columns: column id to stored name. */
  sortFields: Readonly<Record<string, string>>
  detail: (row: R | null, onClose: () => void) => ReactNode
}

/** Every recorded trade of one side, newest first. */
export function SubmittedTrades<R extends Row>(props: SubmittedTradesProps<R>) {
  const { tab, list, noun, sortFields } = props
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState(NO_FILTER)
  const [sort, setSort] = useState<SortOrder>([])
  const [wanted] = useDebouncedValue(search, WAIT_MS)
  const asked = useMemo<TradesAsked>(
    () => ({
      search: wanted.trim(),
      portfolioId: filter.portfolioId,
      from: isDate(filter.from) ? filter.from : '',
      to: isDate(filter.to) ? filter.to : '',
      sort: sortOf(sort, sortFields),
    }),
    [wanted, filter, sort, sortFields],
  )
  const { list: query, rows, more } = useSubmittedTrades<R>(list, asked)
  const filtered = Object.values(filter).some((value) => value !== '')
  const back = () => goTo('Trade Capture', tab)
  const showDeal = (deal: string) => changeHashQuery({ view: 'transactions', deal })
  return (
    <Page
      title={props.title}
      lead={query.isPending ? 'Loading...' : props.lead}
      actions={
        <>
          <Button variant="default" onClick={back}>
            {props.back}
          </Button>
          <Button variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <DataGrid
        id={props.id}
        title={props.title}
        noun="transactions"
        rows={rows}
        columns={props.columns}
        rowKey={(row) => row.id}
        searchLabel="Search deal, company, broker, contract"
        onSearch={setSearch}
        allRows={() => allSubmittedTrades<R>(list, asked)}
        serverSort={{ value: sort, onChange: setSort }}
        filters={<Filters value={filter} onChange={setFilter} />}
        more={more}
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
              title={`No ${noun.what} transactions match the filters`}
              action={
                <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState title={props.none} action={<Button onClick={back}>Record a {noun.one}</Button>}>
              Every {noun.one} that you save is listed here, with its fees and a link to its ledger entries.
            </EmptyState>
          )
        }
        onOpen={(row) => showDeal(row.deal_number)}
        actions={(row) => [
          { label: 'Show details', onClick: () => showDeal(row.deal_number) },
          {
            label: 'Journal entries',
            call: ledger.list,
            onClick: () => goTo('Accounting Entries', 'General Ledger', { search: row.deal_number }),
          },
        ]}
      />
      <OpenedDeal {...props} rows={rows} />
    </Page>
  )
}

function sortOf([first]: SortOrder, fields: Readonly<Record<string, string>>): string {
  const field = first === undefined ? undefined : fields[first.id]
  return field === undefined ? '' : `${first?.desc === true ? '-' : ''}${field}`
}

type OpenedDealProps<R extends Row> = Pick<SubmittedTradesProps<R>, 'tab' | 'list' | 'detail'> & {
  rows: readonly R[] | undefined
}

/** The deal that the address names, from the loaded rows or by its number. */
function OpenedDeal<R extends Row>({ tab, list, detail, rows }: OpenedDealProps<R>) {
  const deal = useHashQuery().get('deal')
  const known = rows?.find((row) => row.deal_number === deal)
  const asked = useRoute(list, { query: { search: deal ?? '', limit: 20 } } as never, {
    enabled: deal !== null && rows !== undefined && known === undefined,
  })
  const found = known ?? (asked.data as R[] | undefined)?.find((row) => row.deal_number === deal)
  return detail(deal === null ? null : (found ?? null), () =>
    navigate(hrefOf('Trade Capture', tab, { view: 'transactions' }), { replace: true }),
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
          placeholder={useAllPortfolios()}
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

import { brokers } from '@em/contract/registers/brokers'
import { portfolios } from '@em/contract/registers/portfolios'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { filtersSet, NO_FILTERS, type SettlementFilters, type Status } from './filters.ts'

const change = (changes: Partial<SettlementFilters>) => changeHashQuery({ ...changes })
const NONE = { value: '-', label: 'None' }

/** The filters of the instructions; each change goes to the address at once, the search after a pause. */
export function FilterBar({
  filters,
  status,
  accounts,
}: {
  filters: SettlementFilters
  status: Status
  accounts: ReadonlyMap<string, string>
}) {
  const wrongOrder = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  const days = status === 'settled' ? 'Paid' : status === 'all' ? 'Booked for' : 'Due'
  return (
    <FilterFrame
      label="Filter the settlements"
      count={filtersSet(filters)}
      onClear={() => change(NO_FILTERS)}
    >
      <SearchField
        placeholder="Deal, contract, company, bank reference"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <PortfolioFilter value={filters.portfolio} />
      <BrokerFilter value={filters.broker} />
      <SelectField
        label="Settlement Account"
        placeholder="All accounts"
        searchable
        value={filters.account}
        onChange={(account) => change({ account })}
        options={withChosen(
          [...[...accounts].map(([value, label]) => ({ value, label })), NONE],
          filters.account,
        )}
      />
      <SelectField
        label="Type"
        placeholder="Buys and sells"
        value={filters.side}
        onChange={(side) => change({ side: side as SettlementFilters['side'] })}
        options={[
          { value: 'buy', label: 'Buys' },
          { value: 'sell', label: 'Sells' },
        ]}
      />
      <FilterDate label={`${days} from`} value={filters.from} onChange={(from) => change({ from })} />
      <FilterDate
        label={`${days} to`}
        value={filters.to}
        onChange={(to) => change({ to })}
        {...(wrongOrder ? { error: 'Lies before the date from.' } : {})}
      />
    </FilterFrame>
  )
}

function PortfolioFilter({ value }: { value: string }) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const options = (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  return (
    <SelectField
      label="Portfolio"
      placeholder="All portfolios"
      value={value}
      onChange={(portfolio) => change({ portfolio })}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
    />
  )
}

function BrokerFilter({ value }: { value: string }) {
  const list = useRoute(brokers.routes.list, { query: {} })
  const names = [...new Set((list.data ?? []).map((one) => one.name))].sort((a, b) => a.localeCompare(b))
  return (
    <SelectField
      label="Broker"
      placeholder="All brokers"
      searchable
      value={value}
      onChange={(broker) => change({ broker })}
      options={withChosen([...names.map((name) => ({ value: name, label: name })), NONE], value)}
      {...(list.isError ? { error: 'Failed to fetch brokers' } : {})}
    />
  )
}

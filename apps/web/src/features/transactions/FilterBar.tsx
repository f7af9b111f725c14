import { equities } from '@em/contract/registers/equities'
import { useMemo } from 'react'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { BrokerFilter, PortfolioFilter } from '../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { byLabel } from '../../ui/form/options.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { NO_FILTERS, STATUSES, type TradeFilters } from './filters.ts'

const change = (changes: Partial<TradeFilters>) => changeHashQuery({ ...changes })

/** The filters of the list; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: TradeFilters }) {
  return (
    <FilterFrame
      label="Filter the transactions"
      count={filtersSet(filters)}
      onClear={() => change(NO_FILTERS)}
    >
      <SearchField
        placeholder="Deal, contract, company, broker"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
      <SymbolFilter value={filters.symbol} />
      <BrokerFilter value={filters.broker} onChange={(broker) => change({ broker })} />
      <SelectField
        label="Status"
        placeholder="All"
        value={filters.status}
        onChange={(value) => change({ status: value as TradeFilters['status'] })}
        options={STATUSES.map((status) => ({ value: status, label: status }))}
      />
      <FilterSpan
        labels={['Traded from', 'Traded to']}
        from={filters.from}
        to={filters.to}
        onChange={change}
        books={filters}
      />
    </FilterFrame>
  )
}

function SymbolFilter({ value }: { value: string }) {
  const list = useRoute(equities.routes.list, { query: {} })
  const options = useMemo(
    () =>
      byLabel(
        (list.data ?? []).map(({ symbol, name, formerly }) => ({
          value: symbol,
          label: [`${symbol} ${name}`, ...(formerly == null ? [] : [formerly])].join(', '),
        })),
      ),
    [list.data],
  )
  return (
    <SelectField
      label="Company"
      placeholder="All companies"
      searchable
      value={value}
      onChange={(symbol) => change({ symbol })}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch equities' } : {})}
    />
  )
}

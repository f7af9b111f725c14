import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery } from '../../../lib/hash.ts'
import { BrokerFilter, NONE, PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField, withChosen } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { NO_FILTERS, type SettlementFilters, type Status } from './filters.ts'

const change = (changes: Partial<SettlementFilters>) => changeHashQuery({ ...changes })

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
  const days = status === 'settled' ? 'Paid' : status === 'all' || status === 'assumed' ? 'Booked for' : 'Due'
  return (
    <FilterFrame
      folded
      label="Filter the settlements"
      count={filtersSet(filters)}
      onClear={() => change(NO_FILTERS)}
    >
      <SearchField
        placeholder="Deal, contract, company, bank reference"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
      <BrokerFilter none value={filters.broker} onChange={(broker) => change({ broker })} />
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
      <FilterSpan
        labels={[`${days} from`, `${days} to`]}
        from={filters.from}
        to={filters.to}
        onChange={change}
      />
    </FilterFrame>
  )
}

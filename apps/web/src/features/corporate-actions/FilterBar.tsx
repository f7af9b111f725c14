import { ACTION_STATES } from '@em/contract/corporate-actions/corporate-actions'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { PortfolioFilter } from '../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import type { ActionFilters } from './filters.ts'
import { useSecurities } from './form/choices.tsx'
import { STATE_WORDS } from './form/kinds.ts'

interface FilterBarProps {
  filters: ActionFilters
  kinds: readonly ActionKind[]
  onClear: () => void
}

/** The filters of an event tab; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters, kinds, onClear }: FilterBarProps) {
  const change = (changes: Partial<ActionFilters>) => changeHashQuery({ ...changes })
  const securities = useSecurities()
  return (
    <FilterFrame folded label="Filter the corporate actions" count={filtersSet(filters)} onClear={onClear}>
      <SearchField
        placeholder="Security, event, remarks"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="State"
        placeholder="All states"
        value={filters.state}
        onChange={(state) => change({ state: state as ActionFilters['state'] })}
        options={ACTION_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }))}
      />
      {kinds.length > 1 && (
        <SelectField
          label="Kind"
          placeholder="All kinds"
          value={filters.kind}
          onChange={(kind) => change({ kind: kind as ActionFilters['kind'] })}
          options={kinds.map((value) => ({ value, label: KINDS[value].word }))}
        />
      )}
      <SelectField
        label="Security"
        placeholder="All securities"
        searchable
        value={filters.securityCode}
        onChange={(securityCode) => change({ securityCode })}
        options={withChosen(
          securities.items.map(({ key, name }) => ({ value: key, label: `${key} ${name}` })),
          filters.securityCode,
        )}
      />
      <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
      <FilterSpan labels={['Day from', 'Day to']} from={filters.from} to={filters.to} onChange={change} />
    </FilterFrame>
  )
}

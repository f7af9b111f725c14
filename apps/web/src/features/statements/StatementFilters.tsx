import { SegmentedControl, Switch } from '@mantine/core'
import { changeHashQuery } from '../../lib/hash.ts'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { PeriodField } from '../../ui/form/PeriodField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { fromInAddress } from '../trial-balance/filters.ts'
import { ScopeFields } from '../trial-balance/ScopeFields.tsx'
import type { StatementFilters as Filters, StatementName } from './filters.ts'
import css from './Statements.module.css'

const NAMES: { value: StatementName; label: string }[] = [
  { value: 'profit-loss', label: 'Profit and Loss' },
  { value: 'position', label: 'Financial Position' },
  { value: 'cash', label: 'Cash Movements' },
]

interface StatementFiltersProps {
  filters: Filters
  /** The start lies after the end. */
  wrongOrder: boolean
}

/** The choice of the statement, its books, its period and what it is compared with. */
export function StatementFilters({ filters, wrongOrder }: StatementFiltersProps) {
  const narrow = useNarrow()
  const choose = (statement: string) => changeHashQuery({ statement, account: '' })
  return (
    <>
      {!narrow && (
        <SegmentedControl
          aria-label="Statement"
          className={css.names}
          value={filters.statement}
          onChange={choose}
          data={NAMES}
        />
      )}
      <div className={css.filters} role="search" aria-label="What the statement covers">
        {narrow && (
          <div className={css.whole}>
            <SelectField
              label="Statement"
              clearable={false}
              options={NAMES}
              value={filters.statement}
              onChange={choose}
            />
          </div>
        )}
        {filters.statement === 'position' ? (
          <FilterDate label="As at" value={filters.to} onChange={(to) => changeHashQuery({ to })} />
        ) : (
          <Period filters={filters} wrongOrder={wrongOrder} />
        )}
        <ScopeFields entity={filters.entity} portfolio={filters.portfolio} onChange={changeHashQuery} />
        {filters.statement !== 'cash' && <Compared filters={filters} />}
        {filters.statement !== 'cash' && (
          <Switch
            className={css.final}
            label="Final"
            description="Only with investments valued on the date"
            checked={filters.final}
            onChange={(event) => changeHashQuery({ final: event.currentTarget.checked ? '1' : '' })}
          />
        )}
      </div>
    </>
  )
}

/** A period by name, or from day to day. */
function Period({ filters, wrongOrder }: StatementFiltersProps) {
  const { from, to } = filters
  return (
    <>
      <PeriodField
        from={from}
        to={to}
        books={filters}
        onChange={(days) => changeHashQuery({ from: fromInAddress(days.from), to: days.to })}
      />
      <FilterDate
        label="From"
        value={from}
        onChange={(from) => changeHashQuery({ from: fromInAddress(from) })}
        {...(wrongOrder ? { error: 'The start date must not be after the end date.' } : {})}
      />
      <FilterDate label="To" value={to} onChange={(to) => changeHashQuery({ to })} />
    </>
  )
}

/** The period or date that the statement is compared with. */
function Compared({ filters }: { filters: Filters }) {
  const position = filters.statement === 'position'
  return (
    <>
      <SelectField
        label="Compare with"
        placeholder="Nothing"
        value={filters.comparison}
        onChange={(compare) => changeHashQuery({ compare })}
        options={[
          { value: 'previous', label: position ? 'Month end before' : 'The period before' },
          { value: 'year', label: 'A year before' },
          { value: 'own', label: position ? 'Custom date' : 'Custom dates' },
        ]}
        help={
          filters.comparison === 'previous' && filters.from === '' && !position
            ? 'There is no earlier period'
            : undefined
        }
      />
      {filters.comparison === 'own' && !position && (
        <FilterDate
          label="Compared from"
          value={filters.compareFrom}
          onChange={(compareFrom) => changeHashQuery({ compareFrom })}
        />
      )}
      {filters.comparison === 'own' && (
        <FilterDate
          label={position ? 'Compared date' : 'Compared to'}
          value={filters.compareTo}
          onChange={(compareTo) => changeHashQuery({ compareTo })}
        />
      )}
    </>
  )
}

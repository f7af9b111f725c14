import { changeHashQuery } from '../../lib/hash.ts'
import { SecurityFilter } from '../../registers/FilterChoices.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { ScopeFields } from '../trial-balance/ScopeFields.tsx'
import { isByTrade, type RealizedFilters, rangeOptions, usualRange } from './filters.ts'
import css from './Realized.module.css'

interface RealizedFilterBarProps {
  filters: RealizedFilters
  yearEnd: number
  /** The start lies after the end. */
  wrong: boolean
}

/** The books and the days. */
export function RealizedFilterBar({ filters, yearEnd, wrong }: RealizedFilterBarProps) {
  const { range, from, to, tab } = filters
  const choose = (value: string) =>
    changeHashQuery(
      value === 'own'
        ? { range: '', from: from === '' ? to : from, to }
        : { range: value === usualRange(tab) ? '' : value, from: '', to: '' },
    )
  return (
    <div className={css.filters} role="search" aria-label="Which gains are shown">
      <ScopeFields entity={filters.entity} portfolio={filters.portfolio} onChange={changeHashQuery} />
      {isByTrade(tab) && (
        <SecurityFilter value={filters.symbol} onChange={(symbol) => changeHashQuery({ symbol })} />
      )}
      <SelectField
        label="Time range"
        clearable={false}
        value={range}
        onChange={choose}
        options={rangeOptions(yearEnd)}
      />
      {range === 'own' && (
        <>
          <FilterDate
            label="From"
            value={from}
            onChange={(day) => changeHashQuery({ from: day, to })}
            {...(wrong ? { error: 'The start date must not be after the end date.' } : {})}
          />
          <FilterDate label="To" value={to} onChange={(day) => changeHashQuery({ from, to: day })} />
        </>
      )}
    </div>
  )
}

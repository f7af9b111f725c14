import { portfolios } from '@em/contract/registers/portfolios'
import type { ReactNode } from 'react'
import { isDate, today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../places/TabButton.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Holdings.module.css'

/** The active portfolio that the address names, and the day; '' for today. */
export function usePortfolioAndDate() {
  const query = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const active = (list.data ?? []).filter((one) => one.status === 'Active')
  const chosen = active.find((one) => one.portfolioId === query.get('portfolio'))
  const date = query.get('asOf') ?? ''
  return { list, active, chosen, asOf: isDate(date) ? date : '' }
}

type Chosen = ReturnType<typeof usePortfolioAndDate>

/** The two fields that choose them. */
export function PortfolioAndDate({ of: { list, active, chosen, asOf } }: { of: Chosen }) {
  return (
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
  )
}

/** Stands where the figures would be; `shows` says what is shown once a portfolio is chosen. */
export function NoPortfolio({ of: { list, active }, shows }: { of: Chosen; shows: ReactNode }) {
  if (list.data === undefined) return null
  return active.length > 0 ? (
    <EmptyState title="Choose your portfolio">{shows}</EmptyState>
  ) : (
    <EmptyState
      title="No active portfolios found"
      action={<TabButton to={['Master Data Management', 'Portfolio Master']}>Portfolio Master</TabButton>}
    >
      Only active portfolios can be chosen here.
    </EmptyState>
  )
}

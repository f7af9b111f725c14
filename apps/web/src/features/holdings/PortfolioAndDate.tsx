import { portfolios } from '@em/contract/portfolios/portfolios'
import type { ReactNode } from 'react'
import { isDate, today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { ALL_PORTFOLIOS, useShownPortfolio } from '../../lib/last-portfolio.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Holdings.module.css'

/**
 * The active portfolio that the address names, else the one of the last screen, and the day; '' for today. `all` where all of them are
 * shown together, on a screen that can.
 */
export function usePortfolioAndDate({ withAll = false } = {}) {
  const query = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const active = (list.data ?? []).filter((one) => one.status === 'Active')
  const ids = list.data === undefined ? undefined : active.map((one) => one.portfolioId)
  const shown = useShownPortfolio({ asked: query.get('portfolio') ?? '', ids, withAll })
  const chosen = active.find((one) => one.portfolioId === shown)
  const date = query.get('asOf') ?? ''
  const all = shown === ALL_PORTFOLIOS && list.data !== undefined
  return { list, active, chosen, all, withAll, asOf: isDate(date) ? date : '' }
}

type Chosen = ReturnType<typeof usePortfolioAndDate>

/** The two fields that choose them, followed by other fields of the screen. */
export function PortfolioAndDate({
  of: { list, active, chosen, all, withAll, asOf },
  children,
}: {
  of: Chosen
  children?: ReactNode
}) {
  const allWords = useAllPortfolios()
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
        value={all ? ALL_PORTFOLIOS : (chosen?.portfolioId ?? '')}
        clearable={false}
        onChange={(portfolio) => changeHashQuery({ portfolio })}
        options={[
          ...(withAll ? [{ value: ALL_PORTFOLIOS, label: allWords }] : []),
          ...active.map((one) => ({
            value: one.portfolioId,
            label: `${one.portfolioName} (${one.portfolioId})`,
          })),
        ]}
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
      {children}
    </div>
  )
}

/** Shown in place of the figures; `shows` says what is shown once a portfolio is chosen. */
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

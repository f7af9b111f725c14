import { type Entity, periods } from '@em/contract/periods/periods'
import { monthToLock } from '@em/core/holidays/month-to-lock'
import { formatDate, today } from '../lib/dates.ts'
import { useMay } from '../lib/may.ts'
import { useRoute } from '../lib/query.ts'
import css from './MonthEnd.module.css'
import { TabButton } from './TabButton.tsx'

/** The month end that is closed next, and whose books it is of. */
export interface MonthToClose {
  /** The last day of the month. */
  readonly through: string
  readonly entity: Entity
}

interface Chosen {
  /** The name or the id of an entity, '' for any. */
  readonly entity?: string
  /** The code of a portfolio, '' for any. */
  readonly portfolio?: string
}

/**
 * The end of the first month that is not locked, of the chosen books, else of the entity that is furthest behind. Undefined while it is read;
 * null where every past month is locked, or the person may not read it.
 */
export function useMonthToClose({ entity = '', portfolio = '' }: Chosen): MonthToClose | null | undefined {
  const may = useMay()(periods.list)
  const { data, isError } = useRoute(periods.list, {}, { enabled: may })
  if (!may || isError) return null
  if (data === undefined) return undefined
  const day = today()
  const months = data
    .filter(({ portfolios }) => portfolios.length > 0)
    .filter((one) => entity === '' || same(one.name, entity) || String(one.id) === entity)
    .filter((one) => portfolio === '' || one.portfolios.some((of) => same(of.portfolioId, portfolio)))
    .map((one) => ({ entity: one, through: monthToLock(one.locked_through, day) }))
    .filter(({ through, entity: { locked_through } }) => locked_through === null || through > locked_through)
  return months.toSorted((a, b) => (a.through < b.through ? -1 : a.through > b.through ? 1 : 0))[0] ?? null
}
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

interface MonthEndProps {
  at: 'value' | 'reconcile'
  month: MonthToClose | null | undefined
}

/** The way between the three steps of a month end: mark-to-market, reconciliation and lock, all of the same day. */
export function MonthEnd({ at, month }: MonthEndProps) {
  if (month == null) return null
  const { through, entity } = month
  const day = formatDate(through)
  const buttonProps = { size: 'compact-sm', variant: 'default' } as const
  return (
    <nav className={css.steps} aria-label="Month end">
      <span>
        Month end {day}, {entity.name}:
      </span>
      {at === 'value' ? (
        <b aria-current="step">Mark to market</b>
      ) : (
        <TabButton
          to={['Valuation and MTM', 'Mark To Market']}
          query={{ date: through, ...(entity.is_general ? {} : { entity: entity.name }) }}
          {...buttonProps}
        >
          Mark to market
        </TabButton>
      )}
      {at === 'reconcile' ? (
        <b aria-current="step">Reconcile</b>
      ) : (
        <TabButton
          to={['Accounting Entries', 'Account Reconciliation']}
          query={{ entity: String(entity.id) }}
          {...buttonProps}
        >
          Reconcile
        </TabButton>
      )}
      <TabButton
        to={['Accounting Entries', 'Period Close']}
        query={{ entity: String(entity.id), lock: through }}
        {...buttonProps}
      >
        Lock through {day}
      </TabButton>
    </nav>
  )
}

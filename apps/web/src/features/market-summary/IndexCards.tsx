import type { IndexLatest } from '@em/contract/books/index-values'
import { formatDate } from '../../lib/dates.ts'
import { Percent } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import { Rate } from './figures.tsx'
import css from './Market.module.css'

interface IndexCardsProps {
  /** Undefined while loading. */
  indices: readonly IndexLatest[] | undefined
  /** The day that is shown; a value of another day says so. */
  date: string | null
}

/** A card for each index of the exchange and of the region, in the order of the index master. */
export function IndexCards({ indices, date }: IndexCardsProps) {
  if (indices === undefined) {
    return (
      <Stats>
        {['ASPI', 'S&P SL20', 'NIFTY 50', 'SENSEX', 'BANK NIFTY', 'VIX'].map((code) => (
          <StatCard key={code} label={code} value="" note={'\u00a0'} loading />
        ))}
      </Stats>
    )
  }
  const shown = indices.filter(({ kind }) => kind === 'Market' || kind === 'Regional')
  if (shown.length === 0) return null
  return (
    <Stats>
      {shown.map((one) => (
        <IndexCard key={one.code} index={one} date={date} />
      ))}
    </Stats>
  )
}

/** One index: its value, the change from the value before, and of which day it is. */
export function IndexCard({ index, date }: { index: IndexLatest; date: string | null }) {
  const { code, value, change, changePercent, kind } = index
  if (value === null) return <StatCard label={code} value={<NoData />} note={noteOf(kind)} />
  return (
    <StatCard
      label={code}
      value={<Rate value={value} />}
      note={
        <>
          {change !== null && (
            <>
              <Rate value={change} signed /> (<Percent value={changePercent} signed />)
            </>
          )}
          {index.date !== null && index.date !== date && (
            <span className={css.line}>{formatDate(index.date)}</span>
          )}
          {change === null && index.date === date && noteOf(kind)}
        </>
      }
    />
  )
}

const noteOf = (kind: IndexLatest['kind']) =>
  kind === 'Regional' ? 'Regional index' : 'Colombo Stock Exchange'

export function NoData() {
  return <span className="em-absent">No data</span>
}

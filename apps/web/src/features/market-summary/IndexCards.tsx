import type { IndexLatest } from '@em/contract/indices/index-values'
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

/** A card for each index of the exchange, then for those of the region that have values, in the order of the index master; the others fold away. */
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
  const ofColombo = indices.filter(({ kind }) => kind === 'Market')
  const regional = indices.filter(({ kind }) => kind === 'Regional')
  const shown = [...ofColombo, ...regional.filter(({ value }) => value !== null)]
  const empty = regional.filter(({ value }) => value === null)
  return (
    <>
      {shown.length > 0 && (
        <Stats>
          {shown.map((one) => (
            <IndexCard key={one.code} index={one} date={date} />
          ))}
        </Stats>
      )}
      {empty.length > 0 && (
        <details className={css.folded}>
          <summary>
            {empty.length === 1
              ? '1 regional index has no values'
              : `${empty.length} regional indices have no values`}
          </summary>
          <p>{empty.map(({ code }) => code).join(', ')}. Enter their values in Index Values.</p>
        </details>
      )}
    </>
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

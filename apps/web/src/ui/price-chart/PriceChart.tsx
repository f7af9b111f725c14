import { addDays } from '@em/core/values/dates'
import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { lazyPart } from '../../lib/parts.ts'
import { Amount, Price, Quantity } from '../Numbers.tsx'
import { PartBoundary } from '../PartBoundary.tsx'
import { SmallTable } from '../SmallTable.tsx'
import css from './PriceChart.module.css'
import type { ChartDay, ChartMark } from './price-days.ts'

const Candles = lazyPart(() => import('./Candles.tsx'))

const RANGES = [
  { value: '1M', days: 31 },
  { value: '3M', days: 92 },
  { value: '6M', days: 183 },
  { value: '1Y', days: 365 },
  { value: 'All', days: null },
] as const
type Range = (typeof RANGES)[number]['value']

const HEIGHT = 340
/** The newest days that the table lists. */
const LISTED = 250

interface PriceChartProps {
  title: string
  /** Oldest first. */
  days: readonly ChartDay[]
  marks: readonly ChartMark[]
}

/** Prices by day with the volume beneath and marks on the days of one's trades; the same as a table behind a button. */
export function PriceChart({ title, days, marks }: PriceChartProps) {
  const [range, setRange] = useState<Range>('6M')
  const [asTable, setAsTable] = useState(false)
  const [pointed, setPointed] = useState<string | null>(null)
  const last = days.at(-1)?.date ?? ''
  const length = RANGES.find(({ value }) => value === range)?.days ?? null
  const from = length === null || last === '' ? (days[0]?.date ?? '') : addDays(last, -length)
  return (
    <figure className={css.figure}>
      <figcaption className={css.caption}>
        <span className={css.title}>{title}</span>
        <span className={css.tools}>
          {!asTable && (
            <SegmentedControl
              size="xs"
              aria-label="Range"
              data={RANGES.map(({ value }) => value)}
              value={range}
              onChange={(value) => setRange(value as Range)}
            />
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-pressed={asTable}
            onClick={() => setAsTable((now) => !now)}
          >
            {asTable ? 'Show chart' : 'Show table'}
          </Button>
        </span>
      </figcaption>
      {asTable ? (
        <DayTable title={title} days={days} marks={marks} />
      ) : (
        <PartBoundary part="price chart">
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <Legend day={days.find(({ date }) => date === pointed) ?? days.at(-1)} marks={marks} />
            <Candles title={title} days={days} marks={marks} from={from} height={HEIGHT} onDay={setPointed} />
          </Suspense>
        </PartBoundary>
      )}
      {!asTable && (
        <p className={css.credit}>
          {marksInWords(marks)}
          Chart:{' '}
          <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
            TradingView Lightweight Charts™
          </a>
        </p>
      )}
    </figure>
  )
}

/** The meaning of the chart's marks: only of those that it has. */
function marksInWords(marks: readonly ChartMark[]): string {
  const kinds = new Set(marks.map(({ kind }) => kind))
  const words = [
    kinds.has('buy') && '↑ bought',
    kinds.has('sell') && '↓ sold',
    kinds.has('opening') && '● brought forward',
  ].filter((word) => word !== false)
  return words.length === 0 ? '' : `${words.join(', ')}. `
}

/** The day under the pointer, else the newest, in words. */
function Legend({ day, marks }: { day: ChartDay | undefined; marks: readonly ChartMark[] }) {
  if (day === undefined) return null
  const done = marks.filter(({ date }) => date === day.date)
  const figures = [
    ['Open', day.open],
    ['High', day.high],
    ['Low', day.low],
    ['Last', day.last],
  ] as const
  return (
    <p className={css.legend}>
      <strong>{formatDate(day.date)}</strong>
      {figures.map(([label, value]) => (
        <span key={label}>
          {label} <Amount value={value} />
        </span>
      ))}
      <span>
        Volume <Quantity value={day.volume} />
      </span>
      {done.map(({ kind, text }) => (
        <strong key={kind}>{text}</strong>
      ))}
    </p>
  )
}

function DayTable({ title, days, marks }: PriceChartProps) {
  const of = Map.groupBy(marks, ({ date }) => date)
  const shown = days.slice(-LISTED).toReversed()
  return (
    <>
      <SmallTable label={title} tall>
        <thead>
          <tr>
            <th>Date</th>
            <th data-right data-optional>
              Open
            </th>
            <th data-right data-optional>
              High
            </th>
            <th data-right data-optional>
              Low
            </th>
            <th data-right>Last trade</th>
            <th data-right data-optional>
              Volume
            </th>
            <th>Trades</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day.date}>
              <td>{formatDate(day.date)}</td>
              <td data-right data-optional>
                <Price value={day.open} />
              </td>
              <td data-right data-optional>
                <Price value={day.high} />
              </td>
              <td data-right data-optional>
                <Price value={day.low} />
              </td>
              <td data-right>
                <Price value={day.last} />
              </td>
              <td data-right data-optional>
                <Quantity value={day.volume} />
              </td>
              <td data-wrap>
                {of
                  .get(day.date)
                  ?.map(({ text }) => text)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {days.length > LISTED && (
        <p className={css.credit}>
          The newest {LISTED} of {days.length} days. All of them: Trade Summary Data.
        </p>
      )}
    </>
  )
}

import { prices } from '@em/contract/prices/prices'
import { type DayState as State, valuations } from '@em/contract/valuation/valuation'
import { Anchor } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Valuation.module.css'

interface DayStateProps {
  date: string
  /** '' for all. */
  entity: string
  portfolio: string
  /** Shows a run. */
  onOpen: (run: number) => void
}

const WORDS = {
  valued: { word: 'Valued', tone: 'good' },
  stale: { word: 'Stale', tone: 'warn' },
  'not-valued': { word: 'Not valued', tone: 'quiet' },
} as const

/** The state of the chosen books on the day, and whether its prices were signed off. */
export function DayState({ date, entity, portfolio, onOpen }: DayStateProps) {
  const query = {
    date,
    ...(entity === '' ? {} : { entity }),
    ...(portfolio === '' ? {} : { portfolioId: portfolio }),
  }
  const day = useRoute(valuations.day, { query }, { keepPrevious: true })
  if (day.isError) {
    return <Banner tone="error">{messageOf(day.error, 'The state of the day could not be read.')}</Banner>
  }
  const rows = day.data
  return (
    <Section title={`The books on ${formatDate(date)}`} card>
      {rows === undefined ? <Skeletons rows={3} /> : <Summary rows={rows} date={date} />}
      {rows !== undefined && rows.length > 0 && (
        <SmallTable label="Portfolios on the day" tall>
          <thead>
            <tr>
              <th>Portfolio</th>
              <th>State</th>
              <th data-right>Carrying Amount (LKR)</th>
              <th data-optional>Run</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.portfolioId}>
                <td data-wrap>{row.portfolioName}</td>
                <td>
                  <Status tone={WORDS[row.state].tone}>{WORDS[row.state].word}</Status>
                  {row.locked && ' Locked'}
                </td>
                <td data-right>
                  <Amount value={row.carrying} />
                </td>
                <td data-optional>
                  {row.run !== null && (
                    <Anchor component="button" type="button" onClick={() => onOpen(row.run as number)}>
                      Run {row.run}
                    </Anchor>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Section>
  )
}

function Summary({ rows, date }: { rows: readonly State[]; date: string }) {
  const of = (state: State['state']) => rows.filter((row) => row.state === state).length
  const [stale, missing] = [of('stale'), of('not-valued')]
  return (
    <p className={css.state}>
      {rows.length === 0 ? (
        <span>Nothing is held on this date.</span>
      ) : (
        <span>
          {counted(of('valued'), 'portfolio')} valued
          {stale > 0 && `, ${stale} stale: a trade or a price came later`}
          {missing > 0 && `, ${missing} not valued`}.
        </span>
      )}
      {rows.length > 0 && <SheetState date={date} />}
    </p>
  )
}

/** Whether the prices that count on the day may still change: those of the last market day. */
function SheetState({ date }: { date: string }) {
  const may = useMay()(prices.sheet)
  const asked = useRoute(prices.sheet, { params: { date } }, { enabled: may, keepPrevious: true })
  const marketDay = asked.data?.marketDay ?? date
  const counting = useRoute(
    prices.sheet,
    { params: { date: marketDay } },
    { enabled: may && asked.data !== undefined },
  )
  if (!may || asked.data === undefined || counting.data === undefined) return null
  const { signedOff, missing } = counting.data
  const { closed } = asked.data
  const whose = marketDay === date ? '' : ` of ${formatDate(marketDay)}, the last market day`
  return (
    <>
      {closed !== null && (
        <span>
          {formatDate(date)} is {closed.reason}; the market days next to it are {formatDate(closed.before)}{' '}
          and {formatDate(closed.after)}.
        </span>
      )}
      <span>
        Prices{whose}:{' '}
        {signedOff !== null
          ? `signed off by ${signedOff.by}`
          : missing > 0
            ? `${counted(missing, 'held security has', 'held securities have')} none of this day, not signed off`
            : 'complete, not signed off'}
        .
      </span>
      <TabButton
        to={['Valuation and MTM', 'Market Price Feed']}
        query={{ date: marketDay }}
        size="compact-sm"
        variant="default"
      >
        Price sheet
      </TabButton>
    </>
  )
}

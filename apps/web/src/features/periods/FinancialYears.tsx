import { type Entity, type financialYear, periods, type YearClosing } from '@em/contract/periods/periods'
import { monthName } from '@em/core/values/date-texts'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { formatDate } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { hrefOf } from '../../links/tabs.ts'
import { confirm } from '../../ui/Dialog.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { CloseYearDialog } from './CloseYearDialog.tsx'
import css from './Periods.module.css'

type Year = z.output<typeof financialYear>

const STATES = {
  running: { tone: 'quiet', word: 'Running' },
  open: { tone: 'warn', word: 'Not closed' },
  closed: { tone: 'good', word: 'Closed' },
  moved: { tone: 'bad', word: 'Changed since closing' },
} as const

const isToClose = ({ status, unclosed }: Year) => (status === 'open' || status === 'moved') && unclosed !== 0
/** Years are closed in their order: of those listed, newest first, the earliest that is not closed. */
const nextToClose = (years: readonly Year[]) => years.findLast(isToClose)

/** The financial years of an entity with their results, and the closings. */
export function Years({ entity, onYearEnd }: { entity: Entity; onYearEnd: () => void }) {
  const query = useRoute(periods.years, { params: { id: entity.id } })
  const [closing, close] = useState<Year | null>(null)
  const may = useMay()
  return (
    <Section
      title={`Financial years of ${entity.name}`}
      card
      actions={
        may(periods.update) ? (
          <Button size="compact-sm" variant="subtle" onClick={onYearEnd}>
            Year ends with {monthName(entity.year_end_month)}
          </Button>
        ) : (
          <span className={css.after}>Year ends with {monthName(entity.year_end_month)}</span>
        )
      }
    >
      <Loaded query={query} failed="Failed to fetch the financial years">
        {({ years, closings }) => {
          const next = nextToClose(years)
          return (
            <>
              <SmallTable label={`Financial years of ${entity.name}`}>
                <thead>
                  <tr>
                    <th>Year to</th>
                    <th data-optional>Status</th>
                    <th data-right>Result (LKR)</th>
                    <th data-right data-optional>
                      Not closed (LKR)
                    </th>
                    <th />
                  </tr>
                </thead>
                <tbody>
                  {years.map((year) => (
                    <tr key={year.year_end}>
                      <td>
                        <DateText value={year.year_end} />
                        <div className={css.phone}>
                          <Status tone={STATES[year.status].tone}>{STATES[year.status].word}</Status>
                        </div>
                      </td>
                      <td data-optional>
                        <Status tone={STATES[year.status].tone}>{STATES[year.status].word}</Status>
                      </td>
                      <td data-right>
                        <Amount value={year.result} signed />
                      </td>
                      <td data-right data-optional>
                        <Amount value={year.unclosed} signed />
                      </td>
                      <td data-right>
                        {may(periods.close) &&
                          isToClose(year) &&
                          (year === next ? (
                            <Button size="compact-sm" variant="default" onClick={() => close(year)}>
                              {year.status === 'open' ? 'Close year' : 'Close the difference'}
                            </Button>
                          ) : (
                            <span className={css.after}>
                              Close the year to {formatDate(next?.year_end ?? '')} first
                            </span>
                          ))}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </SmallTable>
              {closings.length > 0 && <Closings closings={closings} />}
            </>
          )
        }}
      </Loaded>
      {closing !== null && (
        <CloseYearDialog entity={entity} yearEnd={closing.year_end} onClose={() => close(null)} />
      )}
    </Section>
  )
}

function Closings({ closings }: { closings: readonly YearClosing[] }) {
  const undo = useWrite(periods.undo)
  const undoOnce = useOnce(undo.mutateAsync)
  const undoClosing = async (one: YearClosing) => {
    const agreed = await confirm({
      title: 'Undo the closing',
      message: `The closing entries of the year to ${formatDate(one.year_end)} are reversed; income and expenses are open again.`,
      confirm: 'Undo',
      danger: true,
    })
    if (!agreed) return
    try {
      const { data } = await undoOnce({ params: { id: one.id }, body: {} })
      notify.success(
        `The closing of the year to ${formatDate(one.year_end)} was undone: ${data.entries_reversed} ${data.entries_reversed === 1 ? 'entry' : 'entries'} reversed.`,
      )
    } catch (error) {
      notify.error('Failed to undo the closing', error)
    }
  }
  return (
    <>
      <h3>Closings</h3>
      <SmallTable label="Closings" tall>
        <thead>
          <tr>
            <th>Year to</th>
            <th data-optional>Closed</th>
            <th data-optional>By</th>
            <th data-right>To Retained Earnings (LKR)</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {closings.map((one) => (
            <tr key={one.id}>
              <td>
                <Anchor
                  inherit
                  href={hrefOf('Accounting Entries', 'General Ledger', {
                    transaction_type: 'Closing',
                    from: one.year_end,
                    to: one.year_end,
                  })}
                >
                  <DateText value={one.year_end} />
                </Anchor>
              </td>
              <td data-optional>
                <DateText value={one.recorded_at} time />
              </td>
              <td data-optional>{one.recorded_by}</td>
              <td data-right>
                <Amount value={one.result} signed />
              </td>
              <td data-right>
                {one.undone_at === null ? (
                  <IfMay call={periods.undo}>
                    <Button size="compact-sm" variant="default" onClick={() => void undoClosing(one)}>
                      Undo
                    </Button>
                  </IfMay>
                ) : (
                  <Status tone="quiet">Undone</Status>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}

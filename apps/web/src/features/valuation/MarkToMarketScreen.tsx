import { type ValuationRun, type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { today } from '../../lib/dates.ts'
import { dateIn, idIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { MonthEnd, useMonthToClose } from '../../links/MonthEnd.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { booksIn } from '../trial-balance/filters.ts'
import { ScopeFields } from '../trial-balance/ScopeFields.tsx'
import { DayState } from './DayState.tsx'
import { RunList } from './RunList.tsx'
import { RunModal } from './RunModal.tsx'
import css from './Valuation.module.css'
import { Workbench } from './Workbench.tsx'

/** Mark To Market: the shares of a day at fair value in the books, previewed, posted, run again, taken back. */
export default function MarkToMarketScreen() {
  const address = useHashQuery()
  const { entity, portfolio } = booksIn(address)
  const asked = dateIn(address, 'date')
  const month = useMonthToClose({ entity, portfolio })
  // The last day of the month to lock, where none is asked for.
  const proposed = month === null ? today() : (month?.through ?? '')
  const date = asked === '' ? proposed : asked > today() ? today() : asked
  const opened = idIn(address, 'run')
  const isPreviewed = address.get('look') === '1'
  const open = (run: Pick<ValuationRun, 'id'> | null) =>
    changeHashQuery({ run: run === null ? '' : String(run.id) })
  // Another day or other books are another preview.
  const choose = (changes: { date?: string; entity?: string; portfolio?: string }) =>
    changeHashQuery({ ...changes, look: '' })
  // Of one entity it stays with its books: those of others are not valued by the way.
  const again = (run: ValuationRunDetail) =>
    changeHashQuery({
      run: '',
      date: run.date,
      entity: run.portfolioId === null ? (run.entity ?? '') : '',
      portfolio: run.portfolioId ?? '',
      look: '1',
    })
  return (
    <Page
      title="Mark To Market"
      lead="Values the shares of a day, posts the difference to what they stand at in the books, and takes it back on the next calendar day."
    >
      <div className={css.filters} role="search" aria-label="What is valued">
        <FilterDate
          label="Valuation date"
          value={date}
          max={today()}
          plain={false}
          needed
          onChange={(day) => choose({ date: day })}
          {...(asked > today() ? { error: 'Must not be after today.' } : {})}
        />
        <ScopeFields entity={entity} portfolio={portfolio} onChange={choose} />
      </div>
      <MonthEnd at="value" month={month} />
      {date === '' ? (
        <Skeletons rows={6} />
      ) : (
        <>
          <DayState date={date} entity={entity} portfolio={portfolio} onOpen={(id) => open({ id })} />
          <IfMay call={valuations.run}>
            <Workbench
              key={`${date} ${entity} ${portfolio}`}
              {...{ date, entity, portfolio }}
              isPreviewed={isPreviewed}
              onPreview={() => changeHashQuery({ look: '1' })}
              // Another run moves no proposal: the day stays that of the run.
              onPosted={({ id }) => changeHashQuery({ date, look: '', run: String(id) })}
            />
          </IfMay>
        </>
      )}
      <RunList portfolio={portfolio} onOpen={open} />
      {opened !== null && <RunModal key={opened} id={opened} onAgain={again} onClose={() => open(null)} />}
    </Page>
  )
}

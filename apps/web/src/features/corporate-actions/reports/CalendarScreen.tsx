import { actionReports, type CalendarEntry } from '@em/contract/corporate-actions/action-reports'
import { Button, SegmentedControl } from '@mantine/core'
import IconCalendarDown from '@tabler/icons-react/dist/esm/icons/IconCalendarDown.mjs'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { now, today } from '../../../lib/dates.ts'
import { choiceIn, textIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { goTo } from '../../../links/tabs.ts'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ErrorState, Skeletons } from '../../../ui/States.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { Agenda } from './Agenda.tsx'
import css from './Calendar.module.css'
import { icsOf } from './ics.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { firstDay, lastDay, monthName, monthOf, monthsOn, readMonth, weeksOf } from './month.ts'

const FAILED = 'Failed to load the calendar'
/** Months that a calendar file holds, the shown one first. */
const FILE_MONTHS = 12
const ICS_TYPE = 'text/calendar;charset=utf-8'

/** An event opens above the calendar; settlements are listed on their own tab. */
function open({ action, date }: CalendarEntry) {
  if (action !== null) openEvent(action)
  else goTo('Settlement and Accounting', 'Settlement Instructions', { status: 'all', from: date, to: date })
}

/** Calendar: what is due for what we hold, by month or as a list. */
export default function CalendarScreen() {
  const query = useHashQuery()
  const isNarrow = useNarrow()
  const month = readMonth(textIn(query, 'month')) ?? monthOf(today())
  const portfolio = textIn(query, 'portfolio')
  // A month does not fit on a phone.
  const isAgenda = choiceIn(query, 'view', ['agenda']) === 'agenda' || isNarrow
  const weeks = weeksOf(month)
  const from = weeks[0]?.[0] ?? firstDay(month)
  const to = weeks.at(-1)?.[6] ?? lastDay(month)
  const scope = portfolio === '' ? {} : { portfolioId: portfolio }
  const list = useRoute(actionReports.calendar, { query: { ...scope, from, to } }, { keepPrevious: true })
  const { data } = list
  const own = data?.filter((entry) => monthOf(entry.date) === month)
  return (
    <Page
      title="Calendar"
      lead="What is due for what is held: XD and record dates, payments, allotments, last days to act and settlements."
      actions={<IcsButton month={month} scope={scope} />}
    >
      <div className={css.bar}>
        <div className={css.months}>
          <Button
            variant="default"
            px="xs"
            aria-label="Previous month"
            onClick={() => showMonth(monthsOn(month, -1))}
          >
            <IconChevronLeft size={16} />
          </Button>
          <h2 className={css.month} aria-live="polite">
            {monthName(month)}
          </h2>
          <Button
            variant="default"
            px="xs"
            aria-label="Next month"
            onClick={() => showMonth(monthsOn(month, 1))}
          >
            <IconChevronRight size={16} />
          </Button>
          <Button variant="default" onClick={() => changeHashQuery({ month: '' })}>
            Today
          </Button>
        </div>
        <div className={css.choices}>
          <PortfolioFilter value={portfolio} onChange={(chosen) => changeHashQuery({ portfolio: chosen })} />
          {!isNarrow && (
            <SegmentedControl
              aria-label="View"
              data={[
                { value: 'month', label: 'Month' },
                { value: 'agenda', label: 'Agenda' },
              ]}
              value={isAgenda ? 'agenda' : 'month'}
              onChange={(view) => changeHashQuery({ view: view === 'agenda' ? 'agenda' : '' })}
            />
          )}
        </div>
      </div>
      {list.isError && data !== undefined && (
        <Banner tone="warning">{messageOf(list.error, FAILED)} What you see may be out of date.</Banner>
      )}
      {data === undefined || own === undefined ? (
        list.isError ? (
          <ErrorState
            title={FAILED}
            message={messageOf(list.error, '')}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Skeletons rows={12} />
        )
      ) : isAgenda ? (
        <Agenda entries={own} month={month} onOpen={open} />
      ) : (
        <MonthGrid key={month} weeks={weeks} month={month} entries={data} onOpen={open} />
      )}
      <EventInAddress />
    </Page>
  )
}

const showMonth = (month: string) => changeHashQuery({ month: month === monthOf(today()) ? '' : month })

/** The shown month and those after it as a file that calendar programs take in. */
function IcsButton({ month, scope }: { month: string; scope: { portfolioId?: string } }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const last = monthsOn(month, FILE_MONTHS - 1)
      const query = { ...scope, from: firstDay(month), to: lastDay(last) }
      const entries = await call(actionReports.calendar, { query })
      const file = icsOf(entries, { host: window.location.hostname, now: now() })
      saveFile(`Corporate actions ${month} to ${last}.ics`, new TextEncoder().encode(file), ICS_TYPE)
      notify.success(
        `${counted(entries.length, 'date')} from ${monthName(month)} to ${monthName(last)} saved.`,
      )
    } catch (error) {
      notify.error('The file could not be created. Please try again.', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarDown size={16} />}
      loading={isBusy}
      title={`${FILE_MONTHS} months from ${monthName(month)} on`}
      onClick={() => void save()}
    >
      Download .ics
    </Button>
  )
}

import type { ValuationNote } from '@em/contract/valuation/valuation-note'
import { formatDate } from '../../../lib/dates.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import css from './ValuationBanner.module.css'

/** The books that a run is offered for; '' or left out: all. */
export interface BooksOfRun {
  readonly entity?: string
  /** The code. */
  readonly portfolio?: string
}

interface ValuationBannerProps {
  note: ValuationNote
  books: BooksOfRun
  /** Says of which date: where there are several. */
  dated?: boolean
  /** Before the link opens another screen. */
  onLeave?: () => void
}

/**
 * That investments are not valued on a date, with the way to the run; that one of a locked day has changed, where no run can follow; nothing
 * where they are valued.
 */
export function ValuationBanner({ note, books, dated = false, onLeave }: ValuationBannerProps) {
  if (note.message === null) return null
  return (
    <Banner tone="warning">
      <span className={css.line}>
        {dated ? `${formatDate(note.date)}: ${note.message}.` : `${note.message}.`}
        {note.missing.length > 0 && (
          <RunLink date={note.date} books={books} {...(onLeave !== undefined && { onLeave })} />
        )}
      </span>
    </Banner>
  )
}

/** The way to a run of a date. */
export function RunLink({ date, books, onLeave }: { date: string; books: BooksOfRun; onLeave?: () => void }) {
  const { entity = '', portfolio = '' } = books
  return (
    <span onClickCapture={onLeave} role="presentation">
      <TabButton
        to={['Valuation and MTM', 'Mark To Market']}
        query={{
          date,
          ...(portfolio !== '' && { portfolio }),
          ...(portfolio === '' && entity !== '' && { entity }),
        }}
        size="compact-sm"
        variant="default"
      >
        Run mark-to-market
      </TabButton>
    </span>
  )
}

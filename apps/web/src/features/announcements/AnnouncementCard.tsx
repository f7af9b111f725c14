import type { Announcement } from '@em/contract/announcements/announcements'
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs'
import { counted } from '../../lib/numerals.ts'
import { DateText } from '../../ui/Numbers.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Announcements.module.css'
import { PRIORITY_TONES } from './boards.ts'

/** One announcement of a list; a click anywhere on it opens the whole. */
export function AnnouncementCard({
  announcement,
  onOpen,
}: {
  announcement: Announcement
  onOpen: () => void
}) {
  const { title, category, company, symbol, date, time, priority, summary, attachments, held } = announcement
  const who = [company, symbol].filter((part) => part !== null).join(' · ')
  return (
    <li className={css.card}>
      <div className={css.cardHead}>
        <span className={css.category}>{category}</span>
        <Status tone={PRIORITY_TONES[priority]}>{priority}</Status>
        <span className={css.when}>
          <DateText value={date} />
          {time !== null && ` ${time}`}
        </span>
      </div>
      <h2 className={css.title}>
        <button type="button" className={css.open} onClick={onOpen}>
          {title}
        </button>
      </h2>
      {who !== '' && <p className={css.who}>{who}</p>}
      {summary !== null && <p className={css.summary}>{summary}</p>}
      {(attachments.length > 0 || held.length > 0) && (
        <p className={css.foot}>
          {held.length > 0 && <span className={css.held}>Held: {held.join(', ')}</span>}
          {attachments.length > 0 && (
            <span title={attachments.join(', ')}>
              <IconPaperclip size={14} aria-hidden /> {counted(attachments.length, 'attachment')}
            </span>
          )}
        </p>
      )}
    </li>
  )
}

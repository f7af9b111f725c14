import { type AnnouncementDetail, announcements } from '@em/contract/announcements/announcements'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { suggestedAction } from '@em/contract/corporate-actions/suggested-action'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs'
import { Fragment, useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { goTo } from '../../links/tabs.ts'
import { confirmDelete, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useLast } from '../../ui/useLast.ts'
import { AnnouncementFiles } from './AnnouncementFiles.tsx'
import { AnnouncementForm } from './AnnouncementForm.tsx'
import css from './Announcements.module.css'
import { PRIORITY_TONES } from './boards.ts'
import { Versions } from './Versions.tsx'

/** The whole of an announcement: summary, full text, files. */
export function AnnouncementDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const shown = useLast(id)
  return (
    <Modal opened={id !== null} onClose={onClose} title="Announcement" size="lg">
      {shown !== null && <Whole key={shown} id={shown} onClose={onClose} />}
    </Modal>
  )
}

function Whole({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRoute(announcements.get, { params: { id } })
  return (
    <Stack gap="md">
      <Loaded query={query} failed="Failed to load the announcement">
        {(announcement) => <AnnouncementContent announcement={announcement} onClose={onClose} />}
      </Loaded>
      {query.data === undefined && (
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      )}
    </Stack>
  )
}

function AnnouncementContent({
  announcement,
  onClose,
}: {
  announcement: AnnouncementDetail
  onClose: () => void
}) {
  const { title, category, kind, company, date, time, priority, summary, content, document } = announcement
  const may = useMay()
  const [correcting, setCorrecting] = useState(false)
  const remove = useWrite(announcements.remove)
  const takeBack = async () => {
    const question =
      'Are you sure you want to take this announcement back? No list shows it any more; its versions are kept.'
    if (!(await confirmDelete({ question, name: title }))) return
    await remove.mutateAsync({ params: { id: announcement.id }, query: {} }).then(
      () => {
        notify.success(`${title} was taken back.`)
        onClose()
      },
      (error: unknown) => notify.error('Failed to take the announcement back', error),
    )
  }
  const suggestion = suggestedAction(announcement)
  const notice = suggestion === null ? undefined : KINDS[suggestion.kind].notice
  return (
    <>
      <div>
        <h2 className={css.heading}>{title}</h2>
        <div className={css.cardHead}>
          <span className={css.category}>{category}</span>
          <Status tone={PRIORITY_TONES[priority]}>{`${priority} priority`}</Status>
          <span className={css.when}>
            <DateText value={date} />
            {time !== null && ` ${time}`}
          </span>
        </div>
        <p className={css.who}>
          {[company, kind].filter((part) => part !== null).join(' · ')}
          <Securities announcement={announcement} />
        </p>
      </div>
      {summary !== null && (
        <section aria-label="Summary">
          <Text fw={600} size="sm">
            Summary
          </Text>
          <p className={css.text}>{summary}</p>
        </section>
      )}
      {content !== null && (
        <section aria-label="Full text">
          <Text fw={600} size="sm">
            Full text
          </Text>
          <p className={css.text}>{content}</p>
        </section>
      )}
      {document !== null && (
        <Anchor href={document} target="_blank" rel="noopener noreferrer" size="sm">
          Document of the exchange <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
      <AnnouncementFiles announcement={announcement} />
      <Versions announcement={announcement} />
      <DialogActions>
        {notice !== undefined && may(corporateActions.create) && (
          // The form of the action reads its terms from the announcement.
          <Button
            onClick={() =>
              goTo('Corporate Actions', notice.tab, {
                new: suggestion?.kind ?? '',
                announcement: String(announcement.id),
              })
            }
          >
            {notice.button}
          </Button>
        )}
        {may(announcements.remove) && (
          <Button variant="default" loading={remove.isPending} onClick={() => void takeBack()}>
            Take Back
          </Button>
        )}
        {may(announcements.change) && (
          <Button variant="default" onClick={() => setCorrecting(true)}>
            Correct
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
      <AnnouncementForm
        opened={correcting}
        board={null}
        announcement={announcement}
        onClose={() => setCorrecting(false)}
      />
    </>
  )
}

/** The securities that it concerns, each with the way to its page; the symbol alone where we have none of them. */
function Securities({
  announcement: { securities, symbol, company, kind },
}: {
  announcement: AnnouncementDetail
}) {
  const before = company !== null || kind !== null ? ' · ' : ''
  if (securities.length === 0) return symbol === null ? null : `${before}${symbol}`
  return (
    <>
      {before}
      {securities.map(({ symbol: one, held }, index) => (
        <Fragment key={one}>
          {index > 0 && ', '}
          <SecurityLink symbol={one} />
          {held && ' (held)'}
        </Fragment>
      ))}
    </>
  )
}

import {
  ANNOUNCEMENT_SOURCES,
  type AnnouncementDetail,
  type AnnouncementVersion,
  announcements,
} from '@em/contract/announcements/announcements'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useRoute } from '../../lib/query.ts'
import { DateText } from '../../ui/Numbers.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Announcements.module.css'

/** Where an announcement comes from, and on demand how its earlier versions read. */
export function Versions({ announcement }: { announcement: AnnouncementDetail }) {
  const [open, setOpen] = useState(false)
  const { version, source, recorded_at, recorded_by } = announcement
  return (
    <section aria-label="Source">
      <Text size="xs" c="dimmed">
        {ANNOUNCEMENT_SOURCES[source]}, recorded by {recorded_by}, <DateText value={recorded_at} time />
        {version > 1 && `, version ${version}`}
      </Text>
      {version > 1 && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          onClick={() => setOpen((now) => !now)}
        >
          {open ? 'Hide earlier versions' : 'Show earlier versions'}
        </Button>
      )}
      {open && <Earlier id={announcement.id} />}
    </section>
  )
}

function Earlier({ id }: { id: number }) {
  const query = useRoute(announcements.versions, { params: { id } })
  return (
    <Loaded query={query} failed="Failed to load the earlier versions">
      {(versions) => (
        <ol className={css.versions} aria-label="Earlier versions">
          {versions.slice(1).map((one, index) => (
            <li key={one.version}>
              <Text size="sm" fw={600}>
                Version {one.version}: {one.title}
              </Text>
              <Text size="xs" c="dimmed">
                {one.is_removed ? 'Taken back by' : `${ANNOUNCEMENT_SOURCES[one.source]},`} {one.recorded_by},{' '}
                <DateText value={one.recorded_at} time />
              </Text>
              <Differences earlier={one} later={versions[index] as AnnouncementVersion} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}

const LABELS = {
  title: 'Title',
  category: 'Category',
  company: 'Company',
  symbol: 'Symbol',
  date: 'Date',
  time: 'Time',
  priority: 'Priority',
  summary: 'Summary',
  content: 'Full text',
} as const

/** The fields of a version that the next one changed. */
function Differences({ earlier, later }: { earlier: AnnouncementVersion; later: AnnouncementVersion }) {
  const names = (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(
    (name) => earlier[name] !== later[name],
  )
  return (
    <>
      {names.map((name) => (
        <p key={name} className={css.text}>
          {LABELS[name]}: {earlier[name] ?? '–'}
        </p>
      ))}
    </>
  )
}

import type { SessionRecord } from '@em/contract/identity/identity'
import { Button, Text } from '@mantine/core'
import { formatMoment } from '../../../lib/dates.ts'
import css from './SessionList.module.css'
import { sessionInWords } from './session-texts.ts'

interface SessionListProps {
  sessions: readonly SessionRecord[]
  /** The one that is being ended. */
  ending?: number | undefined
  /** Absent: to be read only. */
  onEnd?: ((one: SessionRecord) => void) | undefined
}

/** Where a person is signed in, with a way to end each session but that of this browser. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className={css.sessions}>
      {sessions.map((one) => (
        <li key={one.id}>
          <div className={css.who}>
            <Text fw={500}>{one.browser}</Text>
            <Text size="sm" c="dimmed">
              {sessionInWords(one)}
            </Text>
          </div>
          {one.current ? (
            <Text size="sm" c="dimmed">
              This browser
            </Text>
          ) : onEnd === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              loading={ending === one.id}
              aria-label={`Sign out ${one.browser}, last used ${formatMoment(one.lastUsedAt)}`}
              onClick={() => onEnd(one)}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

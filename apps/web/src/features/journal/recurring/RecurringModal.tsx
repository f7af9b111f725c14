import { type RecurringEntry, recurring } from '@em/contract/journal/journal'
import { Anchor, Button, Group } from '@mantine/core'
import { useMay } from '../../../lib/may.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { confirm, Modal } from '../../../ui/Dialog.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { EmptyState, Loaded } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import css from './Recurring.module.css'
import { rhythm } from './recurring.ts'

interface RecurringModalProps {
  opened: boolean
  onClose: () => void
  /** Opens an entry that came of one. */
  onOpen: (id: number) => void
}

/** Recurring entries: when they come due, what came of them, and the way to pause or end them. */
export function RecurringModal({ opened, onClose, onOpen }: RecurringModalProps) {
  const query = useRoute(recurring.list, {}, { enabled: opened })
  return (
    <Modal opened={opened} onClose={onClose} title="Recurring entries" size="xl">
      <Loaded query={query} failed="Failed to load the recurring entries">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No recurring entries">
              Open an entry and choose Repeat. It then comes due as a draft, every month or at another
              interval.
            </EmptyState>
          ) : (
            <ul className={css.list}>
              {data.map((one) => (
                <Recurring key={one.id} one={one} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Modal>
  )
}

const TONES = { active: 'good', paused: 'warn', ended: 'quiet' } as const
const WORDS = { active: 'Active', paused: 'Paused', ended: 'Ended' } as const
const SHOWN = 6

function Recurring({ one, onOpen }: { one: RecurringEntry; onOpen: (id: number) => void }) {
  const change = useWrite(recurring.change)
  const mayChange = useMay()(recurring.change)
  const changeOnce = useOnce(change.mutateAsync)
  const act = async (action: 'pause' | 'resume' | 'end') => {
    if (
      action === 'end' &&
      !(await confirm({
        title: 'End this recurring entry?',
        message: `${one.description} comes due no more. What came of it stays.`,
        confirm: 'End',
        danger: true,
      }))
    ) {
      return
    }
    await changeOnce({ params: { id: one.id }, body: { action, version: one.version } }).catch(
      (error: unknown) => notify.error('The recurring entry was not changed', error),
    )
  }
  const { history } = one
  return (
    <li className={css.one}>
      <div className={css.head}>
        <span>
          <strong>{one.description}</strong> <Amount value={one.total} unit="LKR" />
        </span>
        <Status tone={TONES[one.state]}>{WORDS[one.state]}</Status>
      </div>
      <p className={css.facts}>
        {rhythm(one)} from <DateText value={one.first_date} />
        {one.last_date !== null && (
          <>
            {' '}
            until <DateText value={one.last_date} />
          </>
        )}
        {one.state === 'active' && one.next_date !== null && (
          <>
            , next on <DateText value={one.next_date} />
          </>
        )}
        , set up by {one.recorded_by}
      </p>
      {history.length > 0 && (
        <p className={css.facts}>
          Came due:{' '}
          {history.slice(0, SHOWN).map(({ id, due_on, status, posted_as }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Anchor component="button" type="button" fz="inherit" onClick={() => onOpen(posted_as ?? id)}>
                <DateText value={due_on} />
              </Anchor>{' '}
              ({status.toLowerCase()})
            </span>
          ))}
          {history.length > SHOWN && ` and ${history.length - SHOWN} before`}
        </p>
      )}
      {one.state !== 'ended' && mayChange && (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={change.isPending}
            onClick={() => void act(one.state === 'paused' ? 'resume' : 'pause')}
          >
            {one.state === 'paused' ? 'Resume' : 'Pause'}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={change.isPending}
            onClick={() => void act('end')}
          >
            End
          </Button>
        </Group>
      )}
    </li>
  )
}

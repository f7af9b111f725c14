import { Anchor, Avatar, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useDemo } from '../../lib/health.ts'
import { signOutOnLeave, signsOutOnLeave } from '../../lib/session.ts'
import { useSession } from '../../lib/useSession.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { SwitchField } from '../../ui/form/TextFields.tsx'
import { Status } from '../../ui/Status.tsx'
import { TourAgain } from '../demo/TourAgain.tsx'
import { initialsOf } from './initials.ts'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import css from './ProfileModal.module.css'
import { portfolioLines } from './users/scope-values.ts'

interface ProfileModalProps {
  opened: boolean
  onClose: () => void
}

/** Who is signed in, read-only; the change of password, the sessions and the choice about leaving. */
export default function ProfileModal({ opened, onClose }: ProfileModalProps) {
  const { user } = useSession()
  const demo = useDemo()
  const [changing, setChanging] = useState(false)
  const [leaves, setLeaves] = useState(() => signsOutOnLeave(user.id))
  const setLeaving = (on: boolean) => {
    signOutOnLeave(user.id, on)
    setLeaves(on)
  }
  const lines = [
    ['User ID', String(user.id)],
    ['First Name', user.first_name],
    ['Last Name', user.last_name],
    ['Email', user.email],
    ['Roles', user.roles.join(', ')],
    ...portfolioLines(user.portfolios),
  ]
  const close = () => {
    setChanging(false)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title="User Profile" size="lg">
      <Stack gap="md">
        <div className={css.head}>
          <Avatar size={56} radius="50%" color="accent" variant="filled">
            {initialsOf(user)}
          </Avatar>
          <div className={css.who}>
            <Text fw={600} size="lg">
              {user.first_name} {user.last_name}
            </Text>
            <Text c="dimmed">Active User</Text>
          </div>
        </div>
        <dl className={css.lines}>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>Status</dt>
            <dd>
              <Status tone="good">Active</Status>
            </dd>
          </div>
        </dl>
        {demo && (
          <section className={css.part} aria-labelledby="profile-tour">
            <h3 id="profile-tour">First-hour tour</h3>
            <TourAgain onOpened={close} />
          </section>
        )}
        <section className={css.part} aria-labelledby="profile-jobs">
          <h3 id="profile-jobs">Jobs</h3>
          <Text c="dimmed">
            Imports, exports and other long work, how far it is and what came of it.{' '}
            <Anchor href={hrefOf('Administration', 'Jobs')} onClick={close}>
              Open Jobs
            </Anchor>
          </Text>
        </section>
        <section className={css.part} aria-labelledby="profile-password">
          <h3 id="profile-password">Password</h3>
          {changing ? (
            <PasswordForm onDone={() => setChanging(false)} />
          ) : (
            <Button variant="default" onClick={() => setChanging(true)} style={{ alignSelf: 'flex-start' }}>
              Change password
            </Button>
          )}
        </section>
        <section className={css.part} aria-labelledby="profile-sessions">
          <h3 id="profile-sessions">Where you are signed in</h3>
          <OwnSessions />
          <SwitchField
            label="Sign me out when I leave or reload the page"
            help="Applies to this browser only."
            value={leaves}
            onChange={setLeaving}
          />
        </section>
      </Stack>
    </Modal>
  )
}

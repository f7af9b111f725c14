import { Avatar, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../app/useSession.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { Status } from '../../ui/Status.tsx'
import { initialsOf } from './initials.ts'
import { PasswordForm } from './PasswordForm.tsx'
import css from './ProfileModal.module.css'

interface ProfileModalProps {
  opened: boolean
  onClose: () => void
}

/** Who is signed in, read-only, and the change of password. */
export default function ProfileModal({ opened, onClose }: ProfileModalProps) {
  const { user } = useSession()
  const [changing, setChanging] = useState(false)
  const lines = [
    ['User ID', String(user.id)],
    ['First Name', user.first_name],
    ['Last Name', user.last_name],
    ['Email', user.email],
  ]
  const close = () => {
    setChanging(false)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title="User Profile" size="md">
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
        {changing ? (
          <PasswordForm onDone={() => setChanging(false)} />
        ) : (
          <Button variant="default" onClick={() => setChanging(true)} style={{ alignSelf: 'flex-start' }}>
            Change password
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

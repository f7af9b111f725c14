import { type UserRecord, users } from '@em/contract/identity/identity'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { MadeLink } from './MadeLink.tsx'
import { nameOf } from './useUserActions.ts'

interface PasswordLinkDialogProps {
  user: UserRecord
  onClose: () => void
}

/** Makes a one-time link for a person who cannot sign in, and shows it this once. */
export function PasswordLinkDialog({ user, onClose }: PasswordLinkDialogProps) {
  const make = useWrite(users.passwordLink)
  const [failure, setFailure] = useState<string | null>(null)
  const name = nameOf(user)
  const invited = user.state === 'invited'
  const create = async () => {
    setFailure(null)
    await make
      .mutateAsync({ params: { id: user.id } })
      .catch((error: unknown) =>
        setFailure(problemOf(error, 'The link could not be created. Please try again.')),
      )
  }
  const made = make.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${invited ? 'New invitation' : 'Password link'} for ${name}`}
      dirty={false}
    >
      <Stack gap="md">
        {failure !== null && <Banner tone="error">{failure}</Banner>}
        {made === undefined ? (
          <>
            <Text>
              {invited
                ? `With the link ${name} chooses a password and can sign in. It works once, for 7 days. The earlier link stops working.`
                : `With the link ${name} sets a new password without the old one. It works once, for 24 hours. An earlier link stops working.`}
            </Text>
            <DialogActions>
              <CancelButton />
              <Button loading={make.isPending} onClick={() => void create()}>
                Create link
              </Button>
            </DialogActions>
          </>
        ) : (
          <MadeLink
            link={window.location.origin + made.path}
            expiresAt={made.expiresAt}
            name={name}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  )
}

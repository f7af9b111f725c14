import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import { formatMoment } from '../../../lib/dates.ts'
import { DialogActions } from '../../../ui/DialogActions.tsx'

interface MadeLinkProps {
  link: string
  expiresAt: string
  name: string
  onClose: () => void
}

/** A one-time link that was just made, to be copied: it is not shown again. */
export function MadeLink({ link, expiresAt, name, onClose }: MadeLinkProps) {
  return (
    <>
      <Text>
        Give this link to {name} over a channel you trust. It works once, until {formatMoment(expiresAt)}, and
        is not shown again.
      </Text>
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput
          label="Link"
          readOnly
          value={link}
          style={{ flex: 1 }}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <CopyButton value={link}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Group>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}

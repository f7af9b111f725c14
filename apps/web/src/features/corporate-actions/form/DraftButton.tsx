import { Button } from '@mantine/core'
import type { ActionFormHandle } from './useActionForm.ts'

/** Sends the form around it as a draft: checked for what a draft needs alone. */
export function DraftButton({
  send,
  disabled = false,
}: {
  send: ActionFormHandle['sendDraft']
  disabled?: boolean
}) {
  return (
    <Button variant="default" disabled={disabled} onClick={(event) => send(event.currentTarget.form)}>
      Save as draft
    </Button>
  )
}

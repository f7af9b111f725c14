import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { type ActionValues, faultsOf } from '@em/contract/corporate-actions/typed-form'
import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useRef } from 'react'

export type ActionFormState = UseFormReturnType<ActionValues>

export interface ActionFormHandle {
  readonly form: ActionFormState
  /** Whether it is being saved as a draft: it may lack what is only needed later. */
  readonly isDraft: () => boolean
  /** Sends the form as a draft. */
  readonly sendDraft: (element: HTMLFormElement | null) => void
}

/** A kind's form. */
export function useActionForm(kind: ActionKind, start: () => ActionValues): ActionFormHandle {
  const asDraft = useRef(false)
  const form = useForm<ActionValues>({
    initialValues: start(),
    validate: (values) => faultsOf(kind, values, asDraft.current),
  })
  const isDraft = useCallback(() => asDraft.current, [])
  const sendDraft = useCallback((element: HTMLFormElement | null) => {
    // What is checked and sent is decided while the form hears of it, which is at once.
    asDraft.current = true
    element?.requestSubmit()
    asDraft.current = false
  }, [])
  return { form, isDraft, sendDraft }
}

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

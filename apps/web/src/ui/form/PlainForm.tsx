import { type ReactNode, useRef } from 'react'
import { useSaveKeys } from './useSaveKeys.ts'

interface PlainFormProps {
  onSubmit: () => void
  className?: string | undefined
  children: ReactNode
}

/** A form whose fields keep their values themselves: Enter, Ctrl-S and Ctrl-Enter send it. */
export function PlainForm({ onSubmit, className, children }: PlainFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useSaveKeys(() => form.current?.requestSubmit(), form)
  return (
    <form
      ref={form}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

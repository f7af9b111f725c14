import { Checkbox } from '@mantine/core'
import { useState } from 'react'

/** A checkbox that must be ticked before something is saved. */
export const PRICE_CHECKED = 'I have checked the price'
export const PRICES_CHECKED = 'I have checked the prices'

export interface Tick {
  /** There is something to check. */
  readonly isAsked: boolean
  readonly isGiven: boolean
  /** Asked and not given: nothing is saved before. */
  readonly isOpen: boolean
  readonly give: (on: boolean) => void
}

/** A tick for what these sentences say; none is asked where there are none, and other sentences ask again. */
export function useTick(sentences: readonly string[]): Tick {
  const [given, setGiven] = useState<string | null>(null)
  const said = sentences.join('\n')
  const isAsked = sentences.length > 0
  const isGiven = isAsked && given === said
  return { isAsked, isGiven, isOpen: isAsked && !isGiven, give: (on) => setGiven(on ? said : null) }
}

interface TickFieldProps {
  tick: Tick
  label: string
  disabled?: boolean
  /** The first field of a dialog. */
  first?: boolean
}

/** The box of a tick; nothing where none is asked. */
export function TickField({ tick, label, disabled = false, first = false }: TickFieldProps) {
  if (!tick.isAsked) return null
  return (
    <Checkbox
      mt="xs"
      label={label}
      checked={tick.isGiven}
      disabled={disabled}
      {...(first ? { 'data-autofocus': true } : {})}
      onChange={(event) => tick.give(event.currentTarget.checked)}
    />
  )
}

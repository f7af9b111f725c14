import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { confirm } from '../../../ui/Dialog.tsx'
import type { AnyForm } from '../../../ui/form/FormContext.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import type { Started } from '../../../ui/form/useStart.ts'
import { type Draft, DraftOffer } from '../../../ui/useDraft.tsx'

export interface TradeFormShellProps<Values> {
  trade: {
    form: AnyForm
    draft: Draft<Values>
    filled: boolean
    started: Started
    reset: () => void
    restore: (stored: Values) => void
  }
  /** The name of an unsaved one: "buy". */
  what: string
  onSubmit: () => Promise<unknown>
  saveLabel: string
  /** While it is saved; the kit's word where the specification has none. */
  savingLabel?: string
  failed: string
  summaryTitle?: string | undefined
  resetLabel: 'Reset' | 'Reset Form'
  onReset?: () => void
  note?: ReactNode
  /** Buttons between the reset and the save. */
  actions?: ReactNode
  /** The fields that Enter visits first. */
  first?: readonly string[]
  /** Around the form, to find its fields. */
  root?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The form of a trade, single or bulk: the offer of a draft, the sections, the reset that asks first, the save. */
export function TradeFormShell<Values>({
  trade,
  root,
  what,
  resetLabel,
  onReset,
  actions,
  savingLabel,
  summaryTitle,
  first,
  children,
  ...shell
}: TradeFormShellProps<Values>) {
  const { form, draft, filled, started } = trade
  const reset = async () => {
    const ask = {
      title: 'Reset the form?',
      message: 'Everything you entered in this form is discarded.',
      confirm: resetLabel,
    }
    if (filled && !(await confirm({ ...ask, danger: true }))) return
    trade.reset()
    onReset?.()
  }
  return (
    <>
      {!filled && <DraftOffer draft={draft} what={what} onRestore={trade.restore} />}
      <div ref={root}>
        <FormShell
          form={form}
          remembered={started.remembered}
          {...(first === undefined ? {} : { enterOrder: { first, onlyEmpty: started.isOfLast } })}
          onHeld={() => {
            trade.reset()
            onReset?.()
          }}
          {...shell}
          {...(savingLabel === undefined ? {} : { savingLabel })}
          {...(summaryTitle === undefined ? {} : { summaryTitle })}
          actions={
            <>
              <Button variant="default" onClick={() => void reset()}>
                {resetLabel}
              </Button>
              {actions}
            </>
          }
        >
          {children}
        </FormShell>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { goTo } from '../../places/places.ts'
import { confirm } from '../../ui/Dialog.tsx'
import type { AnyForm } from '../../ui/form/FormContext.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Draft, DraftOffer } from '../../ui/useDraft.tsx'

interface TradeEntryProps<Kept> {
  tab: 'Buy' | 'Sell'
  title: string
  lead: string
  /** What an unsaved one is called: "buy". */
  what: string
  form: AnyForm
  draft: Draft<Kept>
  restore: (kept: Kept) => void
  reset: () => void
  /** Whether something was typed that a reset or an offered draft would replace. */
  filled: boolean
  /** Saves; answers whether a trade was recorded. */
  save: () => Promise<boolean>
  saveLabel: string
  failed: string
  summaryTitle?: string | undefined
  /** Above the form: what the last save came to. */
  banner?: ReactNode
  children: ReactNode
}

/** The entry form of a trade: draft, sections, Reset Form, View Transactions, and the save. */
export function TradeEntry<Kept>(props: TradeEntryProps<Kept>) {
  const { tab, form, draft, filled, summaryTitle } = props
  const root = useRef<HTMLDivElement>(null)
  const reset = async () => {
    const ask = {
      title: 'Reset the form?',
      message: 'Everything you entered in this form is discarded.',
      confirm: 'Reset Form',
    }
    if (filled && !(await confirm({ ...ask, danger: true }))) return
    props.reset()
    startAgain(root.current)
  }
  const save = async () => {
    if (await props.save()) startAgain(root.current)
    else focusSoon(root.current, 'button[type="submit"]')
  }
  return (
    <Page title={props.title} lead={props.lead} narrow>
      {props.banner}
      {!filled && <DraftOffer draft={draft} what={props.what} onRestore={props.restore} />}
      <div ref={root}>
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel={props.saveLabel}
          savingLabel={props.saveLabel}
          failed={props.failed}
          {...(summaryTitle === undefined ? {} : { summaryTitle })}
          note="Kept in this browser until saved or reset."
          actions={
            <>
              <Button variant="default" onClick={() => void reset()}>
                Reset Form
              </Button>
              <Button variant="default" onClick={() => goTo('Trade Capture', tab, { view: 'transactions' })}>
                View Transactions
              </Button>
            </>
          }
        >
          {props.children}
        </FormShell>
      </div>
    </Page>
  )
}

function startAgain(root: HTMLElement | null) {
  window.scrollTo({ top: 0 })
  focusSoon(root, 'fieldset button, fieldset input')
}

/** After the closing dialog has let go of the focus and the fields are enabled again. */
function focusSoon(root: HTMLElement | null, selector: string) {
  setTimeout(() => root?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }), 60)
}

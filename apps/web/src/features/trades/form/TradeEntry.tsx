import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { goTo } from '../../../places/places.ts'
import { Page } from '../../../ui/Page.tsx'
import { TradeFormShell, type TradeFormShellProps } from './TradeFormShell.tsx'

interface TradeEntryProps<Kept>
  extends Pick<
    TradeFormShellProps<Kept>,
    'trade' | 'what' | 'saveLabel' | 'failed' | 'summaryTitle' | 'children'
  > {
  tab: 'Buy' | 'Sell'
  title: string
  lead: string
  /** Saves; answers whether a trade was recorded. */
  save: () => Promise<boolean>
  /** Above the form: what the last save came to. */
  banner?: ReactNode
}

/** The entry page of a single trade: its form, the way to the submitted transactions, and the focus after a save. */
export function TradeEntry<Kept>({ tab, title, lead, save, banner, ...form }: TradeEntryProps<Kept>) {
  const root = useRef<HTMLDivElement>(null)
  const submit = async () => {
    if (await save()) startAgain(root.current)
    else focusSoon(root.current, 'button[type="submit"]')
  }
  return (
    <Page title={title} lead={lead} narrow>
      {banner}
      <TradeFormShell
        {...form}
        root={root}
        onSubmit={submit}
        savingLabel={form.saveLabel}
        resetLabel="Reset Form"
        onReset={() => startAgain(root.current)}
        note="Kept in this browser until saved or reset."
        actions={
          <Button variant="default" onClick={() => goTo('Trade Capture', tab, { view: 'transactions' })}>
            View Transactions
          </Button>
        }
      />
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

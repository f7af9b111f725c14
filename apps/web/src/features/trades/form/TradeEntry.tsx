import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { goTo } from '../../../links/tabs.ts'
import { Page } from '../../../ui/Page.tsx'
import { TradeFormShell, type TradeFormShellProps } from './TradeFormShell.tsx'

interface TradeEntryProps<Values>
  extends Pick<
    TradeFormShellProps<Values>,
    'trade' | 'what' | 'saveLabel' | 'failed' | 'summaryTitle' | 'children'
  > {
  tab: 'Buy' | 'Sell'
  title: string
  lead: string
  /** Saves; answers whether a trade was recorded. */
  save: () => Promise<boolean>
  /** By name: where a new trade begins, and the fields that Enter visits from there. */
  order: readonly [start: string, ...next: string[]]
  /** Above the form: what the last save came to. */
  banner?: ReactNode
  /** Under the form: what was recorded today. */
  today?: ReactNode
}

/** The entry page of a single trade: its form, the way to the submitted transactions, and the focus after a save. */
export function TradeEntry<Values>(props: TradeEntryProps<Values>) {
  const { tab, title, lead, save, banner, today, order, ...form } = props
  const root = useRef<HTMLDivElement>(null)
  const [start] = order
  useFocusOnStart(root, start)
  const submit = async () => {
    if (await save()) startAgain(root.current, start)
    else focusSoon(root.current, 'button[type="submit"]')
  }
  return (
    <Page title={title} lead={lead} narrow>
      {banner}
      <TradeFormShell
        {...form}
        first={order}
        root={root}
        onSubmit={submit}
        savingLabel={form.saveLabel}
        resetLabel="Reset Form"
        onReset={() => startAgain(root.current, start)}
        note="Kept in this browser until saved or reset."
        actions={
          <Button variant="default" onClick={() => goTo('Trade Capture', tab, { view: 'transactions' })}>
            View Transactions
          </Button>
        }
      />
      {today}
    </Page>
  )
}

/** On opening, and where the first field turns out to be another one before anything was done. */
function useFocusOnStart(root: RefObject<HTMLDivElement | null>, start: string) {
  const isOpened = useRef(false)
  useEffect(() => {
    const give = () => {
      const { activeElement: at } = document
      const isWithin = at !== null && root.current?.contains(at) === true
      if (!isWithin || at.id.endsWith('-companyName')) focusField(root.current, start)
    }
    give()
    if (isOpened.current) return
    const giving = setTimeout(() => {
      isOpened.current = true
      give()
    }, OPENED_MS)
    return () => clearTimeout(giving)
  }, [root, start])
}

/** After the palette that led here has given the focus back. */
const OPENED_MS = 250

/** Puts the focus on a field of the form, where no dialog has it. */
function focusField(root: HTMLElement | null, name: string) {
  const field = root?.querySelector<HTMLElement>(`[id$="-${name}"]`)
  if (field != null && document.activeElement?.closest('[role="dialog"]') == null) {
    field.focus({ preventScroll: true })
  }
}

function startAgain(root: HTMLElement | null, start: string) {
  window.scrollTo({ top: 0 })
  focusSoon(root, `[id$="-${start}"]`)
}

/** After the closing dialog has let go of the focus and the fields are enabled again. */
function focusSoon(root: HTMLElement | null, selector: string) {
  setTimeout(() => root?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }), 60)
}

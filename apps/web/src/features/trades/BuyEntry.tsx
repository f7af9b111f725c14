import { Button } from '@mantine/core'
import { useRef } from 'react'
import { goTo } from '../../app/places.ts'
import { confirm } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { Page } from '../../ui/Page.tsx'
import { DraftOffer } from '../../ui/useDraft.tsx'
import { BuyReview } from './BuyReview.tsx'
import { worthKeeping } from './buy-values.ts'
import { CostSection } from './CostSection.tsx'
import { PaymentSection } from './PaymentSection.tsx'
import { SecuritySection } from './SecuritySection.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Buy Transaction Entry. */
export function BuyEntry({ buy }: { buy: BuyForm }) {
  const { form, draft, values, summaryTitle } = buy
  const root = useRef<HTMLDivElement>(null)
  const reset = async () => {
    const ask = { title: 'Reset the form?', message: 'What you typed is discarded.', confirm: 'Reset Form' }
    if (worthKeeping(values) && !(await confirm({ ...ask, danger: true }))) return
    buy.reset()
    startAgain(root.current)
  }
  const save = async () => {
    const recorded = await buy.save(form.getValues())
    if (recorded) startAgain(root.current)
    else focusSoon(root.current, 'button[type="submit"]')
  }
  return (
    <Page
      title="Buy Transaction Entry"
      lead="Record a purchase: fees, position and ledger entries follow from it."
      narrow
    >
      {!worthKeeping(values) && <DraftOffer draft={draft} what="buy" onRestore={buy.restore} />}
      <div ref={root}>
        <FormShell
          form={form}
          onSubmit={save}
          saveLabel="Save Transaction"
          savingLabel="Save Transaction"
          failed="Failed to save transaction: Unknown error"
          {...(summaryTitle === undefined ? {} : { summaryTitle })}
          note="Kept in this browser until it is saved or reset."
          actions={
            <>
              <Button variant="default" onClick={() => void reset()}>
                Reset Form
              </Button>
              <Button
                variant="default"
                onClick={() => goTo('Trade Capture', 'Buy', { view: 'transactions' })}
              >
                View Transactions
              </Button>
            </>
          }
        >
          <SecuritySection buy={buy} />
          <CostSection buy={buy} />
          <PaymentSection buy={buy} />
        </FormShell>
      </div>
      <BuyReview buy={buy} />
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

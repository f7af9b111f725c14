import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { staleWay } from '../../../registers/EditForm.tsx'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Consequences } from '../preview/Consequences.tsx'
import css from './Corrections.module.css'
import { DifferenceTable } from './DifferenceTable.tsx'
import { PaidStays } from './PaidStays.tsx'
import { ownDifferences } from './preview.ts'
import { type Edit, FAILED } from './useEdit.ts'

interface ChangePreviewProps {
  edit: Edit
  preview: TradeDryRun
  onSaved: () => void
}

/** The effect of the correction, the reason for it, and the save. */
export function ChangePreview({ edit, preview, onSaved }: ChangePreviewProps) {
  const { trade, form } = edit
  const { id, side, deal_number: deal } = trade.trade
  const accounts = useRoute(settlementAccounts.routes.list, { query: {} })
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const start = useRef<HTMLParagraphElement>(null)
  // The dialog stays as far down as the form was left.
  useEffect(() => {
    start.current?.scrollIntoView?.({ block: 'center' })
  }, [])
  const chosen = accounts.data?.find((one) => String(one.id) === form.values.settlementAccount) ?? null
  const needsReason = trade.trade.paid !== 0
  const lacksReason = needsReason && reason.trim() === ''
  const save = async () => {
    setTried(true)
    if (lacksReason) return
    setBusy(true)
    setFailure(null)
    try {
      await edit.save(reason.trim())
      onSaved()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Stack gap="lg">
      {failure !== null && (
        <Banner tone="error">
          {sentenceOf(failure, FAILED)} {staleWay(failure, () => void edit.reload())}
        </Banner>
      )}
      <p ref={start} className={css.lead}>
        Nothing is saved yet. This is what correcting {side === 'buy' ? 'buy' : 'sale'}{' '}
        <strong>{deal}</strong> would change. <PaidStays trade={trade.trade} net={preview.figures.netValue} />
      </p>
      <Section title="This trade">
        <DifferenceTable label="This trade" rows={ownDifferences(trade, form.values, preview, chosen)} />
      </Section>
      <Consequences dryRun={preview} self={id} />
      <TextArea
        label="Reason"
        help="Saved in the audit history"
        required={needsReason}
        error={tried && lacksReason ? 'Enter the reason: this trade has been paid.' : undefined}
        value={reason}
        onChange={setReason}
        disabled={busy}
      />
      <DialogActions>
        <Button variant="default" disabled={busy} onClick={edit.back}>
          Back
        </Button>
        <Button data-autofocus loading={busy} onClick={() => void save()}>
          Save correction
        </Button>
      </DialogActions>
    </Stack>
  )
}

import { type OpeningDetail, openings } from '@em/contract/openings/openings'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { notify } from '../../ui/notify.tsx'
import css from './Openings.module.css'

const FAILED = 'The opening balances could not be removed. Please try again.'

interface RemoveBalancesProps {
  detail: OpeningDetail
  /** The entry that the person sees; another one in between is refused. */
  entryId: number
  onClose: () => void
}

/** Asks, and reverses the opening balances as a whole. */
export function RemoveBalances({ detail, entryId, onClose }: RemoveBalancesProps) {
  const remove = useWrite(openings.removeBalances)
  const removeOnce = useOnce(remove.mutateAsync)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async () => {
    try {
      await removeOnce({ params: { portfolio: detail.portfolioId }, query: { entry: entryId } })
      notify.success('Opening balances removed.')
      onClose()
    } catch (error) {
      setFailure(problemOf(error, FAILED))
    }
  }
  return (
    <Modal opened onClose={onClose} title="Remove opening balances?">
      <Stack gap="lg">
        <p className={css.lead}>
          Journal entry {entryId} of {detail.portfolio} is reversed on its own date. Opening positions stay.
          The entry and its reversal remain in the ledger.
        </p>
        {failure !== null && <Banner tone="error">{failure}</Banner>}
        <DialogActions>
          <Button variant="default" data-autofocus onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => void confirm()}>
            Remove
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

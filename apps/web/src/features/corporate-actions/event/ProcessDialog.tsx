import {
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { formatDate } from '../../../lib/dates.ts'
import { kindInSentence } from '../form/kinds.ts'
import { ActDialog } from './ActDialog.tsx'

interface ProcessDialogProps {
  action: CorporateActionDetail
  onClose: () => void
}

/** Why an event cannot be processed yet; null where it can. */
function blockedBy({ kind, is_due, dates }: CorporateActionDetail): string | null {
  if (is_due) return null
  return dates.ex === null
    ? `It can be processed once its ${KINDS[kind].ex} is known.`
    : `It can be processed from ${formatDate(dates.ex)} on. This is what it would do.`
}

/** Processes an event, after a preview of what that does. */
export function ProcessDialog({ action, onClose }: ProcessDialogProps) {
  return (
    <ActDialog
      action={action}
      route={corporateActions.process}
      words={{
        title: `Process ${action.title}`,
        lead: `The ${kindInSentence(action.kind)} is brought into the books of every portfolio below, at once. It can be reversed later.`,
        button: 'Process',
        at: 'Processing',
        done: 'is processed',
        failed: 'It could not be processed. Please try again.',
      }}
      blocked={blockedBy(action)}
      bodyOf={always}
      onClose={onClose}
    />
  )
}

const EMPTY = {}
const always = () => EMPTY

import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { KINDS, outlasts } from '@em/contract/corporate-actions/kinds'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { ActDialog } from './ActDialog.tsx'

interface TakeBackDialogProps {
  action: CorporateActionDetail
  onClose: () => void
}

/** A preview needs no reason yet. */
const PREVIEW_BODY = { reason: 'Preview' }
const previewBodyOf = () => PREVIEW_BODY
const reasonNeeded = ({ reason = '' }: Record<string, string>) => ({
  reason: reason.trim() === '' ? 'Reason is required.' : null,
})
const bodyOf = ({ reason = '' }: Record<string, string>) => ({
  reason: reason.trim() === '' ? null : reason.trim(),
})
const START = { reason: '' }

/** Takes an event out of the books again, and says why. */
export function ReverseDialog({ action, onClose }: TakeBackDialogProps) {
  return (
    <ActDialog
      action={action}
      route={corporateActions.reverse}
      words={{
        title: `Reverse ${action.title}`,
        lead: `Its entries stay in the ledger; entries with exchanged sides cancel them. The event is then announced as before.${
          outlasts(KINDS[action.kind])
            ? ' Elections, allotments and refunds are kept, and applied when it is processed again; they can be taken out before.'
            : ''
        }`,
        button: 'Reverse',
        at: 'Reversing',
        done: 'is reversed',
        failed: 'It could not be reversed. Please try again.',
      }}
      start={START}
      validate={reasonNeeded}
      bodyOf={bodyOf}
      previewBodyOf={previewBodyOf}
      danger
      onClose={onClose}
    >
      {() => (
        <TextField name="reason" label="Reason" required maxLength={500} help="Saved in the audit history" />
      )}
    </ActDialog>
  )
}

interface TakeOutDialogProps extends TakeBackDialogProps {
  entitlements: readonly Entitlement[]
}

const ALL = 'all'

/** Takes out what portfolios elected, were allotted and were refunded, before the event is processed again. */
export function TakeOutDialog({ action, entitlements, onClose }: TakeOutDialogProps) {
  const isApplication = KINDS[action.kind].allots?.applied === 'entitled'
  const rows = entitlements.filter(
    (row) => row.subscribed + row.sold + row.lapsed + row.additional + row.allotted > 0 || isApplication,
  )
  const bodyOf = ({ portfolio = ALL, reason = '' }: Record<string, string>) => ({
    portfolios: portfolio === ALL ? ('all' as const) : [portfolio],
    reason: reason.trim() === '' ? null : reason.trim(),
  })
  return (
    <ActDialog
      action={action}
      route={corporateActions.takeOut}
      words={{
        title: `Take out: ${action.title}`,
        lead: 'What was elected, allotted and refunded is not applied when the event is processed. It can be recorded anew.',
        button: 'Take Out',
        at: 'Taking out',
        done: 'is free of what was taken out',
        failed: 'It could not be taken out. Please try again.',
      }}
      start={{ portfolio: ALL, reason: '' }}
      validate={reasonNeeded}
      bodyOf={bodyOf}
      previewBodyOf={(values) => ({ ...bodyOf(values), ...PREVIEW_BODY })}
      brief
      danger
      size="lg"
      onClose={onClose}
    >
      {() => (
        <>
          <SelectField
            name="portfolio"
            label="Portfolio"
            required
            searchable
            options={[
              { value: ALL, label: 'All of them' },
              ...rows.map(({ portfolioId, portfolioName }) => ({
                value: portfolioId,
                label: `${portfolioName} (${portfolioId})`,
              })),
            ]}
          />
          <TextField
            name="reason"
            label="Reason"
            required
            maxLength={500}
            help="Saved in the audit history"
          />
        </>
      )}
    </ActDialog>
  )
}

/** Cancels an event: it will not take place. */
export function CancelDialog({ action, onClose }: TakeBackDialogProps) {
  const isBooked = action.state === 'entitled' || action.state === 'processed'
  return (
    <ActDialog
      action={action}
      route={corporateActions.cancel}
      words={{
        title: `Cancel ${action.title}`,
        lead: isBooked
          ? 'What is in the books of it is reversed, and it takes no part in anything later.'
          : 'It is not in the books. It stays in the list as cancelled.',
        button: 'Cancel event',
        at: 'Cancelling',
        done: 'is cancelled',
        failed: 'It could not be cancelled. Please try again.',
      }}
      start={START}
      {...(isBooked ? { validate: reasonNeeded } : {})}
      bodyOf={bodyOf}
      previewBodyOf={previewBodyOf}
      danger
      onClose={onClose}
    >
      {() => (
        <TextField
          name="reason"
          label="Reason"
          required={isBooked}
          maxLength={500}
          help="Saved in the audit history"
        />
      )}
    </ActDialog>
  )
}

import { attachments } from '@em/contract/attachments/attachments'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../../lib/dates.ts'
import { useWrite } from '../../../lib/query.ts'
import { goTo } from '../../../links/tabs.ts'
import { confirmDelete } from '../../../ui/Dialog.tsx'
import { FactPairs } from '../../../ui/Facts.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Attachments } from '../../attachments/Attachments.tsx'
import { RECONCILIATIONS } from '../record/address.ts'
import { REFERENCE_NAMES, titleOf } from '../record/lines.ts'
import recordCss from '../record/Record.module.css'
import type { OneReconciliation } from '../record/useReconciliation.ts'
import { History } from './History.tsx'

/** Particulars, notes, files, history, and the way to delete it. */
export function Details({
  one,
  closed,
  onDetails,
}: {
  one: OneReconciliation
  closed: boolean
  onDetails: () => void
}) {
  const remove = useWrite(reconciliation.remove)
  const ask = async () => {
    const agreed = await confirmDelete({
      question: 'Delete this reconciliation with its statements and matches?',
      name: titleOf(one),
    })
    if (!agreed) return
    try {
      await remove.mutateAsync({ params: { id: one.id } })
      notify.success('Reconciliation deleted.')
      goTo(...RECONCILIATIONS)
    } catch (error) {
      notify.error('The reconciliation could not be deleted', error)
    }
  }
  const facts: [string, ReactNode][] = [
    ['Reference', [REFERENCE_NAMES[one.referenceType], one.referenceNumber].filter(Boolean).join(' ')],
    ['Ledger covered until', formatDate(one.coveredUntil)],
    ['Begun by', `${one.createdBy}, ${formatMoment(one.createdAt)}`],
    ['Notes', one.notes ?? '–'],
    ...(one.explanation === null ? [] : ([['Explanation', one.explanation]] as [string, ReactNode][])),
  ]
  const signed = one.history.some((event) => event.action === 'signed-off')
  return (
    <Stack gap="lg">
      <Section
        title="Details"
        actions={
          !closed && (
            <>
              {!signed && (
                <Button variant="default" color="red" loading={remove.isPending} onClick={() => void ask()}>
                  Delete Reconciliation
                </Button>
              )}
              <Button variant="default" onClick={onDetails}>
                Edit Details
              </Button>
            </>
          )
        }
      >
        <FactPairs className={recordCss.facts} facts={facts} />
      </Section>
      <IfMay call={attachments.list}>
        <Attachments ownerKind="reconciliation" ownerId={one.id} readOnly={one.status === 'reconciled'} />
      </IfMay>
      <Section title="History">
        <History one={one} />
      </Section>
    </Stack>
  )
}

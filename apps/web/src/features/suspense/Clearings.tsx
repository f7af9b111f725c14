import { type SuspenseClearing, suspenseItems } from '@em/contract/suspense/suspense'
import { Anchor, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './Suspense.module.css'
import { itemKey, useClearings } from './suspense-items.ts'

/** The clearings on Suspense, the latest first, each with its undo. */
export function Clearings() {
  const { list, rows, total } = useClearings()
  const [undoing, setUndoing] = useState<SuspenseClearing | null>(null)
  const failure = loadFailure(list, 'Failed to load what was cleared')
  if (rows === undefined) {
    return <Section card>{failure === null ? <Skeletons rows={6} /> : <ErrorState {...failure} />}</Section>
  }
  if (rows.length === 0) {
    return (
      <Section card>
        <EmptyState
          title="Nothing has been cleared yet"
          action={
            <Button variant="default" onClick={() => changeHashQuery({ view: 'suspense' })}>
              Show open items
            </Button>
          }
        >
          Items that are cleared together, or by an entry that names them, are listed here.
        </EmptyState>
      </Section>
    )
  }
  return (
    <Section card>
      <SmallTable label="Cleared items">
        <thead>
          <tr>
            <th>Cleared</th>
            <th>Items</th>
            <th data-right data-optional>
              Amount (LKR)
            </th>
            <th data-optional>By</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <DateText value={row.recorded_at} time />
              </td>
              <td data-wrap>
                <ul className={css.items}>
                  {row.items.map((item) => (
                    <li key={itemKey(item)}>
                      <Anchor
                        inherit
                        component="button"
                        type="button"
                        onClick={() => changeHashQuery({ entry: String(item.entry_id) })}
                      >
                        {item.entry_id}
                      </Anchor>{' '}
                      {item.description}, {formatDate(item.date)}: <Amount value={item.cleared} />{' '}
                      {item.debit > 0 ? 'DR' : 'CR'}
                    </li>
                  ))}
                </ul>
              </td>
              <td data-right data-optional>
                <Amount value={row.amount} />
              </td>
              <td data-optional>{row.recorded_by}</td>
              <td data-wrap>
                {row.undone_at !== null ? (
                  <>
                    <Status tone="quiet">Undone</Status> by {row.undone_by}
                    {row.reason !== null && `: ${row.reason}`}
                  </>
                ) : (
                  <>
                    {row.reversed && <Status tone="warn">Entry reversed</Status>}
                    <IfMay call={suspenseItems.undo}>
                      <Button size="compact-sm" variant="default" onClick={() => setUndoing(row)}>
                        Undo
                      </Button>
                    </IfMay>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {list.hasNextPage && (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more of {total.toLocaleString('en-LK')}
        </Button>
      )}
      <Modal opened={undoing !== null} onClose={() => setUndoing(null)} title="Undo the clearing">
        {undoing !== null && <UndoForm clearing={undoing} onClose={() => setUndoing(null)} />}
      </Modal>
    </Section>
  )
}

function UndoForm({ clearing, onClose }: { clearing: SuspenseClearing; onClose: () => void }) {
  const form = useForm({ initialValues: { reason: '' } })
  const undo = useWrite(suspenseItems.undo)
  return (
    <FormShell
      form={form}
      sticky={false}
      saveLabel="Undo"
      savingLabel="Undoing"
      failed="The clearing could not be undone. Please try again."
      actions={<CancelButton />}
      onSubmit={async (body) => {
        await undo.mutateAsync({ params: { id: clearing.id }, body })
        notify.success('The clearing is undone. Its items are open again.')
        onClose()
      }}
    >
      <p>
        {clearing.items.length.toLocaleString('en-LK')} items are open again, for{' '}
        <Amount value={clearing.amount} unit="LKR" /> on each side. No entry is changed.
      </p>
      <TextField name="reason" label="Reason" maxLength={500} />
    </FormShell>
  )
}

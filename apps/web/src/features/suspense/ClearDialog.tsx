import { type SuspenseItem, suspenseItems } from '@em/contract/suspense/suspense'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../../lib/api.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { AmountField } from '../journal/entry/AmountField.tsx'
import { plainAmount } from '../journal/entry/entry-values.ts'
import css from './Suspense.module.css'
import { itemKey } from './suspense-items.ts'

const WAIT_MS = 250

interface ClearDialogProps {
  /** The items that belong together; null keeps the dialog shut. */
  items: readonly SuspenseItem[] | null
  onClose: () => void
  onDone: () => void
}

/** Clears items together, in part too, and shows before what stays open. */
export function ClearDialog({ items, onClose, onDone }: ClearDialogProps) {
  return (
    <Modal opened={items !== null} onClose={onClose} title="Clear together" size="xl">
      {items !== null && <Content items={items} onClose={onClose} onDone={onDone} />}
    </Modal>
  )
}

interface ContentProps extends Omit<ClearDialogProps, 'items'> {
  items: readonly SuspenseItem[]
}

function Content({ items, onClose, onDone }: ContentProps) {
  // The oldest is cleared first.
  const sorted = items.toSorted((a, b) => a.date.localeCompare(b.date) || a.entry_id - b.entry_id)
  const form = useForm({ initialValues: { items: sorted.map(() => ({ amount: '' })) } })
  const bodyOf = ({ items: parts }: typeof form.values) => ({
    items: sorted.map(({ entry_id, line_no }, index) => {
      const amount = parts[index]?.amount ?? ''
      return { entry_id, line_no, amount: amount === '' ? null : plainAmount(amount) }
    }),
  })
  const [asked] = useDebouncedValue(bodyOf(form.values), WAIT_MS)
  const preview = useQuery({
    queryKey: ['suspense', 'clear-preview', asked],
    queryFn: ({ signal }) => call(suspenseItems.clear, { body: asked, query: { dryRun: '1' }, signal }),
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
    retry: false,
    placeholderData: (previous) => previous,
  })
  const write = useWrite(suspenseItems.clear)
  const after = preview.isError ? undefined : preview.data?.data
  const left = new Map((after?.items ?? []).map((row) => [itemKey(row), row]))
  return (
    <FormShell
      form={form}
      sticky={false}
      saveLabel="Clear together"
      savingLabel="Clearing"
      failed="The items could not be cleared. Please try again."
      actions={<CancelButton />}
      onSubmit={async (values) => {
        const { data } = await write.mutateAsync({ body: bodyOf(values) })
        notify.success(`LKR ${data.amount.toLocaleString('en-LK', { minimumFractionDigits: 2 })} cleared.`)
        onDone()
        onClose()
      }}
    >
      <Text size="sm">
        The oldest items are cleared first. Enter an amount to clear only a part of an item; the amounts of
        both sides must then agree.
      </Text>
      <SmallTable label="Items to clear together" tall>
        <thead>
          <tr>
            <th>Item</th>
            <th data-right data-optional>
              Open (LKR)
            </th>
            <th data-right>Clear (LKR)</th>
            <th data-right>Stays open (LKR)</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row, index) => {
            const stays = left.get(itemKey(row))
            return (
              <tr key={itemKey(row)}>
                <td data-wrap>
                  <DateText value={row.date} /> {row.description}
                  <Text size="xs" c="dimmed">
                    Entry {row.entry_id}, {row.portfolioName ?? 'no portfolio'}
                  </Text>
                </td>
                <td data-right data-optional>
                  <Sided row={row} />
                </td>
                <td data-right>
                  <div className={css.amount}>
                    <AmountField
                      name={`items.${index}.amount`}
                      label={`Clear of entry ${row.entry_id}`}
                      placeholder={formatNumber(clearedOf(row, stays), { decimals: 2 })}
                    />
                  </div>
                </td>
                <td data-right>{stays === undefined ? '–' : <Sided row={stays} />}</td>
              </tr>
            )
          })}
        </tbody>
      </SmallTable>
      {preview.isError && (
        <Banner tone="error">{messageOf(preview.error, 'The items cannot be cleared together.')}</Banner>
      )}
      <WillWait preview={preview.data} />
      {after !== undefined && (
        <Text size="sm" role="status">
          Clears <Amount value={after.amount} unit="LKR" /> on each side.{' '}
          {after.items.every((row) => row.open_debit + row.open_credit === 0)
            ? 'No item stays open.'
            : 'What the other side does not cover stays open.'}
        </Text>
      )}
    </FormShell>
  )
}

/** The cleared amount of an item while none is entered: that of the preview, before there is one all that is open. */
function clearedOf(row: SuspenseItem, stays: SuspenseItem | undefined): string {
  const left = stays === undefined ? 0 : stays.open_debit + stays.open_credit
  return sumOf([row.open_debit + row.open_credit, -left])
}

/** The open amount, with its side. */
export function Sided({ row }: { row: Pick<SuspenseItem, 'open_debit' | 'open_credit'> }) {
  const amount = row.open_debit + row.open_credit
  return (
    <>
      <Amount value={amount} /> {amount === 0 ? '' : row.open_debit > 0 ? 'DR' : 'CR'}
    </>
  )
}

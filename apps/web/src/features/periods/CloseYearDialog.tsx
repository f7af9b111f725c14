import { type Entity, periods } from '@em/contract/periods/periods'
import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call, messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { ValuationBanner } from '../valuation/note/ValuationBanner.tsx'
import css from './Periods.module.css'

interface CloseYearDialogProps {
  entity: Entity
  yearEnd: string
  onClose: () => void
}

/** Shows the entries that a closing would post, per portfolio, and posts them. */
export function CloseYearDialog({ entity, yearEnd, onClose }: CloseYearDialogProps) {
  const sent = { params: { id: entity.id }, body: { year_end: yearEnd } }
  const preview = useQuery({
    queryKey: ['periods', 'close-preview', sent],
    queryFn: ({ signal }) => call(periods.close, { ...sent, query: { dryRun: '1' }, signal }),
    // Each answer stays an object of its own: `askedOf` finds by identity whether it would wait for approval.
    structuralSharing: false,
    retry: false,
  })
  const close = useWrite(periods.close)
  const closeOnce = useOnce(close.mutateAsync)
  const closing = preview.data?.data
  const save = async () => {
    try {
      const { data } = await closeOnce(sent)
      notify.success(
        `The year to ${formatDate(data.year_end)} of ${entity.name} is closed: ${data.portfolios.length} ${data.portfolios.length === 1 ? 'entry' : 'entries'}.`,
      )
      onClose()
    } catch (error) {
      notify.error('Failed to close the year', error)
    }
  }
  return (
    <Modal opened onClose={onClose} title={`Close the year to ${formatDate(yearEnd)}`} size="lg">
      <Stack gap="md">
        <Text size="sm">
          Income and expenses of {entity.name} go to Retained Earnings by one entry per portfolio, dated{' '}
          {formatDate(yearEnd)}. Profit and loss leaves these entries out; the fair value reserve and the fair
          value adjustment stay. The closing can be undone.
        </Text>
        {preview.isError && (
          <Banner tone="error">{messageOf(preview.error, 'The closing cannot be shown.')}</Banner>
        )}
        {closing !== undefined && (
          <ValuationBanner
            note={closing.valuation}
            books={entity.is_general ? {} : { entity: entity.name }}
            onLeave={onClose}
          />
        )}
        <WillWait preview={preview.data} />
        {preview.isPending && <Skeletons rows={6} />}
        {closing?.portfolios.map((one) => (
          <SmallTable key={one.portfolioId ?? 'none'} label={one.portfolioName ?? 'No portfolio'}>
            <thead>
              <tr>
                <th>{one.portfolioName ?? 'Entries that name no portfolio'}</th>
                <DebitCreditHead />
              </tr>
            </thead>
            <tbody>
              {one.lines.map((line) => (
                <tr key={line.account_code}>
                  <td className={css.account}>
                    {line.account_code} {line.account_name}
                  </td>
                  <DebitCredit debit={line.debit} credit={line.credit} />
                </tr>
              ))}
            </tbody>
          </SmallTable>
        ))}
        <DialogActions>
          {closing !== undefined && (
            <Text mr="auto">
              Result <Amount value={closing.result} signed unit="LKR" />
            </Text>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={closing === undefined} loading={close.isPending} onClick={() => void save()}>
            Close year
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

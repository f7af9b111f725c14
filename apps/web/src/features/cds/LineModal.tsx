import { type ComparedLine, cdsComparisons } from '@em/contract/cds/cds-comparison'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatMoment } from '../../lib/dates.ts'
import { useWrite } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FactPairs } from '../../ui/Facts.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './Cds.module.css'
import { CAUSE_WORDS, causeSentence } from './cause-texts.ts'

interface LineModalProps {
  comparison: number
  line: ComparedLine
  onClose: () => void
}

/** How a line of a comparison comes about, its trades, and the note that explains its break. */
export function LineModal({ comparison, line, onClose }: LineModalProps) {
  const form = useForm({
    initialValues: { note: line.note?.text ?? '' },
    validate: { note: (text) => (text.trim() === '' ? 'The note is required.' : null) },
  })
  const explain = useWrite(cdsComparisons.explain)
  const facts = [
    ['Held by trade date', line.held],
    ['Unsettled buys', -line.unsettled_buys],
    ['Unsettled sales', line.unsettled_sales],
    ['Settled', line.settled],
    ['Statement', line.balance],
    ['Difference', line.difference],
    ['Pledged here', line.pledged],
    ['Pledged on the statement', line.stated_pledged],
  ] as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${line.symbol} in ${line.account}`}
      size="lg"
      dirty={form.isDirty()}
    >
      <Stack gap="md">
        {line.cause !== null && (
          <Banner tone={line.note === null ? 'error' : 'warning'}>
            <strong>{CAUSE_WORDS[line.cause]}.</strong> {causeSentence(line)}
          </Banner>
        )}
        <FactPairs
          className={css.facts}
          facts={facts.map(([label, value]) => [label, <Quantity key={label} value={value} />])}
        />
        {line.trades.length > 0 && (
          <SmallTable label="Trades around the statement date">
            <thead>
              <tr>
                <th>Deal</th>
                <th>Side</th>
                <th data-right>Shares</th>
                <th data-optional>Trade date</th>
                <th>Settles</th>
                <th data-optional>Part of the difference</th>
              </tr>
            </thead>
            <tbody>
              {line.trades.map((trade) => (
                <tr key={trade.id}>
                  <td>{trade.deal_number}</td>
                  <td>{trade.side === 'buy' ? 'Buy' : 'Sell'}</td>
                  <td data-right>
                    <Quantity value={trade.quantity} />
                  </td>
                  <td data-optional>
                    <DateText value={trade.trade_date} />
                  </td>
                  <td>
                    {trade.settlement_date === null ? 'Failed' : <DateText value={trade.settlement_date} />}
                  </td>
                  <td data-optional>{trade.isCause ? 'Yes' : 'No'}</td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        )}
        {line.cause !== null && (
          <Group>
            <TabButton
              to={['Master Data Management', 'CDS Accounts']}
              query={{ account: String(line.account_id) }}
              size="compact-sm"
              variant="default"
            >
              Holdings of the account
            </TabButton>
          </Group>
        )}
        {line.note !== null && (
          <p className={css.quiet}>
            Explained by {line.note.by}, {formatMoment(line.note.at)}.
          </p>
        )}
        {line.cause === null ? (
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        ) : (
          <IfMay call={cdsComparisons.explain}>
            <FormShell
              form={form}
              sticky={false}
              saveLabel="Save note"
              savingLabel="Saving"
              failed="The note was not saved. Please try again."
              actions={<CancelButton />}
              onSubmit={async ({ note }) => {
                await explain.mutateAsync({
                  params: { id: comparison },
                  query: {},
                  body: { account: line.account_id, symbol: line.symbol, note },
                })
                notify.success(`The break of ${line.symbol} is explained.`)
                onClose()
              }}
            >
              <FormSection columns={1}>
                <WholeRow>
                  <TextArea name="note" label="Explanation" required rows={2} maxLength={500} />
                </WholeRow>
              </FormSection>
            </FormShell>
          </IfMay>
        )}
      </Stack>
    </Modal>
  )
}

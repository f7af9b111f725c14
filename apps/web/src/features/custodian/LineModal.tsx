import { type CustodianLine, custodianMessages } from '@em/contract/custodian/custodian'
import { activeEquities } from '@em/contract/equities/equities'
import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FactPairs } from '../../ui/Facts.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { PickerModal } from '../../ui/picker/PickerModal.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { SmallTable } from '../../ui/SmallTable.tsx'
import textCss from '../../ui/Text.module.css'
import css from './Custodian.module.css'
import { CAUSE_WORDS, causeSentence } from './line-texts.ts'

interface LineModalProps {
  id: number
  line: CustodianLine
  onClose: () => void
  onAccept: () => void
}

/** One line: what the custodian says, what the books have, its trades, and what can be done. */
export function LineModal({ id, line, onClose, onAccept }: LineModalProps) {
  const isHolding = line.of === 'holding'
  return (
    <Modal opened onClose={onClose} title={`${line.symbol} in ${line.account}`} size="lg">
      <Stack gap="md">
        {line.cause !== null && (
          <Banner tone={line.note !== null || line.proposal !== null ? 'warning' : 'error'}>
            <strong>{CAUSE_WORDS[line.cause]}.</strong> {causeSentence(line)}
          </Banner>
        )}
        <FactPairs className={css.facts} facts={factsOf(line)} />
        {line.trades.length > 0 && <Trades line={line} />}
        {line.accepted !== null && (
          <p className={textCss.lead}>
            {line.accepted.deal_number} was confirmed by it: {line.accepted.by},{' '}
            {formatMoment(line.accepted.at)}.
          </p>
        )}
        {line.equity_id === null && line.line !== null && (
          <Choose id={id} line={line.line} onDone={onClose} />
        )}
        {line.note !== null && (
          <p className={textCss.lead}>
            Explained by {line.note.by}, {formatMoment(line.note.at)}.
          </p>
        )}
        {isHolding && line.cause !== null ? (
          <IfMay call={custodianMessages.explain}>
            <Explain id={id} line={line} onDone={onClose} />
          </IfMay>
        ) : (
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            {line.proposal !== null && (
              <IfMay call={custodianMessages.accept}>
                <Button onClick={onAccept}>Accept</Button>
              </IfMay>
            )}
          </DialogActions>
        )}
      </Stack>
    </Modal>
  )
}

function factsOf(line: CustodianLine): [string, ReactNode][] {
  const shares = (label: string, value: number | null): [string, ReactNode] => [
    label,
    <Quantity key={label} value={value} />,
  ]
  const money = (label: string, value: number | null): [string, ReactNode] => [
    label,
    <Amount key={label} value={value} unit="LKR" />,
  ]
  const head: [string, ReactNode][] = [
    ['Message', line.type],
    ['Reference', line.reference ?? '–'],
    [line.of === 'holding' ? 'Statement of' : 'Settled on', <DateText key="date" value={line.date} />],
    ['ISIN', line.isin ?? '–'],
    shares('Custodian', line.stated),
    shares(line.of === 'holding' ? 'Here' : 'Trade', line.ours),
    shares('Difference', line.difference),
  ]
  if (line.of === 'holding') {
    return [
      ...head,
      ['Basis', line.basis === 'traded' ? 'Trade date' : 'Settled'],
      shares('Pledged at the custodian', line.stated_pledged),
      shares('Pledged here', line.pledged),
    ]
  }
  const deal = line.proposal ?? line.accepted
  return [
    ...head,
    ['Side', line.side === null ? '–' : line.side === 'buy' ? 'Receive (buy)' : 'Deliver (sell)'],
    ['Deal', deal?.deal_number ?? '–'],
    money('Amount at the custodian', line.stated_amount),
    money(line.accepted === null ? 'Outstanding here' : 'Confirmed', line.our_amount),
    ...(line.proposal === null
      ? []
      : [
          ['Found by', line.proposal.by === 'reference' ? 'Our reference' : 'Its terms'] as [
            string,
            ReactNode,
          ],
        ]),
  ]
}

function Trades({ line }: { line: CustodianLine }) {
  return (
    <SmallTable label="Trades around the statement date">
      <thead>
        <tr>
          <th>Deal</th>
          <th>Side</th>
          <th data-right>Shares</th>
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
            <td>{trade.settlement_date === null ? 'Failed' : <DateText value={trade.settlement_date} />}</td>
            <td data-optional>{trade.isCause ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function Explain({ id, line, onDone }: { id: number; line: CustodianLine; onDone: () => void }) {
  const form = useForm({
    initialValues: { note: line.note?.text ?? '' },
    validate: { note: (text) => (text.trim() === '' ? 'The note is required.' : null) },
  })
  const explain = useWrite(custodianMessages.explain)
  return (
    <FormShell
      form={form}
      sticky={false}
      saveLabel="Save note"
      savingLabel="Saving"
      failed="The note was not saved. Please try again."
      actions={<CancelButton />}
      onSubmit={async ({ note }) => {
        const body = {
          account: line.account_id,
          symbol: line.symbol,
          line: line.line,
          date: line.date,
          note,
        }
        await explain.mutateAsync({ params: { id }, query: {}, body })
        notify.success(`The difference of ${line.symbol} is explained.`)
        onDone()
      }}
    >
      <FormSection columns={1}>
        <WholeRow>
          <TextArea name="note" label="Explanation" required rows={2} maxLength={500} />
        </WholeRow>
      </FormSection>
    </FormShell>
  )
}

/** Which security a line means that is not known here; remembered for later messages. */
function Choose({ id, line, onDone }: { id: number; line: number; onDone: () => void }) {
  const [picking, pick] = useState(false)
  const equities = useRoute(activeEquities, { query: {} }, { enabled: picking })
  const choose = useWrite(custodianMessages.chooseSecurity)
  const save = async (symbol: string) => {
    pick(false)
    try {
      await choose.mutateAsync({ params: { id }, query: {}, body: { line, symbol } })
      notify.success(`The line means ${symbol}. Later messages are read so, too.`)
      onDone()
    } catch (error) {
      notify.error('The security could not be saved. Please try again.', error)
    }
  }
  return (
    <IfMay call={custodianMessages.chooseSecurity}>
      <Group>
        <Button variant="default" size="compact-sm" loading={choose.isPending} onClick={() => pick(true)}>
          Choose the security
        </Button>
      </Group>
      <PickerModal
        opened={picking}
        onClose={() => pick(false)}
        title="Which security is it?"
        items={securityItems(equities.data)}
        noun={{ one: 'security', many: 'securities' }}
        loading={equities.isPending}
        onPick={({ key }) => void save(key)}
      />
    </IfMay>
  )
}

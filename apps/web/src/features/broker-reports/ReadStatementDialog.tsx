import type { BalanceSide, StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../lib/numerals.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { ReadingView } from '../sheets/ReadingView.tsx'
import { StatementFile } from '../sheets/StatementFile.tsx'
import type { StatementWords } from '../sheets/statement-texts.ts'
import { useStatementFile } from '../sheets/useStatementFile.ts'
import {
  inBrokersView,
  recalledColumns,
  recalledSide,
  rememberColumns,
  rememberSide,
  STATED_AS,
} from './brokers-view.ts'

const WORDS: StatementWords = {
  debits: 'Debits',
  credits: 'Credits',
  above: { in: 'Owed to us (credit)', out: 'Owed to the broker (debit)' },
  fields: {
    moneyIn: 'Credit (owed to us)',
    moneyOut: 'Debit (owed to the broker)',
    bankId: "Broker's Own Number",
  },
  lines: 'Lines to compare',
  view: 'as the broker sees us: debits and positive balances are what we owe the broker',
  sender: 'broker',
  unread: 'will not be compared',
}

interface ReadStatementDialogProps {
  broker: string
  onClose: () => void
  /** The statement in the broker's view. */
  onRead: (reading: StatementReading) => void
}

/** Reads a broker's statement from a file, and asks what it leaves open and how its balances are stated. */
export function ReadStatementDialog({ broker, onClose, onRead }: ReadStatementDialogProps) {
  const [recalled] = useState(() => recalledSide(broker))
  const [columns] = useState(() => recalledColumns(broker))
  const file = useStatementFile({
    balanceIs: recalled ?? 'in',
    ...(columns === null ? {} : { remembered: columns }),
  })
  const { missing, ready } = file
  const reading = file.reading === null ? null : inBrokersView(file.reading)
  const hasBalances =
    reading !== null &&
    [reading.openingBalance, reading.closingBalance, ...reading.lines.map(({ balance }) => balance)].some(
      (balance) => balance !== null,
    )
  const why =
    file.reading?.balanceFrom === 'lines'
      ? 'Detected from how the balances change from line to line.'
      : file.side !== null
        ? `As you chose; the next statement of ${broker} begins with it.`
        : recalled === null
          ? 'As a bank states them: the file does not show it. Please check.'
          : `As chosen last for ${broker}: the file does not show it.`
  const choose = (side: BalanceSide) => {
    rememberSide(broker, side)
    file.takeBalances(side)
  }
  return (
    <Modal opened onClose={onClose} title="Read a Statement" size="80rem" dirty={file.mapped}>
      <Stack gap="md">
        <StatementFile work={file} words={WORDS} />
        {ready && hasBalances && file.reading !== null && (
          <SelectField
            label="Balances are stated as"
            required
            help={why}
            options={Object.entries(STATED_AS).map(([value, label]) => ({ value, label }))}
            value={file.reading.balanceIs}
            onChange={(side) => choose(side as BalanceSide)}
          />
        )}
        {reading !== null && missing === null && <ReadingView reading={reading} words={WORDS} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!ready || file.busy !== null}
            onClick={() => {
              if (reading === null) return
              // The next statement of the broker is read by the same columns.
              if (reading.mapping !== null) rememberColumns(broker, reading.mapping)
              onRead(reading)
              onClose()
            }}
          >
            {ready && reading !== null ? `Use ${counted(reading.lines.length, 'Line')}` : 'Use Lines'}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}

import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../lib/numerals.ts'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { PlainForm } from '../../../ui/form/PlainForm.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import css from '../document/TradeReport.module.css'
import type { Choices } from './TermsPart.tsx'
import { type ContractLines, type Part, splitFault } from './useRecording.ts'

const PARTS_MAX = 100
const EMPTY: Part = { portfolioId: '', quantity: '' }

interface SplitDialogProps {
  contract: ContractLines
  parts: readonly Part[] | undefined
  choices: Choices
  /** Undefined: the contract goes to one portfolio. */
  onSplit: (parts: readonly Part[] | undefined) => void
  onClose: () => void
}

/** Splits one contract over portfolios: the parts must come to it. */
export function SplitDialog({ contract, parts: before, choices, onSplit, onClose }: SplitDialogProps) {
  const [parts, setParts] = useState<readonly Part[]>(before ?? [EMPTY, EMPTY])
  const [asked, setAsked] = useState(false)
  const { first, quantity, line } = contract
  const fault = splitFault(parts, quantity)
  const change = (at: number, news: Partial<Part>) =>
    setParts((all) => all.map((part, index) => (index === at ? { ...part, ...news } : part)))
  const name = first.contractNo === '' ? `line ${line}` : `contract ${first.contractNo}`
  const save = () => {
    setAsked(true)
    if (fault !== null) return
    onSplit(parts)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Split ${name}`}
      size="lg"
      dirty={parts !== before && parts.some((part) => part.quantity !== '')}
    >
      <PlainForm onSubmit={save}>
        <Stack gap="sm">
          <Text size="sm">
            {first.buySell === 'B' ? 'Purchase' : 'Sale'} of {formatNumber(quantity, { decimals: 0 })}{' '}
            {first.companySymbol}. Gross and fees are split by shares, to the cent.
          </Text>
          {parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name.
            <div key={at} className={css.row}>
              <div className={css.grow}>
                <SelectField
                  label={`Portfolio ${at + 1}`}
                  required
                  searchable
                  options={choices.portfolios}
                  value={part.portfolioId}
                  onChange={(portfolioId) => change(at, { portfolioId })}
                />
              </div>
              <NumberField
                label={`Shares ${at + 1}`}
                required
                whole
                value={part.quantity}
                onChange={(typed) => change(at, { quantity: typed })}
              />
              {parts.length > 2 && (
                <Button
                  variant="default"
                  aria-label={`Remove part ${at + 1}`}
                  onClick={() => setParts((all) => all.filter((_, index) => index !== at))}
                >
                  Remove
                </Button>
              )}
            </div>
          ))}
          <Group justify="space-between">
            <Button
              size="compact-sm"
              variant="default"
              disabled={parts.length >= PARTS_MAX}
              onClick={() => setParts((all) => [...all, EMPTY])}
            >
              Add a portfolio
            </Button>
            <Text size="sm" role={asked ? 'alert' : 'status'} c={asked && fault !== null ? 'red' : 'dimmed'}>
              {fault ?? 'The parts come to the contract.'}
            </Text>
          </Group>
          <DialogActions>
            {before !== undefined && (
              <Button
                variant="default"
                onClick={() => {
                  onSplit(undefined)
                  onClose()
                }}
              >
                Remove the split
              </Button>
            )}
            <CancelButton />
            <Button type="submit">Split</Button>
          </DialogActions>
        </Stack>
      </PlainForm>
    </Modal>
  )
}

import type { ReturnShown } from '@em/contract/holdings/holdings'
import { Anchor, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useOpens } from '../../../links/offered.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { StatCard } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { partsOf, type ReturnOf } from './parts.ts'

/** The card of the total return of a portfolio, or of all; its figure opens the parts. Undefined while loading. */
export function TotalReturnCard({
  shown,
  of,
  decimals = 2,
}: {
  shown: ReturnShown | undefined
  of: ReturnOf
  /** 0 on the Dashboard, whose money has none. */
  decimals?: 0 | 2
}) {
  const [opened, open] = useState(false)
  return (
    <>
      <StatCard
        label="Total Return (LKR)"
        loading={shown === undefined}
        value={
          <UnstyledButton
            onClick={() => open(true)}
            title="Show the parts"
            fz="inherit"
            fw="inherit"
            aria-haspopup="dialog"
          >
            <Amount value={shown?.total} decimals={decimals} signed />
          </UnstyledButton>
        }
        note={
          shown !== undefined && (
            <>
              Since the first trade: gains and dividends, less fees
              {shown.financing === 0 && shown.heldFinancing === 0 ? '' : ', cost of funds'} and tax.{' '}
              <Anchor component="button" type="button" fz="inherit" onClick={() => open(true)}>
                Parts
              </Anchor>
            </>
          )
        }
      />
      <TotalReturnModal shown={opened ? shown : undefined} of={of} onClose={() => open(false)} />
    </>
  )
}

interface ModalProps {
  /** Undefined keeps the dialog shut. */
  shown: ReturnShown | undefined
  of: ReturnOf
  onClose: () => void
}

const nameOf = ({ symbol }: ReturnOf) => (symbol === undefined ? 'Total return' : `Total return of ${symbol}`)

/** How a total return comes about, in a dialog of its own. */
export function TotalReturnModal({ shown, of, onClose }: ModalProps) {
  const last = useLast(shown ?? null)
  return (
    <Modal opened={shown !== undefined} onClose={onClose} title={nameOf(of)} size="lg">
      {last !== null && <ReturnTable shown={last} of={of} />}
    </Modal>
  )
}

/** How a total return comes about: part by part, each with the screen that it is read from. */
export function ReturnTable({ shown, of }: { shown: ReturnShown; of: ReturnOf }) {
  const opens = useOpens()
  return (
    <SmallTable label={nameOf(of)}>
      <caption>
        LKR, since the first trade
        {of.symbol === undefined ? ', of all that was bought' : ', shares that were sold included'}.
      </caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" data-right>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {partsOf(shown, of).map((part) => (
          <tr key={part.label}>
            <th scope="row" data-wrap>
              {opens(...part.to) ? (
                <Anchor fz="inherit" href={hrefOf(...part.to, part.query)}>
                  {part.label}
                </Anchor>
              ) : (
                part.label
              )}
            </th>
            <td data-right>
              <Amount value={part.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total return</th>
          <td data-right>
            <Amount value={shown.total} signed />
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  )
}

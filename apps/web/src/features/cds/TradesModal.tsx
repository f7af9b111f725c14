import { cds, type PlacedEvent } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { histories } from '@em/contract/histories/histories'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '../../lib/api.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { HistoryButton } from '../../registers/RecordHistory.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './Cds.module.css'

interface TradesModalProps {
  /** The code. */
  portfolio: string
  portfolioName: string
  symbol: string
  onClose: () => void
}

/** "opening" -> "Opening". */
const kindOf = (event: PlacedEvent) => event.kind.charAt(0).toUpperCase() + event.kind.slice(1)

/** The trades of a portfolio in a security, each with its CDS account, to be placed in another one. */
export function TradesModal({ portfolio, portfolioName, symbol, onClose }: TradesModalProps) {
  const query = useRoute(cds.events, { query: { portfolio, symbol } })
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${symbol} in ${portfolioName}: CDS accounts of its trades`}
      size="lg"
    >
      <Loaded query={query} failed="Failed to load the trades">
        {(events) => <Placing events={events} portfolio={portfolio} onClose={onClose} />}
      </Loaded>
    </Modal>
  )
}

function Placing({
  events,
  portfolio,
  onClose,
}: {
  events: readonly PlacedEvent[]
  portfolio: string
  onClose: () => void
}) {
  const accounts = useRoute(cdsAccounts.routes.list, { query: {} })
  const save = useWrite(cds.place)
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const [account, setAccount] = useState('')
  const [quantity, setQuantity] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const options = (accounts.data ?? [])
    .filter((one) => one.portfolios.split(', ').includes(portfolio))
    .map((one) => ({ value: String(one.id), label: `${one.account}, ${one.holder_name}` }))
  const toggle = (id: number) =>
    choose((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const savePlacements = async () => {
    setProblem(null)
    try {
      const { placed } = await save.mutateAsync({
        query: {},
        body: {
          ids: [...chosen],
          account: account === '' ? null : Number(account),
          quantity: account === '' || quantity === '' ? null : quantity,
        },
      })
      notify.success(`${counted(placed, 'trade')} placed.`)
      choose(new Set())
      setQuantity('')
    } catch (error) {
      setProblem(problemOf(error, 'The trades were not placed. Please try again.'))
    }
  }
  return (
    <Stack gap="md">
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <SmallTable label="Trades" tall>
        <thead>
          <tr>
            <th aria-label="Choose" />
            <th>Date</th>
            <th>Kind</th>
            <th data-optional>Deal</th>
            <th data-right>Shares</th>
            <th>CDS account</th>
            <th aria-label="History" />
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td>
                <Checkbox
                  size="xs"
                  checked={chosen.has(event.id)}
                  onChange={() => toggle(event.id)}
                  aria-label={`Choose ${event.deal_number ?? kindOf(event)}`}
                />
              </td>
              <td>
                <DateText value={event.date} />
              </td>
              <td>{kindOf(event)}</td>
              <td data-optional>{event.deal_number ?? ''}</td>
              <td data-right>
                <Quantity value={event.quantity} />
              </td>
              <td data-wrap>
                {event.account ?? '–'}
                {event.placed_quantity !== null && (
                  <>
                    {' '}
                    (<Quantity value={event.placed_quantity} /> of them)
                  </>
                )}
                {!event.isPlaced && event.account !== null && ', main account'}
              </td>
              <td>
                <HistoryButton
                  of={{ ...histories.cdsPlacements, params: { id: event.id } }}
                  name={`the placement of ${event.deal_number ?? kindOf(event)}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <Group align="end" gap="sm">
        <div className={css.wide}>
          <SelectField
            label="Place in"
            placeholder="The main account of the portfolio"
            value={account}
            onChange={setAccount}
            options={options}
          />
        </div>
        {chosen.size === 1 && account !== '' && (
          <NumberField
            label="Shares"
            whole
            placeholder="All of them"
            value={quantity}
            onChange={setQuantity}
            help="Only a part of the trade"
          />
        )}
      </Group>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button disabled={chosen.size === 0} loading={save.isPending} onClick={() => void savePlacements()}>
          {chosen.size === 0 ? 'Place trades' : `Place ${counted(chosen.size, 'trade')}`}
        </Button>
      </DialogActions>
    </Stack>
  )
}

import {
  type OpeningBalances,
  type OpeningDetail,
  type OpeningLot,
  openings,
} from '@em/contract/openings/openings'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { hrefOf } from '../../links/tabs.ts'
import { DebitCredit, DebitCreditHead, DebitCreditTotal } from '../../ui/DebitCredit.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import { BalancesModal } from './BalancesModal.tsx'
import { LotModal } from './LotModal.tsx'
import { lotColumns } from './lots.ts'
import { OpenItems } from './OpenItems.tsx'
import css from './Openings.module.css'
import { RemoveBalances } from './RemoveBalances.tsx'
import { RemoveLot } from './RemoveLot.tsx'

interface OpeningProps {
  portfolioId: string
  onAddLots: () => void
  onItems: () => void
  onAll: () => void
}

/** The opening of one portfolio's books. */
export function Opening({ portfolioId, onAddLots, onItems, onAll }: OpeningProps) {
  const query = useRoute(openings.get, { params: { portfolio: portfolioId } })
  return (
    <Loaded query={query} failed="Failed to fetch opening balances">
      {(detail) => <Detail detail={detail} onAddLots={onAddLots} onItems={onItems} onAll={onAll} />}
    </Loaded>
  )
}

function Detail({
  detail,
  onAddLots,
  onItems,
  onAll,
}: Omit<OpeningProps, 'portfolioId'> & { detail: OpeningDetail }) {
  const [editing, edit] = useState<OpeningLot | null>(null)
  const [removing, remove] = useState<OpeningLot | null>(null)
  const [entering, enter] = useState(false)
  const [takingBack, takeBack] = useState(false)
  const may = useMay()
  const all = useAllPortfolios()
  const { balances, positions } = detail
  return (
    <Stack gap="lg">
      <Stats>
        <StatCard
          label="Opening date"
          value={detail.openingDate === null ? 'Not set' : <DateText value={detail.openingDate} />}
          note={
            detail.openingDate === null
              ? 'Set by the first lot, balance or open item'
              : 'The first day of the books'
          }
        />
        <StatCard
          label="Opening positions (LKR)"
          value={<Amount value={detail.cost} />}
          note={`${detail.lots.toLocaleString('en-LK')} ${detail.lots === 1 ? 'lot' : 'lots'}`}
        />
        <StatCard label="Charges carried (LKR)" value={<Amount value={detail.charges} />} />
        <StatCard
          label="Capital (LKR)"
          value={<Amount value={detail.capital} />}
          note="Positions, balances and open items"
        />
      </Stats>
      <Section
        title="Opening positions"
        actions={
          <div className={rowsCss.tools}>
            <Button variant="default" onClick={onAll}>
              {all}
            </Button>
            {positions.length > 0 && may(openings.recordLots) && (
              <Button onClick={onAddLots}>Add Lots</Button>
            )}
          </div>
        }
      >
        <DataGrid
          id="opening-lots"
          title="Opening positions"
          noun="lots"
          rows={positions}
          columns={lotColumns}
          rowKey={(lot) => lot.id}
          {...(may(openings.changeLot) ? { onOpen: edit } : {})}
          actions={(lot) => [
            { label: 'Edit', call: openings.changeLot, onClick: () => edit(lot) },
            { label: 'Delete', call: openings.removeLot, danger: true, onClick: () => remove(lot) },
          ]}
          totalsLabel="All lots"
          empty={
            <EmptyState
              title="No opening positions"
              action={may(openings.recordLots) && <Button onClick={onAddLots}>Add Lots</Button>}
            >
              Enter or paste the lots that were held when the books began, each with the date it was bought.
            </EmptyState>
          }
          error={null}
        />
      </Section>
      <OpenItems portfolioId={detail.portfolioId} onEnter={onItems} />
      <Section
        title="Opening balances"
        card
        actions={
          <div className={rowsCss.tools}>
            {balances !== null && may(openings.removeBalances) && (
              <Button variant="default" color="red" onClick={() => takeBack(true)}>
                Remove
              </Button>
            )}
            <IfMay call={openings.saveBalances}>
              <Button variant={balances === null ? 'filled' : 'default'} onClick={() => enter(true)}>
                {balances === null ? 'Enter Balances' : 'Replace Balances'}
              </Button>
            </IfMay>
          </div>
        }
      >
        {balances === null ? (
          <EmptyState title="No opening balances">
            Cash per settlement account, loans, accrued amounts and other account balances. Enter shares as
            opening positions; what was still to be paid, received or allotted as open items.
          </EmptyState>
        ) : (
          <BalancesTable balances={balances} />
        )}
      </Section>
      <LotModal lot={editing} onClose={() => edit(null)} />
      <RemoveLot lot={removing} onClose={() => remove(null)} />
      {entering && <BalancesModal detail={detail} onClose={() => enter(false)} />}
      {takingBack && balances !== null && (
        <RemoveBalances detail={detail} entryId={balances.entryId} onClose={() => takeBack(false)} />
      )}
    </Stack>
  )
}

function BalancesTable({ balances }: { balances: OpeningBalances }) {
  const { lines } = balances
  return (
    <Stack gap="xs">
      <p className={css.quiet}>
        {balances.description} on <DateText value={balances.date} />, recorded by {balances.recorded_by},{' '}
        <Anchor
          fz="inherit"
          href={hrefOf('Accounting Entries', 'General Ledger', { entry: String(balances.entryId) })}
        >
          journal entry {balances.entryId}
        </Anchor>
      </p>
      <SmallTable label="Opening balances">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <DebitCreditHead />
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td data-wrap>
                {line.account_code} {line.account_name}
                {line.settlement_account_name !== null && `, ${line.settlement_account_name}`}
                {line.is_capital && ' (difference)'}
              </td>
              <DebitCredit debit={line.debit} credit={line.credit} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              Total of <Quantity value={lines.length} /> lines
            </th>
            <DebitCreditTotal lines={lines} />
          </tr>
        </tfoot>
      </SmallTable>
    </Stack>
  )
}

import { ENTRY_KINDS } from '@em/contract/ledger/ledger'
import { Anchor } from '@mantine/core'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount, DateText, Price, Quantity } from '../../../ui/Numbers.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import type { Trade } from '../correct/trade.ts'
import { type Difference, stepsOf } from '../correct/versions.ts'
import css from './Transactions.module.css'

/** Who recorded and changed the trade, when, why, and what became otherwise; newest first. */
export function Versions({ versions }: { versions: Trade['versions'] }) {
  return (
    <ol className={css.versions} reversed>
      {stepsOf(versions).map(({ version, change, changed }) => (
        <li key={version.version}>
          <div className={css.versionHead}>
            <span className={css.strong}>
              Version {version.version}: {change.toLowerCase()}
            </span>
            <span className={css.quiet}>
              {version.recorded_by}, <DateText value={version.recorded_at} time />
            </span>
          </div>
          {version.reason !== null && <div>Reason: {version.reason}</div>}
          {change === 'Corrected' && <Changes changed={changed} />}
        </li>
      ))}
    </ol>
  )
}

function Changes({ changed }: { changed: readonly Difference[] }) {
  if (changed.length === 0) return <p className={css.changes}>Saved again without a change to these facts.</p>
  return (
    <ul className={css.changes}>
      {changed.map(({ label, before, after }) => (
        <li key={label}>
          {label}: {before === '' ? 'empty' : before} {'\u2192'}{' '}
          <span className={css.strong}>{after === '' ? 'empty' : after}</span>
        </li>
      ))}
    </ul>
  )
}

/** The lots a sale took, oldest first; each opens its buy. */
export function LotsTaken({ lots, onOpen }: { lots: Trade['lots']; onOpen: (buy: number) => void }) {
  return (
    <SmallTable label="Lots taken" tall>
      <thead>
        <tr>
          <th scope="col">Buy</th>
          <th scope="col">Contract number</th>
          <th scope="col">Trade date</th>
          <th scope="col">Settlement date</th>
          <th scope="col" data-right>
            Price (LKR)
          </th>
          <th scope="col" data-right>
            Shares taken
          </th>
          <th scope="col" data-right>
            Cost of the lot (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {lots.map((lot) => (
          <tr key={lot.buyTransactionId}>
            <td>
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                onClick={() => onOpen(lot.buyTransactionId)}
              >
                {lot.deal_number}
              </Anchor>
            </td>
            <td>{lot.contract_number}</td>
            <td>
              <DateText value={lot.trade_date} />
            </td>
            <td>
              <DateText value={lot.settlement_date} />
            </td>
            <td data-right>
              <Price value={lot.price} />
            </td>
            <td data-right>
              <Quantity value={lot.quantity} />
            </td>
            <td data-right>
              <Amount value={lot.cost} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={5}>Total of {lots.length === 1 ? '1 lot' : `${lots.length} lots`}</td>
          <td data-right>
            <Quantity value={sumOf(lots.map((lot) => lot.quantity))} />
          </td>
          <td data-right>
            <Amount value={sumOf(lots.map((lot) => lot.cost))} />
          </td>
        </tr>
      </tfoot>
    </SmallTable>
  )
}

/** Every entry the trade has posted, also those that were reversed. */
export function Entries({ entries, onOpen }: { entries: Trade['entries']; onOpen: (entry: number) => void }) {
  return (
    <SmallTable label="Ledger entries" tall>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Date</th>
          <th scope="col">Cause</th>
          <th scope="col">Description</th>
          <th scope="col">Standing</th>
          <th scope="col" data-right>
            Amount (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <Anchor component="button" type="button" fz="inherit" onClick={() => onOpen(entry.id)}>
                Journal entry {entry.id}
              </Anchor>
            </td>
            <td>
              <DateText value={entry.date} />
            </td>
            <td>{ENTRY_KINDS[entry.kind] ?? entry.kind}</td>
            <td data-wrap>{entry.description}</td>
            <td>{standingOf(entry)}</td>
            <td data-right>
              <Amount value={entry.total} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function standingOf(entry: Trade['entries'][number]): string {
  if (entry.reversal_of !== null) return `Reverses ${entry.reversal_of}`
  if (entry.reversed_by !== null) return `Reversed by ${entry.reversed_by}`
  return 'In force'
}

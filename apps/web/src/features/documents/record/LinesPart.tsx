import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { LINE_STATES, type LineState } from '@em/core/documents/match'
import { Button, Checkbox } from '@mantine/core'
import { createContext, use, useMemo, useState } from 'react'
import { loadFailure } from '../../../lib/load-failure.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import type { Column } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Section } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import {
  FEE_COLUMNS,
  hasFeeDifference,
  type Lines,
  SIDE_COLUMN,
  STATE_COLUMN,
  STATES,
} from '../document/document.tsx'
import css from '../document/TradeReport.module.css'

type Line = DocumentLineAnswer

const ALL_COLUMNS: readonly Column<Line>[] = [
  {
    id: 'tick',
    header: 'Selected',
    untitled: true,
    value: () => null,
    cell: (line) => <LineTick line={line} />,
    width: 44,
    sortable: false,
    least: 36,
  },
  { id: 'id', header: 'Line', kind: 'number', decimals: 0, value: (line) => line.id, width: 72 },
  STATE_COLUMN,
  { id: 'tradeDate', header: 'Trade date', kind: 'date', value: (line) => line.tradeDate },
  SIDE_COLUMN,
  { id: 'symbol', header: 'Security', value: (line) => line.companySymbol, whole: true, width: 120 },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (line) => line.quantity },
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (line) => line.price },
  { id: 'contract', header: 'Contract no.', value: (line) => line.contractNo, whole: true, width: 120 },
  { id: 'client', header: 'Client account', value: (line) => line.clientAccount, width: 160 },
  { id: 'gross', header: 'Gross', unit: 'LKR', kind: 'money', value: (line) => line.grossAmount },
  ...FEE_COLUMNS.map(({ total: _total, ...column }) => column),
  { id: 'net', header: 'Net', unit: 'LKR', kind: 'money', value: (line) => line.netAmount },
  {
    id: 'deals',
    header: 'Deal in the books',
    value: (line) => line.matches.map(({ dealNumber }) => dealNumber).join(', '),
    width: 200,
  },
  {
    id: 'portfolio',
    header: 'Portfolio in the books',
    value: (line) => [...new Set(line.matches.map(({ portfolio }) => portfolio))].join(', '),
    width: 160,
    hidden: true,
  },
]
const ON_A_PHONE = new Set(['tick', 'symbol', 'quantity', 'state'])
const COLUMNS = ALL_COLUMNS.map((column) => ({ ...column, phone: ON_A_PHONE.has(column.id) }))

type Filter = LineState | 'all' | 'fees'

interface LinesPartProps {
  document: TradeDocumentDetail
  lines: Lines
  chosen: number
  /** The rest of an earlier recording is tried again: most other lines are recorded. */
  again: boolean
  onChooseAll: (() => void) | null
  onClear: () => void
  onSplit: (contract: string) => void
  /** Contracts that are split over portfolios. */
  split: ReadonlySet<string>
}

/** The lines by what the books say of them: those to record are ticked. */
export function LinesPart(props: LinesPartProps) {
  const { document, lines, chosen } = props
  const { states, proof } = document
  const [filter, setFilter] = useState<Filter>(props.again && states.new > 0 ? 'new' : 'all')
  const rows = useMemo(
    () =>
      filter === 'all'
        ? lines.data
        : lines.data?.filter((line) => (filter === 'fees' ? hasFeeDifference(line) : line.state === filter)),
    [lines.data, filter],
  )
  const chips: readonly (readonly [Filter, string, number])[] = [
    ['all', 'All', LINE_STATES.reduce((sum, state) => sum + states[state], 0)],
    ...LINE_STATES.map((state) => [state, STATES[state].label, states[state]] as const),
    ['fees', 'Fee differences', proof.different],
  ]
  return (
    <Section title="Lines">
      <p className={css.foot}>
        Contracts by state; fills of one contract make one trade.
        {states.undecided > 0 &&
          ' Undecided contracts have the number of a trade that was recorded with another broker, or are fills without contract and execution that stand there more than once. Tick those that are trades of their own.'}
      </p>
      <DataGrid
        id="trade-document-record"
        title={`Lines of ${document.fileName}`}
        noun="lines"
        rows={rows}
        columns={COLUMNS}
        rowKey={(line) => (line.id === null ? `missing ${line.matches[0]?.tradeId ?? ''}` : line.id)}
        muted={(line) => line.repeated || line.state === 'recorded'}
        error={loadFailure(lines, 'Failed to load the lines of the document')}
        actions={(line) =>
          line.contract !== null && (line.state === 'new' || line.state === 'undecided')
            ? [
                {
                  label: props.split.has(line.contract) ? 'Change the split' : 'Split over portfolios',
                  onClick: () => props.onSplit(line.contract ?? ''),
                },
              ]
            : []
        }
        filters={
          <div className={css.chips} role="group" aria-label="State">
            {chips.map(([value, label, count]) => (
              <Button
                key={value}
                size="compact-sm"
                variant={filter === value ? 'filled' : 'default'}
                aria-pressed={filter === value}
                {...(count === 0 && value !== 'all' ? { disabled: true, bg: 'transparent' } : {})}
                onClick={() => setFilter(value)}
              >
                {label} {formatNumber(count, { decimals: 0 })}
              </Button>
            ))}
          </div>
        }
        empty={<EmptyState title="No lines here">No line of the document is in this state.</EmptyState>}
        offset={380}
      />
      <div className={css.row}>
        <span className={css.foot} role="status">
          {counted(chosen, 'contract')} selected.
          {props.split.size > 0 && ` ${counted(props.split.size, 'contract')} split over portfolios.`}
        </span>
        {props.onChooseAll !== null && (
          <Button size="compact-sm" variant="default" onClick={props.onChooseAll}>
            Select all that need no decision
          </Button>
        )}
        {chosen > 0 && (
          <Button size="compact-sm" variant="default" onClick={props.onClear}>
            Clear selection
          </Button>
        )}
      </div>
    </Section>
  )
}

/** Which contracts are ticked: their fills are recorded together. */
export interface Chosen {
  has(key: string): boolean
  can(key: string): boolean
  toggle(key: string): void
}
export const ChosenContext = createContext<Chosen | null>(null)

/** The tick of a line applies to its whole contract. A line that cannot be recorded has none. */
export function LineTick({ line }: { line: DocumentLineAnswer }) {
  const chosen = use(ChosenContext)
  const { contract, id, contractNo } = line
  if (chosen === null || contract === null || !chosen.can(contract)) return null
  return (
    <Checkbox
      size="xs"
      aria-label={
        contractNo === '' ? `Select line ${id ?? ''}` : `Select contract ${contractNo}, line ${id ?? ''}`
      }
      checked={chosen.has(contract)}
      onChange={() => chosen.toggle(contract)}
    />
  )
}

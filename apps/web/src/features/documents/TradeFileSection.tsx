import { type TradeDocumentDetail, tradeDocuments } from '@em/contract/documents/trade-documents'
import type { TradeFileComparison } from '@em/contract/documents/trade-file-comparison'
import { Button } from '@mantine/core'
import { changeHashQuery } from '../../lib/hash.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded, Skeletons } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import css from './document/TradeReport.module.css'

type Row = TradeFileComparison['rows'][number]
type Fill = NonNullable<Row['here']>

const STATES = {
  equal: { label: 'Equal', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  'only-here': { label: 'Only here', tone: 'bad' },
  'only-there': { label: 'Only in the trade file', tone: 'bad' },
} as const

const FIELDS: Readonly<Record<Row['fields'][number], string>> = {
  tradeDate: 'Trade date',
  clientAccount: 'Client account',
  symbol: 'Symbol',
  side: 'Side',
  quantity: 'Quantity',
  price: 'Price',
}

/** Either fill of a row: fields in which the two are equal are shown once. */
const either = (row: Row): Fill | null => row.here ?? row.there

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'state',
    header: 'Result',
    value: ({ state }) => STATES[state].label,
    cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].label}</Status>,
    width: 168,
    phone: true,
  },
  {
    id: 'executionId',
    header: 'Execution ID',
    value: ({ executionId }) => executionId,
    width: 150,
    phone: true,
  },
  { id: 'symbol', header: 'Symbol', value: (row) => either(row)?.symbol, whole: true, phone: false },
  {
    id: 'side',
    header: 'Buy/Sell',
    value: (row) => (either(row)?.side === 'sell' ? 'Sell' : 'Buy'),
    width: 92,
    phone: false,
  },
  {
    id: 'clientAccount',
    header: 'Client Account',
    value: (row) => either(row)?.clientAccount,
    width: 150,
    hidden: true,
    phone: false,
  },
  {
    id: 'fields',
    header: 'Differing Field',
    value: ({ fields }) => fields.map((field) => FIELDS[field]).join(', '),
    width: 140,
    phone: true,
  },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: ({ here }) => here?.quantity, phone: false },
  {
    id: 'quantityThere',
    header: 'Quantity, Trade File',
    kind: 'quantity',
    value: ({ there }) => there?.quantity,
    phone: false,
  },
  {
    id: 'price',
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: ({ here }) => here?.price,
    phone: false,
  },
  {
    id: 'priceThere',
    header: 'Price, Trade File',
    unit: 'LKR',
    kind: 'price',
    value: ({ there }) => there?.price,
    phone: false,
  },
]

/** The fills of a drop copy against the trade file of the day; a difference blocks recording. */
export function TradeFileSection({ document }: { document: TradeDocumentDetail }) {
  const comparison = useRoute(tradeDocuments.comparison, { params: { id: document.id } })
  return (
    <Section title="Trade file of the day">
      <Loaded
        query={comparison}
        failed="Failed to compare with the trade file"
        skeleton={<Skeletons rows={3} />}
      >
        {(found) => <Compared found={found} />}
      </Loaded>
    </Section>
  )
}

function Compared({ found }: { found: TradeFileComparison }) {
  const { documents, equal, differs, onlyHere, onlyThere, rows, sums } = found
  if (documents.length === 0) {
    return (
      <p className={css.foot}>
        No trade file of the day is uploaded. The contracts can be recorded; fees are those of the schedule
        until a trade file or confirmation brings those charged.
      </p>
    )
  }
  const apart = differs + onlyHere + onlyThere
  return (
    <>
      <p className={css.foot}>
        {counted(equal, 'execution')} equal, {differs} different, {onlyHere} only here, {onlyThere} only in
        the trade file.
        {apart > 0 && ' Nothing is recorded until they agree. The trade file is what is booked.'}{' '}
        {documents.map(({ id, fileName }) => (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            onClick={() => changeHashQuery({ document: String(id), equity: '' })}
          >
            {fileName || `Document ${id}`}
          </Button>
        ))}
      </p>
      {apart > 0 && (
        <DataGrid
          id="trade-report-comparison"
          title="Drop copy and trade file"
          noun="executions"
          rows={rows}
          columns={COLUMNS}
          rowKey={(row) => `${row.state} ${row.line} ${row.executionId} ${row.there?.quantity}`}
          pageSize={20}
        />
      )}
      <SmallTable label="Sums by symbol and side">
        <thead>
          <tr>
            <th scope="col">Symbol</th>
            <th scope="col">Buy/Sell</th>
            <th scope="col" data-right>
              Shares
            </th>
            <th scope="col" data-right data-optional>
              Shares, trade file
            </th>
            <th scope="col" data-right>
              Gross (LKR)
            </th>
            <th scope="col" data-right data-optional>
              Gross, trade file (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ symbol, side, here, there }) => (
            <tr key={`${symbol} ${side}`}>
              <td>{symbol}</td>
              <td>{side === 'buy' ? 'Buy' : 'Sell'}</td>
              <td data-right>
                <Quantity value={here.shares} />
              </td>
              <td data-right data-optional>
                <Quantity value={there.shares} />
              </td>
              <td data-right>
                <Amount value={here.gross} />
              </td>
              <td data-right data-optional>
                <Amount value={there.gross} />
              </td>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </>
  )
}

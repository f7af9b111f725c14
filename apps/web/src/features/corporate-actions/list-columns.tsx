import type { CorporateAction } from '@em/contract/corporate-actions/corporate-actions'
import { fieldOfDate } from '@em/contract/corporate-actions/forms'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import type { Column } from '../../ui/grid/DataGrid.tsx'
import { Status } from '../../ui/Status.tsx'
import { isToProcess, STATE_WORDS } from './form/kinds.ts'

type Of = Column<CorporateAction>

const stateOf = (row: CorporateAction) => (isToProcess(row) ? 'Due: process' : STATE_WORDS[row.state].word)

/** The title in a line, without the symbol that has a column of its own. */
function titleIn({ title, securityCode }: CorporateAction): string {
  const end = ` ${securityCode ?? ''}`
  return title.endsWith(end) ? title.slice(0, -end.length) : title
}

/** The columns of an event tab, by whether its kinds have shares, money or both. */
export function listColumns(kinds: readonly ActionKind[]): readonly Of[] {
  const [first] = kinds
  const shares = kinds.some((kind) => KINDS[kind].gives.shares)
  const money = kinds.some((kind) => KINDS[kind].gives.money)
  // Some kinds have money alone, others shares: the columns of both are shown.
  const isMixed = money && kinds.some((kind) => !KINDS[kind].gives.shares)
  const columns: Of[] = [
    {
      id: 'security',
      header: 'Security',
      value: (row) => row.securityCode ?? row.securityName,
      cell: (row) =>
        row.securityCode === null ? row.securityName : <SecurityLink symbol={row.securityCode} />,
      width: 112,
      phone: true,
      whole: true,
    },
    {
      id: 'state',
      header: 'State',
      value: stateOf,
      cell: (row) => (
        <Status tone={isToProcess(row) ? 'bad' : STATE_WORDS[row.state].tone}>{stateOf(row)}</Status>
      ),
      width: 124,
      least: 112,
      phone: true,
    },
    { id: 'title', header: 'Event', value: titleIn, width: 230, phone: true, wrap: true },
    ...(kinds.length > 1
      ? [
          {
            id: 'kind',
            header: 'Kind',
            value: (row) => KINDS[row.kind].word,
            width: 150,
            phone: false,
          } satisfies Of,
        ]
      : []),
    {
      id: 'ex',
      header: first !== undefined && kinds.length === 1 ? KINDS[first].ex : 'Ex Date',
      kind: 'date',
      value: (row) => row.dates.ex,
      width: 130,
      phone: false,
    },
    ...(kinds.every((kind) => KINDS[kind].isNeverPaid === true)
      ? []
      : [
          {
            id: 'payment',
            header: 'Payment Date',
            kind: 'date',
            value: (row) => row.dates.payment,
            width: 118,
            phone: false,
          } satisfies Of,
        ]),
    ...(kinds.some((kind) => fieldOfDate(kind, 'last') !== undefined)
      ? [
          {
            id: 'last',
            header: 'Last Day',
            kind: 'date',
            value: (row) => row.dates.last,
            width: 112,
            phone: false,
            hint: 'The last day of acceptance and payment',
          } satisfies Of,
        ]
      : []),
    {
      id: 'portfolios',
      header: 'Portfolios',
      kind: 'quantity',
      value: (row) => row.portfolios,
      width: 92,
      phone: false,
    },
    {
      id: 'held',
      header: 'Shares Held',
      kind: 'quantity',
      value: (row) => row.shares_held,
      width: 112,
      phone: false,
      hidden: money,
    },
    ...(shares
      ? [
          {
            id: 'entitled',
            header: 'Entitled Shares',
            kind: 'quantity',
            value: (row) => (KINDS[row.kind].gives.shares ? row.entitled_shares : null),
            width: 126,
            phone: false,
          } satisfies Of,
        ]
      : []),
    ...(money
      ? (['gross', 'tax', 'net', 'outstanding'] as const).map(
          (name): Of => ({
            id: name,
            header: MONEY_WORDS[name],
            unit: 'LKR',
            kind: 'money',
            value: (row) => row[name],
            width: 128,
            phone: false,
            hidden: name === 'tax' || (shares && !isMixed && name === 'gross'),
          }),
        )
      : []),
    {
      id: 'portfolio',
      header: 'Portfolio',
      value: (row) => row.portfolioName ?? 'All holders',
      width: 160,
      phone: false,
      hidden: true,
    },
    { id: 'name', header: 'Security Name', value: (row) => row.securityName, phone: false, hidden: true },
    { id: 'remarks', header: 'Remarks', value: (row) => row.remarks, phone: false, hidden: true },
    {
      id: 'by',
      header: 'Recorded By',
      value: (row) => row.recorded_by,
      width: 130,
      phone: false,
      hidden: true,
    },
    {
      id: 'at',
      header: 'Recorded At',
      kind: 'moment',
      value: (row) => row.recorded_at,
      width: 150,
      phone: false,
      hidden: true,
    },
  ]
  // Pages come one by one: the server's order stays.
  return columns.map((column) => ({ ...column, sortable: false }))
}

const MONEY_WORDS = { gross: 'Gross', tax: 'Tax', net: 'Net', outstanding: 'Outstanding' } as const

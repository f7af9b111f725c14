/** Fees and Levies: the fees of the trades of a month. One description for the screen, paper and files. */
import type { FeesComponent, FeesOfMonth, FeesTrade } from '@em/contract/reports/fees-of-month'
import { formatDate } from './dates.ts'
import { addedAmount, type DescribedColumn, describedTable } from './described.ts'
import type { StreamedTable } from './files/streamed.ts'
import type { Report } from './report.ts'

type Others = FeesComponent['others']
/** The other amounts on the accounts, or in the files, in one text: "Manual entries 12.00". */
const othersText = (others: Others): string =>
  others.map(({ label, amount }) => `${label} ${amount.toFixed(2)}`).join('; ')
const othersSum = (others: Others): number =>
  Math.round(others.reduce((all, { amount }) => all + amount, 0) * 100) / 100

/** The components, with their ties to the ledger and to the trade files. */
export const COMPONENT_COLUMNS: readonly DescribedColumn<FeesComponent>[] = [
  { id: 'label', header: 'Component', value: ({ label }) => label },
  addedAmount('buys', 'Buys', ({ buys }) => buys),
  addedAmount('sales', 'Sales', ({ sales }) => sales),
  addedAmount('total', 'Trades', ({ total }) => total),
  { id: 'accounts', header: 'Account', value: ({ accounts }) => accounts.join(', ') },
  addedAmount('others', 'Other Items', ({ others }) => othersSum(others)),
  addedAmount('ledger', 'Ledger', ({ ledger }) => ledger),
  addedAmount('difference', 'Difference', ({ difference }) => difference),
  addedAmount('files', 'Trade Files', ({ files }) => files),
  addedAmount('files_others', 'Other Items of Files', ({ files, files_others: others }) =>
    files === null ? null : othersSum(others),
  ),
  addedAmount('files_difference', 'Files less Trades', ({ files_difference: apart }) => apart),
  {
    id: 'what',
    header: 'Other Items in Words',
    value: ({ others, files_others: ofFiles }) => othersText([...others, ...ofFiles]),
  },
]

/** The trades with their fees. */
export const FEE_TRADE_COLUMNS: readonly DescribedColumn<FeesTrade>[] = [
  { id: 'date', header: 'Trade Date', kind: 'date', value: ({ date }) => date },
  { id: 'deal', header: 'Deal Number', value: ({ deal_number }) => deal_number },
  { id: 'contract', header: 'Contract', value: ({ contract_number }) => contract_number },
  { id: 'side', header: 'Side', value: ({ side }) => (side === 'buy' ? 'Buy' : 'Sell') },
  { id: 'symbol', header: 'Symbol', value: ({ symbol }) => symbol },
  { id: 'portfolio', header: 'Portfolio', value: ({ portfolioId }) => portfolioId },
  { id: 'broker', header: 'Broker', value: ({ broker_name }) => broker_name },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: ({ quantity }) => quantity },
  addedAmount('gross', 'Gross Value', ({ gross }) => gross),
  addedAmount('brokerage', 'Brokerage', ({ brokerage }) => brokerage),
  addedAmount('cse_fees', 'CSE Fees', ({ cse_fees }) => cse_fees),
  addedAmount('cds_fees', 'CDS Fees', ({ cds_fees }) => cds_fees),
  addedAmount('clearing_fees', 'Clearing Fees', ({ clearing_fees }) => clearing_fees),
  addedAmount('sec', 'SEC Cess', ({ sec }) => sec),
  addedAmount('stl', 'Levy', ({ stl }) => stl),
  addedAmount('total', 'All Fees', ({ total }) => total),
]

/** Fees and levies of a month for paper and files: the components with their ties, then the trades. */
export function feesReport(
  data: FeesOfMonth,
  { by, whose, fileName }: { readonly by: string; readonly whose: string; readonly fileName: string },
): Report {
  const ofPaper = new Set(['contract', 'broker', 'quantity'])
  return {
    title: 'Fees and Levies',
    subtitle: [whose, `${formatDate(data.from)} to ${formatDate(data.to)}, by trade date`],
    fileName,
    by,
    facts: [
      { label: 'Currency', value: 'LKR' },
      { label: 'Trades', value: data.trades.toLocaleString('en-LK') },
      { label: 'Trade files', value: data.documents.toLocaleString('en-LK') },
    ],
    tables: [
      describedTable({
        title: 'By component',
        columns: COMPONENT_COLUMNS,
        calculates: true,
        parts: [{ rows: data.components }],
        total: { text: 'Total' },
      }),
      describedTable({
        title: 'By trade',
        columns: FEE_TRADE_COLUMNS.filter(({ id }) => !ofPaper.has(id)),
        calculates: true,
        parts: [{ rows: data.rows }],
        total: { text: 'Total' },
        empty: 'No trades in this month.',
      }),
    ],
    notes: [
      'Ledger is what the accounts of the fee have in the month without year-end closings. Difference is the ledger less trades and other items.',
      'Trade files: what the files of brokers charge for trades of the month, each fill once; of all portfolios together only. Files less Trades is the difference of the contracts that files and trades both have; the others are the other items of files.',
    ],
    signatures: ['Prepared by', 'Reviewed by'],
    orientation: 'landscape',
  }
}

/** The trades with their fees, as a file. */
export function feesFile({ rows: trades }: Pick<FeesOfMonth, 'rows'>): StreamedTable<FeesTrade> {
  async function* rows(): AsyncGenerator<FeesTrade> {
    yield* trades
  }
  return { name: 'Fees and Levies', columns: FEE_TRADE_COLUMNS, rows: rows() }
}

import type { DocumentLineAnswer } from '@em/contract/documents/trade-documents'
import { FEES } from '@em/contract/fee-tariffs/fees'
import { formatDate } from '../../../lib/dates.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { RadioField } from '../../../ui/form/TextFields.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import css from '../document/TradeReport.module.css'
import type { ContractLines, Terms } from './useRecording.ts'

type Difference = DocumentLineAnswer['differences'][number]
const OTHER_WORDS: Readonly<Record<string, string>> = {
  tradeDate: 'Trade date',
  settlementDate: 'Settlement date',
  quantity: 'Quantity',
  gross: 'Gross',
  contractNumber: 'Contract number',
  cancelled: 'Status',
}
const wordOf = ({ field }: Difference) =>
  FEES.find(({ component }) => component === field)?.label ?? OTHER_WORDS[field] ?? field

/** A value as the books show it: dates as dates, shares whole, amounts with cents. */
function shown({ field }: Difference, value: string | number): string {
  if (field === 'cancelled') return value === 'cancelled' ? 'Cancelled' : 'Recorded'
  if (field === 'contractNumber') return value === '' ? 'None' : String(value)
  if (typeof value === 'string') return formatDate(value)
  return formatNumber(value, { decimals: field === 'quantity' ? 0 : 2 })
}

/** Contracts that are shown one by one. */
const LISTED = 200

interface ChangesPartProps {
  /** Those that the books have otherwise. */
  contracts: readonly ContractLines[]
  terms: Terms
  mayCorrect: boolean
  onChange: (changes: Partial<Terms>) => void
}

/** Notes that were amended or cancelled: what they say otherwise, and whether their trades follow. */
export function ChangesPart({ contracts, terms, mayCorrect, onChange }: ChangesPartProps) {
  const cancelled = contracts.filter(({ first }) => first.cancelled).length
  return (
    <Section title="Amended and cancelled notes" card>
      <RadioField
        label={`${counted(contracts.length, 'contract')} in the books ${contracts.length === 1 ? 'differs' : 'differ'} from the document.`}
        value={terms.changes}
        disabled={!mayCorrect}
        onChange={(changes) => onChange({ changes: changes === 'apply' ? 'apply' : 'skip' })}
        {...(mayCorrect ? {} : { help: 'Correcting trades needs the right to correct and delete trades.' })}
        options={[
          { value: 'skip', label: 'Leave the trades as they are' },
          {
            value: 'apply',
            label: 'Change the trades to what the document says',
            help: `Selected contracts only.${cancelled > 0 ? ` ${counted(cancelled, 'cancelled contract')} ${cancelled === 1 ? 'deletes its' : 'delete their'} trades.` : ''}`,
          },
        ]}
      />
      <SmallTable label="Differences between the document and the books" tall>
        <thead>
          <tr>
            <th scope="col">Contract</th>
            <th scope="col" data-optional>
              Deal
            </th>
            <th scope="col">Field</th>
            <th scope="col" data-right>
              In the books
            </th>
            <th scope="col" data-right>
              In the document
            </th>
          </tr>
        </thead>
        <tbody>
          {contracts.slice(0, LISTED).flatMap(({ key, line, first }) =>
            first.differences.map((difference, at) => (
              <tr key={`${key} ${difference.field}`}>
                <td>{at === 0 && `${first.contractNo || `Line ${line}`}, ${first.companySymbol}`}</td>
                <td data-optional>
                  {at === 0 && first.matches.map(({ dealNumber }) => dealNumber).join(', ')}
                </td>
                <td>{wordOf(difference)}</td>
                <td data-right>{shown(difference, difference.books)}</td>
                <td data-right>
                  <strong>{shown(difference, difference.document)}</strong>
                </td>
              </tr>
            )),
          )}
        </tbody>
      </SmallTable>
      {contracts.length > LISTED && (
        <p className={css.foot}>The first {LISTED} are shown; the others stand in the lines above.</p>
      )}
    </Section>
  )
}

import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { counted } from '../../../lib/numerals.ts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import css from './EntryModal.module.css'

/** The portfolios that the lines belong to; null for lines of none. */
export function portfoliosOf(entry: JournalEntry): (string | null)[] {
  return [...new Set(entry.lines.map((line) => line.portfolioId))]
}

/** A side that a line does not have stays empty; only one of the two is ever filled. */
const side = (amount: number) => (amount === 0 ? null : <Amount value={amount} />)

type Bank = NonNullable<JournalEntry['lines'][number]['settlement_account']>
const bankOf = (bank: Bank) => `${bank.account_name} ${bank.account_number}, ${bank.bank_name}`

/** The lines of an entry with their totals. */
export function Lines({ entry }: { entry: JournalEntry }) {
  const { lines } = entry
  const severalPortfolios = portfoliosOf(entry).length > 1
  const ownDescriptions = lines.some(
    (line) => line.description !== null && line.description !== entry.description,
  )
  const before = 1 + Number(ownDescriptions) + Number(severalPortfolios)
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Lines of the entry">
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {ownDescriptions && <th scope="col">Description</th>}
            {severalPortfolios && <th scope="col">Portfolio</th>}
            <th scope="col" className={css.right}>
              Debit <span className={css.unit}>LKR</span>
            </th>
            <th scope="col" className={css.right}>
              Credit <span className={css.unit}>LKR</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line_no}>
              <td className={css.account}>
                <span className="em-number">{line.account_code}</span> {line.account_name}
                <span className={css.type}>{line.transaction_type}</span>
                {line.clears !== null && (
                  <span className={css.type}>Clears entry {line.clears.entry_id} on Suspense</span>
                )}
                {line.settlement_account !== null && (
                  <span className={css.type}>{bankOf(line.settlement_account)}</span>
                )}
              </td>
              {ownDescriptions && <td>{line.description === entry.description ? '' : line.description}</td>}
              {severalPortfolios && <td>{line.portfolioId}</td>}
              <td className={css.right}>{side(line.debit)}</td>
              <td className={css.right}>{side(line.credit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={before}>Total of {counted(lines.length, 'line')}</td>
            <td className={css.right}>
              <Amount value={sumOf(lines.map((line) => line.debit))} />
            </td>
            <td className={css.right}>
              <Amount value={sumOf(lines.map((line) => line.credit))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

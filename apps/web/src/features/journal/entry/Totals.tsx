import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import css from './EntryForm.module.css'
import type { Totals as Sums } from './entry-values.ts'

const money = (cents: bigint) => formatDecimal(cents < 0n ? -cents : cents, MONEY_SCALE, { grouping: true })

/** Debits, credits and what they differ by, while typing. */
export function Totals({ sums, portfolioName }: { sums: Sums; portfolioName: (code: string) => string }) {
  const { debit, credit, difference, byPortfolio } = sums
  const balanced = difference === 0n && byPortfolio.length === 0
  return (
    <div className={css.totals} data-tone={balanced ? 'good' : 'warn'} role="status">
      <span>
        Debits <b>{money(debit)}</b>
      </span>
      <span>
        Credits <b>{money(credit)}</b>
      </span>
      <span>
        {difference === 0n ? (
          balanced ? (
            'In balance'
          ) : (
            'Totals agree, but each portfolio must balance'
          )
        ) : (
          <>
            Difference <b>{money(difference)}</b> {difference > 0n ? 'too much debit' : 'too much credit'}
          </>
        )}
      </span>
      {byPortfolio.map(({ portfolioId, difference: by }) => (
        <span key={portfolioId}>
          {portfolioId === '' ? 'No portfolio' : portfolioName(portfolioId)}: <b>{money(by)}</b>{' '}
          {by > 0n ? 'more debit' : 'more credit'}
        </span>
      ))}
    </div>
  )
}

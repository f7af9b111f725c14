import { formatNumber } from '../../../lib/numerals.ts'
import { FactPairs } from '../../../ui/Facts.tsx'
import css from './DealSlips.module.css'
import { SIGNATURES, type SlipTrade, slipContent } from './slip-content.ts'

/** One deal on paper, after the manner of a contract note; the same on the screen. */
export function SlipPaper({ trade }: { trade: SlipTrade }) {
  const content = slipContent(trade)
  if (content === null) return null
  return (
    <div className={css.paper}>
      <p className={css.sentence}>{content.sentence}</p>
      <FactPairs
        className={css.facts}
        facts={content.facts.map(({ label, value }) => [label, value] as const)}
      />
      <table className={css.lines}>
        <thead>
          <tr>
            <th>Particulars</th>
            <th data-right>LKR</th>
          </tr>
        </thead>
        <tbody>
          {content.lines.map((line) => (
            <tr
              key={line.text}
              {...(line.level === 'row' ? {} : { 'data-total': true })}
              {...(line.level === 'total' ? { 'data-net': true } : {})}
            >
              <td>{line.text}</td>
              <td data-right>{formatNumber(line.amount, { decimals: 2 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css.signatures}>
        {SIGNATURES.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
    </div>
  )
}

import { formatNumber } from '../../lib/numerals.ts'
import css from './DealSlips.module.css'
import { SIGNATURES, type SlipTrade, slipContent } from './slip-content.ts'

/** One deal on paper, after the manner of a contract note; the same on the screen. */
export function SlipPaper({ trade }: { trade: SlipTrade }) {
  const content = slipContent(trade)
  if (content === null) return null
  return (
    <div className={css.paper}>
      <p className={css.sentence}>{content.sentence}</p>
      <dl className={css.facts}>
        {content.facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
      </dl>
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

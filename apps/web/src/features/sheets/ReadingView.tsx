import type { StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { FactPairs } from '../../ui/Facts.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import css from './StatementFile.module.css'
import type { StatementWords } from './statement-texts.ts'

const whole = (value: number) => formatNumber(value, { decimals: 0 })
const LINES_SHOWN = 50
const PROBLEMS_SHOWN = 20
const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV table',
  xlsx: 'Excel workbook',
  ofx: 'OFX',
  mt940: 'MT940',
  'camt.053': 'camt.053',
  pdf: 'PDF',
  typed: 'Typed',
}

/** The reading of a statement, with everything to check before its lines are used. */
export function ReadingView({ reading, words }: { reading: StatementReading; words: StatementWords }) {
  const { totals, problems, problemCount, lines } = reading
  const facts: [string, ReactNode][] = [
    ['Read as', FORMATS[reading.format] ?? reading.format],
    ['Account', reading.account ?? '–'],
    [
      'Days',
      reading.from === null || reading.to === null
        ? '–'
        : `${formatDate(reading.from)} to ${formatDate(reading.to)}`,
    ],
    ['Opening balance', <Amount key="opening" value={reading.openingBalance} />],
    [words.debits, <Amount key="in" value={totals.debit} />],
    [words.credits, <Amount key="out" value={totals.credit} />],
    ['Closing balance', <Amount key="closing" value={reading.closingBalance} />],
    ['Lines', whole(totals.lines)],
  ]
  return (
    <>
      {reading.warnings.length > 0 && (
        <Banner tone="warning">
          <ul className={css.bullets}>
            {reading.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
      {reading.questions.length === 0 && <FactPairs className={css.facts} facts={facts} />}
      {problemCount > 0 && (
        <SmallTable label="Rows left out" tall>
          <caption>
            {counted(problemCount, 'row')} {words.unread}
            {problemCount > PROBLEMS_SHOWN && `; the first ${PROBLEMS_SHOWN}`}
          </caption>
          <thead>
            <tr>
              <th>Line</th>
              <th>Problem</th>
              <th>Value in the file</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, PROBLEMS_SHOWN).map((one) => (
              <tr key={`${one.line} ${one.field}`} className={css.bad ?? ''}>
                <td>{whole(one.line)}</td>
                <td data-wrap>{one.message}</td>
                <td data-wrap>{one.value ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
      {lines.length > 0 && (
        <SmallTable label={words.lines} tall>
          <caption>
            {lines.length > LINES_SHOWN
              ? `The first ${LINES_SHOWN} of ${whole(lines.length)} lines`
              : counted(lines.length, 'line')}
            , {words.view}
          </caption>
          <thead>
            <tr>
              <th>Date</th>
              <th>Description</th>
              <th data-optional>Reference</th>
              <DebitCreditHead />
              <th data-right data-optional>
                Balance
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, LINES_SHOWN).map((line) => (
              <tr key={line.line}>
                <td>{formatDate(line.date)}</td>
                <td data-wrap>{line.description ?? ''}</td>
                <td data-optional>{line.reference ?? ''}</td>
                <DebitCredit debit={line.debit} credit={line.credit} />
                <td data-right data-optional>
                  {line.balance === null ? '' : <Amount value={line.balance} />}
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </>
  )
}

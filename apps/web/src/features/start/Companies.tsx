import type { StartReport } from '@em/contract/books/batch-start'
import { Button, Text } from '@mantine/core'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import css from './Start.module.css'

interface CompaniesProps {
  report: Pick<StartReport, 'companies' | 'unnamed'>
  disabled: boolean
  /** Says what a name means: every row that has it. */
  onName: (text: string, symbol: string) => void
  /** Allows a symbol that is on no list. */
  onAdd: (symbol: string) => void
}

const LISTED = 50

/** Names that may be several companies, or none: each is answered once for all its rows. */
export function UnknownCompanies({ report: { unnamed }, disabled, onName, onAdd }: CompaniesProps) {
  if (unnamed.length === 0) return null
  return (
    <Banner tone="warning">
      {counted(unnamed.length, 'name')} {unnamed.length === 1 ? 'needs' : 'need'} your answer.
      <ul className={css.names}>
        {unnamed.slice(0, LISTED).map(({ text, rows, choices, canAdd }) => (
          <li key={text}>
            <span>
              <strong>{text}</strong> ({counted(rows, 'row')}){' '}
              {choices.length > 0 ? 'may be' : 'is no listed company or symbol.'}
            </span>
            {choices.map(({ symbol, name }) => (
              <Button
                key={symbol}
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => onName(text, symbol)}
              >
                {name} ({symbol})
              </Button>
            ))}
            {canAdd && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={disabled}
                onClick={() => onAdd(text.trim().toUpperCase())}
              >
                Add {text.trim().toUpperCase()} as a new equity
              </Button>
            )}
            {choices.length === 0 && !canAdd && <span>Correct it in the rows below.</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** What the names in the sheet were taken for. */
export function FoundCompanies({ report: { companies } }: Pick<CompaniesProps, 'report'>) {
  if (companies.length === 0) return null
  return (
    <details>
      <summary>
        {counted(companies.length, 'name')} in the sheet {companies.length === 1 ? 'was' : 'were'} read as a
        listed security
      </summary>
      <ul className={css.made}>
        {companies.slice(0, 200).map(({ text, symbol, name, rows }) => (
          <li key={text}>
            <Text size="sm" span>
              {text}: {symbol}, {name} ({counted(rows, 'row')})
            </Text>
          </li>
        ))}
      </ul>
    </details>
  )
}

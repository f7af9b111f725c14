import type { StartReport } from '@em/contract/batches/batch-start'
import { Button, Text } from '@mantine/core'
import { counted } from '../../../lib/numerals.ts'
import { UnknownSecurities } from '../rows/UnknownSecurities.tsx'
import css from './Start.module.css'

interface CompaniesProps {
  report: Pick<StartReport, 'companies' | 'unnamed'>
  disabled: boolean
  /** Says what a name means: every row that has it. */
  onName: (text: string, symbol: string) => void
  /** Allows a symbol that is on no list. */
  onAdd: (symbol: string) => void
}

/** Names that may be several companies, or none; one in the form of a symbol is made on the way. */
export function UnknownCompanies({ report: { unnamed }, disabled, onName, onAdd }: CompaniesProps) {
  return (
    <UnknownSecurities
      names={unnamed}
      disabled={disabled}
      onName={onName}
      adding={({ text, canAdd }) =>
        canAdd ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={disabled}
            onClick={() => onAdd(text.trim().toUpperCase())}
          >
            Add {text.trim().toUpperCase()} as a new equity
          </Button>
        ) : null
      }
    />
  )
}

/** The companies to which the names in the sheet were matched. */
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

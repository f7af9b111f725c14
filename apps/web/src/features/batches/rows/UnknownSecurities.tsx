import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { AddEquity, AddListed } from '../../equities/NewEquity.tsx'
import css from './Rows.module.css'

interface Choice {
  readonly symbol: string
  readonly name: string
  readonly sector?: string | null
  /** False: it has to be added to Equity Master before rows can name it. */
  readonly inBooks?: boolean
}

interface Name {
  readonly text: string
  readonly rows: number
  readonly choices: readonly Choice[]
}

interface UnknownSecuritiesProps<N extends Name> {
  names: readonly N[]
  disabled: boolean
  /** Says what a name means, in every row that has it. */
  onName: (text: string, symbol: string) => void
  /** Another way to add the name than the dialog. */
  adding?: (name: N) => ReactNode
}

const LISTED = 50

/** Names that may be several securities, or none: each is answered once for all its rows. */
export function UnknownSecurities<N extends Name>({
  names,
  disabled,
  onName,
  adding = () => null,
}: UnknownSecuritiesProps<N>) {
  if (names.length === 0) return null
  return (
    <Banner tone="warning">
      {counted(names.length, 'name')} {names.length === 1 ? 'needs' : 'need'} your answer.
      {names.length > LISTED && ` The first ${LISTED} are listed.`}
      <ul className={css.names}>
        {names.slice(0, LISTED).map((name) => (
          <li key={name.text}>
            <span>
              <strong>{name.text}</strong> ({counted(name.rows, 'row')}){' '}
              {name.choices.length > 0 ? 'may be' : 'is no security that is known here.'}
            </span>
            {name.choices.map((choice) =>
              choice.inBooks === false ? (
                <AddListed
                  key={choice.symbol}
                  listed={{ sector: null, ...choice }}
                  disabled={disabled}
                  onAdded={(symbol) => onName(name.text, symbol)}
                />
              ) : (
                <Button
                  key={choice.symbol}
                  size="compact-sm"
                  variant="default"
                  disabled={disabled}
                  onClick={() => onName(name.text, choice.symbol)}
                >
                  {choice.name} ({choice.symbol})
                </Button>
              ),
            )}
            {adding(name) ?? (
              <AddEquity
                text={name.text}
                disabled={disabled}
                onAdded={(symbol) => onName(name.text, symbol)}
              />
            )}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

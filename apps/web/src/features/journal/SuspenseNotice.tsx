import { journal } from '@em/contract/books/journal'
import { Anchor, Button, Group } from '@mantine/core'
import { Fragment } from 'react'
import { hrefOf } from '../../app/places.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { balanceText } from '../../ui/Balance.tsx'
import { Banner } from '../../ui/Banner.tsx'
import css from './Suspense.module.css'

const hrefOfEntry = (id: number) => hrefOf('Accounting Entries', 'Journal Entries', { entry: String(id) })
const SHOWN = 5

/**
 * Warns while anything stands on Suspense, with the entries that make it up and the way to clear it. `slim`: one line,
 * for the screens that show the books.
 */
export function SuspenseNotice({ slim = false }: { slim?: boolean }) {
  const { data } = useRoute(journal.suspense)
  if (data === undefined || data.data.is_clear) return null
  const { portfolios } = data.data
  const clear = hrefOf('Accounting Entries', 'Journal Entries', { clear: '1' })
  const standing = portfolios.map(
    ({ portfolioId, balance }) => `${balanceText(balance)} (${portfolioId ?? 'no portfolio'})`,
  )
  if (slim) {
    return (
      <Banner tone="warning">
        Suspense is not clear: {standing.join(', ')}.{' '}
        <Anchor href={hrefOf('Accounting Entries', 'Journal Entries')} inherit>
          Show entries
        </Anchor>
      </Banner>
    )
  }
  return (
    <Banner tone="warning">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <strong>Suspense is not clear.</strong> One-line entries wait for their other side.
          <ul className={css.list}>
            {portfolios.map(({ portfolioId, portfolioName, balance, entries, more }) => (
              <li key={portfolioId ?? ''}>
                {portfolioName ?? 'No portfolio'}: LKR {balanceText(balance)}, from{' '}
                {entries.slice(0, SHOWN).map((entry, place) => (
                  <Fragment key={`${entry.entry_id}-${place}`}>
                    {place > 0 && '; '}
                    <Anchor href={hrefOfEntry(entry.entry_id)} inherit>
                      {entry.description}
                    </Anchor>{' '}
                    {formatDate(entry.date)} {formatNumber(entry.debit || entry.credit, { decimals: 2 })}{' '}
                    {entry.debit > 0 ? 'DR' : 'CR'}
                  </Fragment>
                ))}
                {(more || entries.length > SHOWN) && ' and others'}
              </li>
            ))}
          </ul>
        </div>
        <Button component="a" href={clear} size="xs" variant="default">
          Clear suspense
        </Button>
      </Group>
    </Banner>
  )
}

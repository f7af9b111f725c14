import type { JournalWritten } from '@em/contract/journal/journal'
import { useEffect, useRef } from 'react'
import { Balance } from '../../../ui/Balance.tsx'
import { Section } from '../../../ui/Page.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import css from './EntryForm.module.css'
import { Lines } from './EntryLines.tsx'

/** The effect of a save: the lines that are posted, and each account's balance before and after. */
export function Effect({ written }: { written: JournalWritten }) {
  const { data, reversal, balances = [] } = written
  const part = useRef<HTMLDivElement>(null)
  // The answer is below the form.
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const taken = data.status === 'Draft' || data.version !== null || data.reversed_by !== null
  return (
    <div ref={part} className={css.effect}>
      <WillWait preview={written} />
      {reversal !== null && (
        <Section title="Reversal">
          <Lines entry={reversal} />
        </Section>
      )}
      {!taken && (
        <Section title="Ledger lines">
          <Lines entry={data} />
        </Section>
      )}
      {balances.length === 0 ? (
        <p>Nothing is posted, so no balance changes.</p>
      ) : (
        <Section title="Balances">
          <div className={css.scroll} tabIndex={0} role="region" aria-label="Balances before and after">
            <table className={css.balances}>
              <thead>
                <tr>
                  <th scope="col">Account</th>
                  <th scope="col" className={css.right}>
                    Before (LKR)
                  </th>
                  <th scope="col" className={css.right}>
                    After (LKR)
                  </th>
                </tr>
              </thead>
              <tbody>
                {balances.map(({ account_code, account_name, before, after }) => (
                  <tr key={account_code}>
                    <td>
                      {account_code} {account_name}
                    </td>
                    <td className={css.right}>
                      <Balance value={before} />
                    </td>
                    <td className={css.right}>
                      <Balance value={after} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>
      )}
    </div>
  )
}

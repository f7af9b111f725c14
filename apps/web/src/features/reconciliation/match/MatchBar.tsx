import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type { ReconciliationRecord } from '@em/contract/reconciliation/reconciliation-records'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../../lib/api.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { count, differenceOf, isZero, plural, sumOfLines } from '../record/lines.ts'
import { useChange, useDropLines } from '../record/useReconciliation.ts'
import { DifferenceDialog } from './DifferenceDialog.tsx'
import css from './Match.module.css'
import { useChoice } from './selection.tsx'

/** At most so many ledger lines in one match. */
const LEDGER_MOST = 1000
const EXTERNAL_MOST = 5000

/** The ticked lines of both sides, their sums, and the button that matches them. */
export function MatchBar({ one }: { one: ReconciliationRecord }) {
  const choice = useChoice()
  const { run, busy } = useChange(reconciliation.match)
  const drop = useDropLines(one.id)
  const [differs, setDiffers] = useState(false)
  const [message, setMessage] = useState('')
  const ledger = choice.ledger.rows
  const external = choice.external.rows
  const difference = differenceOf(ledger, external)
  const agrees = isZero(difference)
  const chosen = ledger.length + external.length
  const tooMany = ledger.length > LEDGER_MOST || external.length > EXTERNAL_MOST
  const match = async () => {
    try {
      const { confirmed } = await run({
        params: { id: one.id },
        body: { ledger: ledger.map((line) => line.id), external: external.map((line) => line.id) },
      })
      drop(
        reconciliation.ledger,
        ledger.map((line) => line.id),
      )
      drop(
        reconciliation.external,
        external.map((line) => line.id),
      )
      choice.clear()
      setMessage(
        `Matched ${plural(ledger.length, 'ledger line')} with ${plural(external.length, 'statement line')}${
          confirmed > 0 ? ` and confirmed ${plural(confirmed, 'settlement')}` : ''
        }.`,
      )
    } catch (error) {
      notify.error('The lines could not be matched', error)
      // Lines that another user matched meanwhile can no longer be chosen.
      if (error instanceof ApiFailure && error.code === 'reconciliation.line-taken') choice.clear()
    }
  }
  return (
    <div className={css.chosen} role="group" aria-label="Selection" data-empty={chosen === 0 || undefined}>
      <Button size="sm" variant="default" disabled={chosen === 0 || busy} onClick={choice.clear}>
        Clear Selection
      </Button>
      {chosen > 0 && !agrees && (
        <Button size="sm" variant="default" disabled={tooMany} onClick={() => setDiffers(true)}>
          Match with a Difference
        </Button>
      )}
      <Button
        size="sm"
        loading={busy}
        disabled={chosen === 0 || !agrees || tooMany}
        onClick={() => void match()}
      >
        Manual Match
      </Button>
      <span role="status">
        {chosen === 0 ? (
          message ||
          'Tick the lines that belong together: click a row, or move with the arrow keys and press space.'
        ) : (
          <>
            <span className={css.sum}>
              <strong>Ledger</strong> {count(ledger.length)}: <Amount value={sumOfLines(ledger)} />
            </span>
            <span className={css.sum}>
              <strong>Statement</strong> {count(external.length)}: <Amount value={sumOfLines(external)} />
            </span>
            <span className={css.sum}>
              <strong>Difference</strong> <Amount value={difference} />
            </span>
            {tooMany &&
              ` At most ${count(LEDGER_MOST)} ledger lines and ${count(EXTERNAL_MOST)} statement lines at once.`}
          </>
        )}
      </span>
      {differs && (
        <DifferenceDialog
          one={one}
          ledger={ledger}
          external={external}
          difference={difference}
          onClose={() => setDiffers(false)}
          onDone={choice.clear}
        />
      )}
    </div>
  )
}

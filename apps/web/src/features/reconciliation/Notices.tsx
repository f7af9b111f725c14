import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { plural } from './record/lines.ts'
import recordCss from './record/Record.module.css'
import type { OneReconciliation } from './record/useReconciliation.ts'

interface NoticesProps {
  one: OneReconciliation
  failed: boolean
  importWarnings: readonly string[]
  onHeld: () => void
  onChanges: () => void
  /** Absent where they are shown. */
  onProposals?: () => void
  onWarningsRead: () => void
}

/** When lines were recorded after the sign-off, what they come to, those without a portfolio apart, and whether a later sign-off ended the mark. */
function changesInWords(since: NonNullable<OneReconciliation['changedSince']>): string {
  const { lines, net, outside, open } = since
  const money = (amount: number) => `LKR ${formatNumber(amount, { decimals: 2 })}`
  const [first, last] = [since.first, since.last].map(formatMoment)
  const recorded = `${plural(lines, 'line', 'lines')} dated in this period ${lines === 1 ? 'was' : 'were'} recorded (${first === last ? first : `${first} to ${last}`})`
  const inside = lines - outside.lines
  if (outside.lines === 0) {
    return `${recorded}, ${money(net)} in total.${open === 0 ? ' A later reconciliation includes them.' : ''}`
  }
  const ofPortfolio = inside === 0 ? '' : `${plural(inside, 'line')} of this portfolio, ${money(net)}, and `
  const later = inside === 0 ? 'is signed off' : 'includes the lines of this portfolio'
  return `${recorded}: ${ofPortfolio}${plural(outside.lines, 'line')} without a portfolio, ${money(outside.net)}, on the bank’s statement but not in this reconciliation.${open === 0 ? ` A later reconciliation ${later}.` : ''}`
}

/** Who signed it off, what waits, what is worth knowing. */
export function Notices({
  one,
  failed,
  importWarnings,
  onHeld,
  onChanges,
  onProposals,
  onWarningsRead,
}: NoticesProps) {
  const { changedSince } = one
  // The changes of the ledger are listed line by line.
  const warnings = one.warnings.filter(({ code }) => code !== 'ledger-moved' || changedSince === null)
  return (
    <>
      {failed && <Banner tone="error">Failed to refresh data. What you see may be out of date.</Banner>}
      {one.status === 'reconciled' && one.reconciledAt !== null && (
        <Banner tone="success">
          Signed off by {one.reconciledBy ?? 'somebody'} on {formatMoment(one.reconciledAt)}. Reopen it to
          change anything.
        </Banner>
      )}
      {changedSince !== null && (
        <Banner tone={changedSince.open > 0 ? 'warning' : 'info'}>
          Changed since the sign-off: {changesInWords(changedSince)}{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onChanges}>
            Show
          </Anchor>
        </Banner>
      )}
      {one.counts.held > 0 && (
        <Banner tone="warning">
          {plural(
            one.counts.held,
            'statement line repeats an earlier one or is',
            'statement lines repeat earlier ones or are',
          )}{' '}
          outside the period: keep or skip before signing off.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onHeld}>
            Decide
          </Anchor>
        </Banner>
      )}
      {one.counts.proposals > 0 && onProposals !== undefined && (
        <Banner>
          {plural(one.counts.proposals, 'proposed match waits', 'proposed matches wait')} for your decision.{' '}
          <Anchor component="button" type="button" fz="inherit" onClick={onProposals}>
            Show
          </Anchor>
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning">
          <Bullets of={warnings.map(({ message }) => message)} />
        </Banner>
      )}
      {importWarnings.length > 0 && (
        <Banner tone="warning" onClose={onWarningsRead}>
          <Bullets
            of={importWarnings.filter((message) => !warnings.some((one) => one.message === message))}
          />
        </Banner>
      )}
    </>
  )
}

function Bullets({ of }: { of: readonly string[] }): ReactNode {
  if (of.length === 1) return of[0]
  return (
    <ul className={recordCss.bullets}>
      {of.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}

import type { EntitlementChange } from '@em/contract/corporate-actions/entitlement-changes'
import { formatDate, today } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { sumOf } from '../../../ui/grid/columns.ts'

const shares = (value: number) => formatNumber(value, { decimals: 0 })
const money = (value: number) => formatNumber(value, { decimals: 2 })

/** Each entitlement that changes in a sentence or two; with its portfolio where there are several. */
export function sentencesOf(
  changes: readonly EntitlementChange[],
): { readonly key: string; readonly text: string }[] {
  const several = new Set(changes.map(({ portfolioId }) => portfolioId)).size > 1
  return changes.map((change) => ({
    key: `${change.action} ${change.portfolioId}`,
    text: sentenceOf(change, several),
  }))
}

function sentenceOf(change: EntitlementChange, several: boolean): string {
  const { title, ex_date: exDate, before, after } = change
  const head = [
    title,
    ...(exDate === null ? [] : [`XD ${formatDate(exDate)}`]),
    ...(several ? [`in ${change.portfolioName}`] : []),
  ].join(', ')
  const bringsShares = before.entitled !== 0 || after.entitled !== 0
  const facts = [
    ...(bringsShares
      ? [
          `held ${shares(before.held)} → ${shares(after.held)} shares`,
          `entitled to ${shares(before.entitled)} → ${shares(after.entitled)}`,
        ]
      : [`entitled ${shares(before.held)} → ${shares(after.held)} shares`]),
    ...(before.net === after.net ? [] : [`net LKR ${money(before.net)} → ${money(after.net)}`]),
  ]
  return `${head}: ${facts.join(', ')}.${moneyOf(change)}`
}

/** The sentence on the difference of money. */
function moneyOf(change: EntitlementChange): string {
  const difference = Number(sumOf([change.after.net, -change.before.net]))
  if (difference === 0) return ''
  const amount = `LKR ${money(Math.abs(difference))}`
  const word = difference > 0 ? 'more' : 'less'
  if (!change.in_books) return ''
  if (change.is_confirmed)
    return difference > 0
      ? ` The payment is confirmed, so ${amount} stays open as a claim.`
      : ` The payment is confirmed, so ${amount} stays open to be paid back.`
  if (change.due === null) return ` ${amount} ${word} is expected, on a day to be notified.`
  const day = formatDate(change.due)
  return change.due > today()
    ? ` ${amount} ${word} is expected on ${day}.`
    : ` ${amount} ${word} is assumed to be received on ${day}.`
}

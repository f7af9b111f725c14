/** The findings of a check of the books, for the console. */
import type { Report } from '../../apps/server/src/verify/verify.ts'

/** Says what was looked at and what differs. @param seconds that it took, as text. */
export function printReport(
  { checked, differences, found, toLookAt }: Report,
  say: (line: string) => void,
  seconds?: string,
): void {
  const took = seconds === undefined ? '' : ` (${seconds} s)`
  const width = Math.max(...checked.map(({ count }) => count.toLocaleString('en').length))
  for (const { name, count } of checked) say(`  ${count.toLocaleString('en').padStart(width)}  ${name}`)
  const checks = Map.groupBy(differences, ({ check }) => check)
  for (const [check, some] of checks) {
    say(`\n${check}:`)
    for (const { place, what, stored, expected } of some) {
      say(`  ${place}: ${what} is ${stored}, should be ${expected}`)
    }
  }
  if (found > differences.length) say(`\n... and ${found - differences.length} more.`)
  if (toLookAt.length > 0) say('\nTo look at, no difference:')
  for (const { place, what } of toLookAt) say(`  ${place}: ${what}`)
  say(
    found === 0
      ? `\nEverything agrees${took}.`
      : `\n${found} ${found === 1 ? 'difference' : 'differences'}${took}.`,
  )
}

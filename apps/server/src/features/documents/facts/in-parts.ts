/** Work on the lines of a large document, part by part: others are served meanwhile. */
import { type Contract, contractsOf } from '@em/core/documents/contracts'
import type { DocumentLine } from '@em/core/documents/line'
import { regularPauses } from '../../../platform/pauses.ts'

/** The work done between two checks of the time: a few milliseconds. */
const PART = 200

/**
 * The answers of a rule for parts of some items. Those of one key stay together, since the rule looks at them together; keys
 * do not bear on each other.
 */
export async function inParts<T, R>(
  items: readonly T[],
  keyOf: (item: T) => string,
  work: (part: readonly T[]) => R,
): Promise<R[]> {
  const pauses = regularPauses()
  const answers: R[] = []
  let part: T[] = []
  const finish = async () => {
    answers.push(work(part))
    part = []
    await pauses()
  }
  for (const together of Map.groupBy(items, keyOf).values()) {
    if (part.length > 0 && part.length + together.length > PART) await finish()
    part.push(...together)
  }
  if (part.length > 0) await finish()
  return answers
}

/** The key that fees are charged together by: a client's day. */
export const clientDay = ({ clientAccount, tradeDate }: Pick<DocumentLine, 'clientAccount' | 'tradeDate'>) =>
  `${clientAccount ?? ''} ${tradeDate}`

/** The contracts of a document's lines, in the order of their first lines. */
export async function contractsIn(lines: readonly DocumentLine[]): Promise<Contract[]> {
  const parts = await inParts(lines, clientDay, contractsOf)
  return parts.flat().sort((a, b) => (a.lines[0]?.line ?? 0) - (b.lines[0]?.line ?? 0))
}

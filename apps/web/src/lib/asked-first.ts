/**
 * Some writes the server refuses until a person agrees: a day in a locked period is posted on the first open day, prices of one
 * change although it is locked, a day that was signed off changes its reconciliation. The screen that asks the person is registered at the start; the client then sends the same
 * write again with the flag that says so.
 */
const FLAGS = {
  'period.locked': 'openPeriod',
  'reconciliation.signed-off-day': 'changeReconciled',
  'prices.unusual': 'acceptUnusual',
  'indices.unusual': 'acceptUnusual',
} as const
/** That a write would wait for the approval of another person is said before it is submitted. */
type ApprovalAsk = 'approval.asks' | 'approval.may-ask'
export const isAskedFirst = (code: string): code is ApprovalAsk =>
  code === 'approval.asks' || code === 'approval.may-ask'
export type AgreedFlag = (typeof FLAGS)[keyof typeof FLAGS]
/** Each is asked in words of its own. */
export type AskedFirst = keyof typeof FLAGS | 'prices.locked' | ApprovalAsk

/** The question for a refused write. Prices in a locked period have a question of their own, with the effect. */
export const askedBy = (code: string, details: Refused['details']): AskedFirst =>
  code === 'period.locked' && details.some(({ field }) => field === OF_PRICES)
    ? 'prices.locked'
    : (code as AskedFirst)
const OF_PRICES = 'openPeriod'

/** The query's flag by which a write agrees to what this refusal asks; undefined where nothing is asked. */
export function flagFor(code: string): AgreedFlag | undefined {
  return Object.hasOwn(FLAGS, code) ? FLAGS[code as keyof typeof FLAGS] : undefined
}

/**
 * The refusal's sentence, with the rows of a submission that it is about: "Rows 2 and 5: The books of ...". Rows at another
 * lock have their own sentence.
 */
export function sentenceAsked({ message, details }: Refused): string {
  const rows = new Map<string, string[]>()
  for (const { field, message: sentence } of details) {
    const [, row] = /^rows\.(\d+)\./.exec(field) ?? []
    if (row !== undefined) rows.set(sentence, [...(rows.get(sentence) ?? []), row])
  }
  if (rows.size === 0) return message
  return [...rows].map(([sentence, of]) => `${named(of)}: ${sentence}`).join(' ')
}

/** The effect of the write in sentences, where the refusal has them. */
export const followsFrom = ({ details }: Refused): readonly string[] =>
  details.filter(({ field }) => field === OF_PRICES).map(({ message }) => message)

interface Refused {
  readonly message: string
  readonly details: readonly { readonly field: string; readonly message: string }[]
}

const NAMED = 6

function named(rows: readonly string[]): string {
  if (rows.length === 1) return `Row ${rows[0]}`
  const more = rows.length - NAMED
  return more > 0
    ? `Rows ${rows.slice(0, NAMED).join(', ')} and ${more} more`
    : `Rows ${rows.slice(0, -1).join(', ')} and ${rows.at(-1)}`
}

type Asker = (code: AskedFirst, message: string, follows: readonly string[]) => Promise<boolean>

let asker: Asker | null = null

/** Sets the function that asks the user; without one the refusal is final. */
export function askFirstBy(ask: Asker | null): void {
  asker = ask
}

/** Whether the person agrees to what the refusal asks. */
export function agreesTo(
  code: AskedFirst,
  message: string,
  follows: readonly string[] = [],
): Promise<boolean> {
  return asker === null ? Promise.resolve(false) : asker(code, message, follows)
}

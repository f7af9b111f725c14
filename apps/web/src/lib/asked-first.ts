/**
 * Some writes the server refuses until a person agrees: a day in a locked period is posted on the first open day, a day
 * that was signed off changes its reconciliation. Who asks the person is told at the start; the client then sends the same
 * write again with the flag that says so.
 */
const FLAGS = {
  'period.locked': 'openPeriod',
  'reconciliation.signed-off-day': 'changeReconciled',
} as const
export type AskedFirst = keyof typeof FLAGS
export type AgreedFlag = (typeof FLAGS)[AskedFirst]

/** The query's flag by which a write agrees to what this refusal asks; undefined where nothing is asked. */
export function flagFor(code: string): AgreedFlag | undefined {
  return Object.hasOwn(FLAGS, code) ? FLAGS[code as AskedFirst] : undefined
}

type Asker = (code: AskedFirst, message: string) => Promise<boolean>

let asker: Asker | null = null

/** Says who asks; without one the refusal stands. */
export function askFirstBy(ask: Asker | null): void {
  asker = ask
}

/** Whether the person agrees to what the refusal asks. */
export function agreesTo(code: AskedFirst, message: string): Promise<boolean> {
  return asker === null ? Promise.resolve(false) : asker(code, message)
}

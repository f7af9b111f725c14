/**
 * A write that is dated in a locked period is refused by the server, which offers the first open day. Who asks the person
 * is told at the start; the client then sends the same write again with `openPeriod=1`.
 */
type Asker = (message: string) => Promise<boolean>

let asker: Asker | null = null

/** Says who asks; without one the refusal stands. */
export function askOpenPeriodBy(ask: Asker | null): void {
  asker = ask
}

/** Whether the person agrees that what is dated in a locked period is posted on the first open day. */
export function agreesToOpenPeriod(message: string): Promise<boolean> {
  return asker === null ? Promise.resolve(false) : asker(message)
}

/** The states of a mark-to-market run, and of its part for one portfolio. */

export const RUN_STATES = ['posted', 'stale', 'replaced', 'reversed'] as const
/**
 * Posted: in force. Stale: in force, but a late trade or price has changed what it rests on. Replaced: a later run says otherwise.
 * Reversed: taken back by a person, and no later run of the day.
 */
export type RunState = (typeof RUN_STATES)[number]

/** The acts on it. `confirmed`: a run of the same day found nothing changed. */
export type RunAct = 'input changed' | 'confirmed' | 'replaced' | 'reversed'

const NEXT: Readonly<Record<RunState, Partial<Readonly<Record<RunAct, RunState>>>>> = {
  posted: { 'input changed': 'stale', confirmed: 'posted', replaced: 'replaced', reversed: 'reversed' },
  stale: { 'input changed': 'stale', confirmed: 'posted', replaced: 'replaced', reversed: 'reversed' },
  replaced: {},
  reversed: {},
}

/** The state after an act; null where the act cannot happen to it any more. */
export const nextState = (state: RunState, act: RunAct): RunState | null => NEXT[state][act] ?? null

/** Whether its entries count. */
export const isInForce = (state: RunState): boolean => nextState(state, 'reversed') !== null

/**
 * The state of a run over several portfolios: stale while any of it is, posted while any of it is in force; of one with nothing in
 * force whether a later run says otherwise of any of it. A run of nothing is replaced.
 */
export function stateOfRun(portfolios: Iterable<RunState>): RunState {
  const found = new Set(portfolios)
  return (
    (['stale', 'posted', 'replaced', 'reversed'] as const).find((state) => found.has(state)) ?? 'replaced'
  )
}

/**
 * The steps of the browser's history. A step has an address and, in its state, how many dialogs are open above the page
 * and where its lists were scrolled to. Going back by the page's own doing is asynchronous: until the browser has arrived,
 * `address` answers where it will be, and changes of the address are kept and done on arrival.
 */

/** The position in which a list was left: its search, its page and the cell under the cursor. */
export interface ListPosition {
  readonly search: string
  readonly page: number
  readonly top: number
  readonly row: number
  readonly column: number
  /** Whether the list had the keyboard: it gets it back. */
  readonly used: boolean
  /** Whether it was shown in this step before: it does not open with its default view again. */
  readonly seen: boolean
}

interface StepState {
  readonly dialogs?: number
  readonly lists?: Readonly<Record<string, ListPosition>>
  /** The step was taken from a list to what takes the place of it. */
  readonly fromList?: boolean
}

/** The addresses to write once the browser has gone back: the first in place of the one it arrives at, the others as new steps. */
let leaving: { addresses: string[]; arrived: () => void; done: Promise<void> } | null = null

/** Where the browser does not go back (its history was cut), the page goes on after this time. A busy browser needs up to a second to arrive. */
const ARRIVAL_MS = 3000

export const stepState = (): StepState => (window.history.state as StepState | null) ?? {}

/** The hash that is shown, or will be once the browser has gone back. */
export function address(): string {
  return leaving?.addresses.at(-1) ?? window.location.hash
}

const leaveListeners = new Set<() => void>()

/** Called before another step is taken, to keep in this one what is not written yet. Answers what ends that. */
export function beforeStep(listener: () => void): () => void {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}

const write = (how: 'pushState' | 'replaceState', state: StepState, hash: string) =>
  window.history[how](state, '', `${window.location.pathname}${hash}`)

export function keepInStep(state: Partial<StepState>): void {
  if (leaving === null) write('replaceState', { ...stepState(), ...state }, window.location.hash)
}

/** Another address for this step. */
export function replaceAddress(hash: string): void {
  if (leaving === null) write('replaceState', stepState(), hash)
  else leaving.addresses.splice(-1, 1, hash)
}

/** Whether the browser made this step, of a typed address or a link, and the page has taken none from it. */
export const isNewStep = (): boolean => window.history.state === null

/** So that a step which is come back to is known from one that the browser has just made. */
function markStep() {
  if (isNewStep()) write('replaceState', {}, window.location.hash)
}

/** A new step. From a dialog it takes the place of the step of that dialog: Back leads to the page under it. */
export function pushAddress(hash: string, state: StepState = {}): void {
  for (const listener of leaveListeners) listener()
  if (leaving === null) markStep()
  if (leaving !== null) leaving.addresses.push(hash)
  else write((stepState().dialogs ?? 0) > 0 ? 'replaceState' : 'pushState', state, hash)
}

/** A new step at the same address, with a dialog more. */
export function pushDialogs(dialogs: number): void {
  for (const listener of leaveListeners) listener()
  markStep()
  const { lists } = stepState()
  write('pushState', { ...(lists === undefined ? {} : { lists }), dialogs }, window.location.hash)
}

/** Goes so many steps back and keeps the address, or takes another. */
export function leaveSteps(steps: number, hash = address()): void {
  if (leaving !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  leaving = { addresses: [hash], arrived: resolve, done: promise }
  window.history.go(-steps)
  setTimeout(() => leaving?.done === promise && arrive(), ARRIVAL_MS)
}

export const isLeaving = (): boolean => leaving !== null

/** Settled once the browser is where the page wants it. */
export const stepsSettled = (): Promise<void> => leaving?.done ?? Promise.resolve()

function arrive() {
  if (leaving === null) return
  const { addresses, arrived } = leaving
  leaving = null
  const [here = window.location.hash, ...further] = addresses
  write('replaceState', stepState(), here)
  for (const hash of further) write('pushState', {}, hash)
  arrived()
}

const backListeners = new Set<() => void>()

/** Calls the listener when the user goes back or forward. */
export function onBack(listener: () => void): void {
  backListeners.add(listener)
}

// The first listener of the page: what others read after it is the address that holds.
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    if (leaving !== null) arrive()
    else for (const listener of backListeners) listener()
  })
}

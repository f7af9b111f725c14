/**
 * A write that an approval rule covers is held until another person decides (202). The client notifies the user and
 * leaves the form as after a save; a screen that then catches the failure shows no message of its own.
 */
export interface HeldWrite {
  readonly id: number
  /** "APR-000123" */
  readonly number: string
}

/** The code of the failure that the caller of a held write gets: nothing is wrong, and nothing is saved yet. */
export const HELD = 'approval.waiting'
export const heldSentence = ({ number }: HeldWrite): string => `Submitted for approval: ${number}.`

interface Notifier {
  /** What a write is sent from, read when it is sent. */
  readonly origin: () => unknown
  readonly notify: (held: HeldWrite, origin: unknown) => void
}

let notifier: Notifier = { origin: () => null, notify: () => undefined }

/** Sets who notifies the user of a held write. */
export function whenHeld(by: Notifier): void {
  notifier = by
}
export const originOfWrite = (): unknown => notifier.origin()
export const notifyHeld = (held: HeldWrite, origin: unknown): void => notifier.notify(held, origin)

const asked = new WeakMap<object, unknown>()

/** Writes whose last preview said that they would wait: what a screen said is not asked again. */
const said = new Set<string>()
export const wasSaid = (write: string): boolean => said.has(write)

/** Keeps what the header of a preview says: the write would wait. */
export function keepAsked(preview: unknown, header: string | null, write: string): void {
  if (header === null) said.delete(write)
  else said.add(write)
  if (header === null || typeof preview !== 'object' || preview === null) return
  asked.set(preview, JSON.parse(header))
}
export const askedOf = (preview: unknown): unknown =>
  typeof preview === 'object' && preview !== null ? asked.get(preview) : undefined

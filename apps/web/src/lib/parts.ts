import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export const NEW_VERSION = 'A new version of Equity Manager is available. Reload the page to continue.'
const UNREACHED = 'A part of the page could not be loaded. Check the connection, then reload the page.'

/** A part of the program that is not on the page yet could not be fetched. Its message is for the user. */
export class PartMissing extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PartMissing'
  }
}

/**
 * Loads a part of the program: `const { toXlsx } = await load(() => import('./export.ts'))`. The parts of an earlier
 * version vanish from the server when it is updated under an open page.
 * @throws PartMissing
 */
export async function load<T>(part: () => Promise<T>): Promise<T> {
  try {
    return await part()
  } catch {
    throw new PartMissing((await serverAnswers()) ? NEW_VERSION : UNREACHED)
  }
}

/** `lazy` of React on `load`. */
export function lazyPart<Props>(
  part: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => load(part))
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

let lastMessage: string | null = null
const listeners = new Set<() => void>()

/** The sentence shown across the page, or null. */
export function missingPart(): string | null {
  return lastMessage
}

export function subscribeMissing(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows across the page that a part is missing; answers whether `error` was about that. */
export function reportMissing(error: unknown): boolean {
  if (!(error instanceof PartMissing)) return false
  lastMessage = error.message
  for (const listener of listeners) listener()
  return true
}

/** Takes the sentence away. */
export function forgetMissing(): void {
  lastMessage = null
  for (const listener of listeners) listener()
}

import { type ComponentType, createElement, lazy, useState } from 'react'

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

/** A component whose code is loaded when it is first drawn; `preload` loads it before. */
export type Part<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> }

/**
 * `lazy` of React on `load`. Code that is loaded already is drawn at once, without the placeholder of `Suspense`: React replaces a
 * placeholder after 300 ms at the earliest.
 */
export function lazyPart<Props extends object>(
  part: () => Promise<{ default: ComponentType<Props> }>,
): Part<Props> {
  let loaded: ComponentType<Props> | null = null
  const loading = async () => {
    const module = await load(part)
    loaded = module.default
    return module
  }
  const Lazy = lazy(loading) as unknown as ComponentType<Props>
  const Shown = (props: Props) => {
    const [Drawn] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return createElement(Drawn, props)
  }
  return Object.assign(Shown, { preload: async () => void (await loading()) })
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

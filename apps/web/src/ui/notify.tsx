import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import { tellMissing } from '../lib/parts.ts'

interface Way {
  label: string
  /** A hash like `#/trade-capture/transactions`. */
  href: string
}

export interface Message {
  text: ReactNode
  way: Way | undefined
  tone: 'success' | 'info' | 'error'
  /** How long it stays; null until closed. */
  ms: number | null
}

/** Messages wait here until the part that shows them has loaded, which the first one asks for. */
const waiting: Message[] = []
let wanted = false
const listeners = new Set<() => void>()

export function messagesWanted(): boolean {
  return wanted
}

export function subscribeMessages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes what waits. */
export function takeMessages(): Message[] {
  return waiting.splice(0)
}

function say(message: Message) {
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Short messages at the corner of the screen, read out by screen readers. */
export const notify = {
  /** What was done, naming the object, with a way to it. Goes by itself. */
  success(text: ReactNode, way?: Way): void {
    say({ text, way, tone: 'success', ms: way === undefined ? 4000 : 8000 })
  },
  info(text: ReactNode, way?: Way): void {
    say({ text, way, tone: 'info', ms: 6000 })
  },
  /** What went wrong; stays until closed or the tab is left. Give the error for the server's own sentence, `fallback` for none. */
  error(fallback: string, error?: unknown): void {
    // Trying again would not help.
    if (tellMissing(error)) return
    const sentence = error === undefined ? fallback : messageOf(error, fallback)
    say({ text: sentence === '' ? fallback : sentence, way: undefined, tone: 'error', ms: null })
  },
}

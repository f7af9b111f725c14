import type { ReactNode } from 'react'
import { isHeld, messageOf } from '../lib/api.ts'
import { reportMissing } from '../lib/parts.ts'

interface Way {
  label: string
  /** A hash like `#/trade-capture/transactions`. */
  href: string
}

/** Something to do at once. */
interface Action {
  label: string
  onClick: () => void
}

export interface Message {
  text: ReactNode
  way?: Way | undefined
  action?: Action | undefined
  tone: 'success' | 'info' | 'error'
  /** How long it stays; null until closed. */
  ms: number | null
  /** Said again under the same id it takes the place of what was said before; one that was closed stays closed. */
  id?: string
  /** The work that it reports is still running. */
  isWork?: boolean
}
/** Takes a message away. */
export interface Closing {
  close: string
}

/** Messages wait here until the part that shows them has loaded, which the first one asks for. */
const waiting: (Message | Closing)[] = []
let wanted = false
/** The results of long work that are shown: more would leave no room for errors. */
const done: string[] = []
const DONE_MOST = 2
const listeners = new Set<() => void>()

export function messagesWanted(): boolean {
  return wanted
}

export function subscribeMessages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes what waits. */
export function takeMessages(): (Message | Closing)[] {
  return waiting.splice(0)
}

function say(message: Message | Closing) {
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Something that goes on while the person does other things. */
export interface Task {
  /** How far it is, in place of what was said before. */
  say(text: ReactNode): void
  close(): void
}

/** Short messages at the corner of the screen, read out by screen readers. */
export const notify = {
  /** Something was done: names the object, with a link to it. Disappears after a while. */
  success(text: ReactNode, way?: Way): void {
    say({ text, way, tone: 'success', ms: way === undefined ? 4000 : 8000 })
  },
  /** Something was done that can be undone: stays long enough to read and to do so. */
  undoable(text: ReactNode, undo: () => void): void {
    say({ text, action: { label: 'Undo', onClick: undo }, tone: 'success', ms: 12_000 })
  },
  /** The result of long work: stays until it is closed, since the user may be elsewhere by then. The last two are kept. */
  done(text: ReactNode, way?: Way): void {
    const id = crypto.randomUUID()
    say({ id, text, way, tone: 'success', ms: null })
    done.push(id)
    for (const earlier of done.splice(0, done.length - DONE_MOST)) say({ close: earlier })
  },
  info(text: ReactNode, way?: Way): void {
    say({ text, way, tone: 'info', ms: 6000 })
  },
  /** Something is ready to be taken: stays until it is taken or closed. Answers how to close it. */
  offer(text: ReactNode, action: Action): () => void {
    const id = crypto.randomUUID()
    say({ id, text, action, tone: 'success', ms: null })
    return () => say({ close: id })
  },
  /** Work that takes longer: stays, on every tab, until it is closed. */
  task(): Task {
    const id = crypto.randomUUID()
    return {
      say: (text) => say({ id, text, isWork: true, tone: 'info', ms: null }),
      close: () => say({ close: id }),
    }
  },
  /** An error; stays until it is closed, the tab is left or the next save succeeds. Give the error for the server's own sentence, `fallback` for none. */
  error(fallback: string, error?: unknown): void {
    // Trying again would not help; a write that waits for approval has its own message.
    if (reportMissing(error) || isHeld(error)) return
    const sentence = error === undefined ? fallback : messageOf(error, fallback)
    say({ text: sentence === '' ? fallback : sentence, way: undefined, tone: 'error', ms: null })
  },
}

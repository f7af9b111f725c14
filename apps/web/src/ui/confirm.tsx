import type { ReactNode } from 'react'

export interface ConfirmInput {
  title: string
  /** What exactly happens; the specification's words where it has some. */
  message?: ReactNode
  /** The label of the button that does it: the verb of the action. */
  confirm?: string
  cancel?: string
  danger?: boolean
  /** The text to tick before the button works. */
  tick?: string
}

export interface Question extends ConfirmInput {
  answer: (agreed: boolean) => void
}

let asked: Question | null = null
let given: Promise<boolean> | null = null
const listeners = new Set<() => void>()

export function question(): Question | null {
  return asked
}

export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks; true when the user agreed. A question while another is open takes its place, which counts as No. */
export function confirm(input: ConfirmInput): Promise<boolean> {
  asked?.answer(false)
  given = new Promise((resolve) => {
    const mine: Question = {
      ...input,
      answer: (agreed) => {
        if (asked === mine) asked = null
        notifyListeners()
        resolve(agreed)
      },
    }
    asked = mine
    notifyListeners()
  })
  return given
}

/** Takes a question back that has lost its object, given what `confirm` answered; it counts as No. */
export function withdraw(question: Promise<boolean>): void {
  if (question === given) asked?.answer(false)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}

/** Asks before deleting, in the specification's words, naming the object. */
export function confirmDelete(input: {
  /** "Are you sure you want to delete this equity?" */
  question: string
  /** The object: "JKH.N0000 John Keells Holdings". */
  name?: ReactNode
  title?: string
}): Promise<boolean> {
  return confirm({
    title: input.title ?? 'Delete',
    message: (
      <>
        {input.question}
        {input.name !== undefined && (
          <>
            <br />
            <strong>{input.name}</strong>
          </>
        )}
      </>
    ),
    confirm: 'Delete',
    danger: true,
  })
}

import type { Reply, Route } from '@em/contract/kit/route'
import type { Figures } from '@em/contract/trades/trade-preview'
import { useDebouncedValue } from '@mantine/hooks'
import { ApiFailure } from '../../../lib/api.ts'
import { useRoute } from '../../../lib/query.ts'

/** Typing settles for this long before the server is asked. */
const WAIT_MS = 200

export interface Calculation<Answer> {
  /** The server's answer; null while nothing can be calculated. */
  answer: Answer | null
  /** A newer answer is on its way. */
  stale: boolean
  /** No answer to the present question is there yet, but one will come. */
  pending: boolean
  /** Why nothing could be calculated, in the server's sentence; null where it did not refuse. */
  problem: string | null
}

/** The figures next to a form. */
export interface LiveFigures {
  /** By the fee schedule; null while nothing can be calculated. */
  schedule: Figures | null
  /** The figures that the trade will book: with fees as charged where they are typed. */
  figures: Figures | null
  stale: boolean
  problem: string | null
}

/**
 * Asks the server while the user types; `question` is null while too little is typed. An answer belongs to its
 * question, so one that comes late for a former question is never shown; until the new one is there the last stays,
 * marked stale. A failure leaves the fields empty.
 */
export function useCalculation<R extends Route>(
  route: R,
  question: object | null,
  staleTime: number,
): Calculation<Reply<R>> {
  // As text, since a form makes the question anew with every keystroke: only another text is another question.
  const text = question === null ? null : JSON.stringify(question)
  const [asked] = useDebouncedValue(text, WAIT_MS)
  const found = useRoute(route, { body: JSON.parse(asked ?? '{}') } as never, {
    enabled: asked !== null && text !== null,
    keepPrevious: true,
    staleTime,
  })
  const answer = text === null ? null : (found.data ?? null)
  const stale = answer !== null && (text !== asked || found.isPlaceholderData)
  return {
    answer,
    stale,
    pending: text !== null && !found.isError && (answer === null || stale),
    problem: text === null ? null : sentenceOf(found.error),
  }
}

/** The sentence of a refused calculation. */
function sentenceOf(error: unknown): string | null {
  return error instanceof ApiFailure && error.spoken ? error.message : null
}

import { useRef } from 'react'

/**
 * The same act, once at a time: while it is running, the same call again does nothing and its promise never settles. Two
 * clicks of a double click come before a button can be disabled.
 */
export function useOnce<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const running = useRef(new Set<string>())
  return async (input: Input): Promise<Answer> => {
    const what = JSON.stringify(input) ?? ''
    if (running.current.has(what)) return new Promise<never>(() => undefined)
    running.current.add(what)
    try {
      return await act(input)
    } finally {
      running.current.delete(what)
    }
  }
}

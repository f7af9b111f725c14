import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Remembered } from './FormContext.tsx'
import { rememberedOf, type Start, type StartRules, startTaken } from './start.ts'

const NOWHERE: Start = {}

/** The values that the user's newest record gives to the next one. */
export interface Found {
  readonly start: Start
  /** False: there is no such record, and what is in `start` is the only one of its kind. */
  readonly isOfLast: boolean
}

/** The values that the form started from, and those that are unchanged. */
export interface Started {
  readonly remembered: Remembered
  readonly isOfLast: boolean
  /** The server has not answered yet. */
  readonly isPending: boolean
}

interface Options<Values> {
  readonly rules: StartRules<Values>
  readonly values: Values
  /** Puts in what is chosen for the values of the moment. Stable. */
  readonly put: (how: (values: Values) => Start) => void
  /** From the server; undefined while it is not known, or may be older than what was just saved. */
  readonly found: Found | undefined
  readonly isFailed: boolean
  readonly enabled: boolean
  readonly wordsOf: (group: string, isOfLast: boolean) => string
}

/**
 * Puts in what the person's newest record has, from the server: whichever way and on whichever machine it was recorded. After a save
 * (`anew`) that is what was just recorded, so that nothing is waited for. Put in once: a later answer would exchange values that the
 * user has read, checked, or chosen other fields by.
 */
export function useStart<Values>(options: Options<Values>) {
  const { rules, values, put, found, isFailed, enabled, wordsOf } = options
  const [{ start, isOfLast, isKnown }, setStarted] = useState({
    start: NOWHERE,
    isOfLast: false,
    isKnown: false,
  })
  const before = useRef(NOWHERE)
  const isPut = useRef(false)
  useEffect(() => {
    if (found === undefined || !enabled || isPut.current) return
    isPut.current = true
    before.current = found.start
    put((now) => startTaken(now, found.start, rules))
    // oxlint-disable-next-line react/set-state-in-effect -- the answer goes into the form, once
    setStarted({ ...found, isKnown: true })
  }, [found, enabled, put, rules])
  /** The values of an empty form; `next` is of the record just saved. */
  const anew = useCallback(
    (next?: Start): Start => {
      if (next !== undefined && enabled) {
        isPut.current = true
        before.current = next
        setStarted({ start: next, isOfLast: true, isKnown: true })
      }
      return before.current
    },
    [enabled],
  )
  const started = useMemo<Started>(
    () => ({
      remembered: rememberedOf(values, start, rules, (group) => wordsOf(group, isOfLast)),
      isOfLast,
      isPending: enabled && !isKnown && !isFailed,
    }),
    [values, start, rules, wordsOf, isOfLast, isKnown, enabled, isFailed],
  )
  return { started, start, anew }
}

import { useEffect, useRef } from 'react'
import {
  isLeaving,
  isNewStep,
  leaveSteps,
  onBack,
  pushDialogs,
  stepState,
  stepsSettled,
} from '../lib/steps.ts'

/** The dialogs open above the page, the newest last. Each is a step in the history: Back closes it and stays on the page. */
const open: { close: () => void }[] = []

/** A dialog that Back has closed is gone after this time; one that asks first, or stays, has its step again. */
const CLOSED_MS = 50

let isScheduled = false

/** Moves the history to the number of open dialogs, once all that opens and closes at one time has done so. */
function follow() {
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(() => {
    isScheduled = false
    if (isLeaving()) {
      void stepsSettled().then(follow)
      return
    }
    const steps = stepState().dialogs ?? 0
    for (let next = steps + 1; next <= open.length; next += 1) pushDialogs(next)
    if (steps > open.length) leaveSteps(steps - open.length)
  })
}

onBack(() => {
  // A typed address says itself what is open: to close what was would take it back.
  if (isNewStep()) {
    setTimeout(follow, CLOSED_MS)
    return
  }
  const left = open.slice(stepState().dialogs ?? 0)
  if (left.length === 0) return
  for (const { close } of left.toReversed()) close()
  setTimeout(follow, CLOSED_MS)
})

/** Makes what is open above the page a step in the history. */
export function useHistoryStep(opened: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!opened) return
    const mine = { close: () => latest.current() }
    open.push(mine)
    follow()
    return () => {
      open.splice(open.indexOf(mine), 1)
      follow()
    }
  }, [opened])
}

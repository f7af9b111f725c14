/**
 * Loaded into a server before its own code (`--import`): keeps how long its event loop stood still, window by window, in the file
 * that LOOP_FILE names. Processes that the server starts do not write there.
 */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const WINDOW = 50
const file = process.env['LOOP_FILE']
delete process.env['LOOP_FILE']
if (file !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  setInterval(() => {
    // A timer of a millisecond is late by as much as the loop stood still.
    appendFileSync(file, `${(delay.max / 1e6).toFixed(1)}\n`)
    delay.reset()
  }, WINDOW).unref()
}

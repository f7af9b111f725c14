/** A Chromium to drive, and what it complains about while we do. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tools/test/chromium.ts'

/** Nothing leaves this machine, and nothing asks to be set up first. */
const QUIET = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** A browser with a new profile of its own. Playwright leaves the sandbox off, which root needs. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: QUIET })
}

/**
 * Collects what goes wrong in a page: its console's errors, and faults that nothing caught. Sentences that `allowed`
 * matches were provoked on purpose: Chromium itself writes a line for every answer that is not a success.
 */
export function watchPage(page: Page, allowed: readonly RegExp[], problems: string[]): void {
  const note = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => note(`page: ${error.message}`))
}

const DAY_MS = 86_400_000
const colombo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo', dateStyle: 'short' })

/**
 * A script that moves a page's date so that it is `day` (YYYY-MM-DD) in Colombo, as it is for a server started with
 * TODAY. The time of day goes on as it is, and timers stay as they are.
 */
export function onDay(day: string): string {
  const by = Math.round((Date.parse(day) - Date.parse(colombo.format(new Date()))) / DAY_MS) * DAY_MS
  return `{
    const Now = Date
    globalThis.Date = class Date extends Now {
      constructor(...given) {
        if (given.length === 0) super(Now.now() + ${by})
        else super(...given)
      }
      static now() { return Now.now() + ${by} }
    }
  }`
}

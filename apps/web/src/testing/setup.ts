import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { stepsSettled } from '../lib/steps.ts'

/** Browser functions that jsdom lacks, as stubs; and no test passes with a message on the console. */
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined
// Growing text areas listen for fonts that arrive late.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// A busy machine is no fault of the page.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8_000 })

const printed: string[] = []

beforeEach(() => {
  printed.length = 0
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      printed.push(`${level}: ${words.map(String).join(' ')}`)
    })
  }
})

afterEach(async () => {
  cleanup()
  // A dialog that closed goes a step back; the next test has an address of its own.
  await Promise.resolve()
  await stepsSettled()
  // Files share a process: a message of one test is not left to the next.
  notifications.clean()
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
  expect(printed, 'nothing on the console').toEqual([])
})

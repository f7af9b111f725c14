/** Messages cover no control: the page leaves them the room that they take. */
import { expect } from 'vitest'
import { button, field } from './pages/form.ts'
import { fillBook } from './support/book.ts'
import { stories } from './support/story.ts'

const { story } = stories({ prepare: fillBook })

/** In the page: the controls that a message meets, by their words. */
const COVERED = `(() => {
  const messages = [...document.querySelectorAll('.mantine-Notification-root')]
  // Of what the list of tabs in the sidebar has scrolled away nothing is in sight.
  const meets = (message, control) => {
    const box = control.getBoundingClientRect()
    const list = control.closest('nav')
    const bottom = list === null ? box.bottom : Math.min(box.bottom, list.getBoundingClientRect().bottom)
    return (
      box.width > 1 &&
      message.left < box.right - 1 &&
      message.right > box.left + 1 &&
      message.top < bottom - 1 &&
      message.bottom > box.top + 1
    )
  }
  return [...document.querySelectorAll('button, a[href], input, td')]
    .filter((control) => !messages.some((message) => message.contains(control)))
    .filter((control) => messages.some((message) => meets(message.getBoundingClientRect(), control)))
    .map((control) => control.getAttribute('aria-label') ?? control.textContent)
})()`

for (const [width, height] of [
  [1440, 900],
  [960, 540],
  [390, 844],
] as const) {
  story(`a message of ${width} x ${height} covers no control`, {}, async ({ page, go }) => {
    await page.setViewportSize({ width, height })
    await go('trade-capture/transactions')
    await button(page, 'Views').click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    await field(page, 'Name').fill('Mine')
    await page.keyboard.press('Enter')
    await button(page, 'Mine').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('View "Mine" deleted.').waitFor()
    await expect.poll(() => page.evaluate<string[]>(COVERED), { timeout: 8_000 }).toEqual([])
  })
}

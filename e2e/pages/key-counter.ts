/** A clerk without a mouse: each key is counted. */
import type { Page } from 'playwright-core'

/** Presses keys one after the other and counts them: a chord counts each key that is held. */
export function keyCounter(page: Page) {
  let pressed = 0
  const press = async (keys: string) => {
    pressed += keys.split('+').length
    await page.keyboard.press(keys)
  }
  return {
    press,
    type: async (text: string) => {
      for (const key of text) await press(key)
    },
    count: () => pressed,
  }
}

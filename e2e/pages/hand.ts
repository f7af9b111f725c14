/** A clerk without a mouse: each key is counted. */
import type { Page } from 'playwright-core'

/** Presses keys as a hand does, and counts them: a chord is as many as are held. */
export function hand(page: Page) {
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

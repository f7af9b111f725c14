/** The pictures that the pages of the guide show: each is named like the picture of `pictures.ts` that it is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

export const GUIDE = fileURLToPath(new URL('../../docs/guide', import.meta.url))
/** The screen in every picture of the guide: the pages reserve this space. */
export const GUIDE_SIZE = { width: 1280, height: 720 }
/** Of WebP. Small text stays readable, and a picture takes some 45 KB. */
const QUALITY = 45

/** The names of the pictures in a page's text. */
export const picturesIn = (text: string): string[] =>
  [...text.matchAll(/^!\[[^\]]+\]\(pictures\/([\w-]+)\.webp\)$/gm)].map(([, name = '']) => name)

/** The names of all pictures that the guide shows. */
export const guidePictures = (): Set<string> =>
  new Set(
    readdirSync(GUIDE)
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => picturesIn(readFileSync(join(GUIDE, file), 'utf8'))),
  )

/** The page as drawn by the browser, as WebP. */
export async function webpOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  await session.detach()
  return Buffer.from(data, 'base64')
}

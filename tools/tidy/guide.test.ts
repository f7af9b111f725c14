/** The user guide: a page for each group of the sidebar, a section for each tab, and no link or picture that leads nowhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../../apps/web/src/app/help/blocks.ts'
import { groups } from '../../packages/contract/src/tabs/tabs.ts'
import { GUIDE, guidePictures, picturesIn } from '../screens/guide.ts'
import { morePictures } from '../screens/more-pictures.ts'
import { pictures } from '../screens/pictures.ts'

const pages = readdirSync(GUIDE).filter((file) => file.endsWith('.md'))
const textOf = (file: string) => readFileSync(join(GUIDE, file), 'utf8')
const pictureFiles = () => readdirSync(join(GUIDE, 'pictures'))

const titlesIn = (text: string): string[] =>
  [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) => title)

/** The links of a page whose target does not exist. */
function deadLinks(file: string, text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = '']) => href)
    .filter((href) => !href.startsWith('http'))
    .filter((href) => {
      const [path = '', anchor] = href.split('#')
      const target = path === '' ? join(GUIDE, file) : join(dirname(join(GUIDE, file)), path)
      if (!existsSync(target)) return true
      return anchor !== undefined && !titlesIn(readFileSync(target, 'utf8')).map(anchorOf).includes(anchor)
    })
}

test('each group has a page, and each tab a section of it', () => {
  const missing = groups.flatMap(({ slug, tabs }) => {
    const file = `${slug}.md`
    if (!pages.includes(file)) return [file]
    const named = [...textOf(file).matchAll(/^## (.+)$/gm)].flatMap(([, title = '']) =>
      title.split(/, | and /),
    )
    return tabs.filter(({ name }) => !named.includes(name)).map(({ id }) => id)
  })
  expect(missing).toEqual([])
})

test('each link leads to a page and a heading that exist', () => {
  expect(pages.flatMap((file) => deadLinks(file, textOf(file)).map((href) => `${file}: ${href}`))).toEqual([])
  expect(deadLinks('README.md', '[a](#nowhere) [b](no-page.md) [c](figures.md#figures)')).toEqual([
    '#nowhere',
    'no-page.md',
  ])
})

test('each page is listed in the way in', () => {
  const listed = textOf('README.md')
  expect(pages.filter((file) => file !== 'README.md' && !listed.includes(`](${file})`))).toEqual([])
})

test('each picture exists, is shown by a page, and is of a place that `npm run guide-pictures` reaches', () => {
  const shown = guidePictures()
  expect([...shown].map((name) => `${name}.webp`).toSorted()).toEqual(pictureFiles().toSorted())
  const reached = new Set([...pictures, ...morePictures].map(({ name }) => name))
  expect([...shown].filter((name) => !reached.has(name))).toEqual([])
  expect(picturesIn('![A list](pictures/a-list.webp)\n![x](other/b.webp)')).toEqual(['a-list'])
})

test('the pictures stay small', () => {
  const sizes = pictureFiles().map((file) => statSync(join(GUIDE, 'pictures', file)).size)
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_200_000)
})

/** Two screens of text at the width of the help dialog. */
const MOST_WORDS = 650

test('a section is two screens at most', () => {
  const long = pages.flatMap((file) =>
    textOf(file)
      .split(/^#{2,3} /m)
      .map((part) => ({ title: `${file}: ${part.split('\n', 1)[0]}`, words: part.split(/\s+/).length }))
      .filter(({ words }) => words > MOST_WORDS)
      .map(({ title, words }) => `${title} (${words} words)`),
  )
  expect(long).toEqual([])
})

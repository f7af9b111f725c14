import type { Tab } from '@em/contract/tabs/tabs'
import { slugOf } from '@em/contract/tabs/tabs'
import { anchorOf } from './blocks.ts'

const PAGES = import.meta.glob<string>('../../../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const PICTURES = import.meta.glob<string>('../../../../../docs/guide/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})
const nameOf = (path: string) => path.replace(/^.*\/docs\/guide\//, '')

/** A section of a page of the user guide. */
export interface GuideSection {
  /** `trade-capture.md#buy`, as the pages link to it. */
  readonly id: string
  readonly page: string
  readonly title: string
  readonly lines: readonly string[]
}

/** What a page says before its first section is shown with each of them. */
function sectionsOf(file: string, text: string): GuideSection[] {
  const [head = '', ...parts] = text.split(/^## /m)
  const [title = '', ...intro] = head.trim().split('\n')
  return parts.map((part) => {
    const [name = '', ...lines] = part.split('\n')
    const id = `${file}#${anchorOf(name)}`
    return { id, page: title.replace('# ', ''), title: name.trim(), lines: [...intro, '', ...lines] }
  })
}

const WAY_IN = 'README.md'
/** All sections, the way in first, then page by page. */
export const SECTIONS: readonly GuideSection[] = Object.entries(PAGES)
  .map(([path, text]) => [nameOf(path), text] as const)
  .toSorted(([one], [other]) => (one === WAY_IN ? -1 : other === WAY_IN ? 1 : one.localeCompare(other)))
  .flatMap(([file, text]) => sectionsOf(file, text))

export const sectionAt = (id: string): GuideSection | undefined => SECTIONS.find((one) => one.id === id)

/** The address of a picture of the guide. */
export const pictureAt = (path: string): string | undefined =>
  Object.entries(PICTURES).find(([file]) => nameOf(file) === path)?.[1]

const namesIn = (title: string): string[] => title.split(/, | and /)

/** The section of a tab: on the page of its group, the one whose heading names it. Without a tab, the way in. */
export function sectionOf(tab: Pick<Tab, 'name' | 'group'> | null): GuideSection | undefined {
  if (tab === null) return SECTIONS[0]
  const page = `${slugOf(tab.group.name)}.md#`
  return SECTIONS.find(({ id, title }) => id.startsWith(page) && namesIn(title).includes(tab.name))
}

/** The parts of a text of the guide: the Markdown that its pages use, and no other. */
export interface Item {
  text: string
  readonly inner: string[]
}

export type Block =
  | { readonly kind: 'heading' | 'text'; text: string }
  | { readonly kind: 'steps' | 'list'; readonly items: Item[] }
  | { readonly kind: 'table'; readonly rows: string[][] }
  | { readonly kind: 'picture'; readonly path: string; readonly alt: string }

const PICTURE = /^!\[([^\]]*)\]\(([^)]+)\)$/
const ITEM = /^(\s*)(-|\d+\.) (.*)$/

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())

/** A line that begins a block or an item. False for one that continues what is above it. */
function began(line: string, blocks: Block[]): boolean {
  const last = blocks.at(-1)
  const picture = PICTURE.exec(line)
  if (picture !== null) {
    blocks.push({ kind: 'picture', alt: picture[1] ?? '', path: picture[2] ?? '' })
    return true
  }
  if (line.startsWith('#')) {
    blocks.push({ kind: 'heading', text: line.replace(/^#+ /, '') })
    return true
  }
  if (line.startsWith('|')) {
    if (last?.kind !== 'table') blocks.push({ kind: 'table', rows: [cellsOf(line)] })
    else if (!/^\|[\s|:-]+\|$/.test(line)) last.rows.push(cellsOf(line))
    return true
  }
  const item = ITEM.exec(line)
  if (item === null) return false
  const [, indent = '', mark = '', text = ''] = item
  const open = last?.kind === 'steps' || last?.kind === 'list' ? last : undefined
  const kind = mark === '-' ? 'list' : 'steps'
  if (indent !== '' && open !== undefined) open.items.at(-1)?.inner.push(text)
  else if (open?.kind === kind) open.items.push({ text, inner: [] })
  else blocks.push({ kind, items: [{ text, inner: [] }] })
  return true
}

function continued(line: string, blocks: Block[], isOpen: boolean): void {
  const last = isOpen ? blocks.at(-1) : undefined
  if (last?.kind === 'text') last.text += ` ${line}`
  else if (last?.kind === 'list' || last?.kind === 'steps') {
    const item = last.items.at(-1)
    if (item === undefined) return
    if (item.inner.length > 0) item.inner.push(`${item.inner.pop()} ${line}`)
    else item.text += ` ${line}`
  } else blocks.push({ kind: 'text', text: line })
}

export function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of lines) {
    const isBlank = line.trim() === ''
    if (!isBlank && !began(line.trimEnd(), blocks)) continued(line.trim(), blocks, isOpen)
    isOpen = !isBlank
  }
  return blocks
}

/** The anchor of a heading, as Git hosts make it: `Realized Gain/Loss` -> `realized-gainloss`. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

import type { ReactNode } from 'react'
import css from './Help.module.css'

/** A part of a text: bold, italic, code and links as their words. */
function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]*\))/).map((part, at): ReactNode => {
    const key = `${at} ${part.slice(0, 8)}`
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
    if (part.startsWith('*') && part.length > 2) return <em key={key}>{part.slice(1, -1)}</em>
    return part.startsWith('[') ? part.replace(/^\[([^\]]+)\].*$/, '$1') : part
  })
}

interface Block {
  readonly kind: 'list' | 'table' | 'text' | 'heading'
  readonly parts: string[]
}

const ITEM = /^\s*(?:-|\d+\.) /
const kindOf = (line: string): Block['kind'] =>
  ITEM.test(line) ? 'list' : line.startsWith('|') ? 'table' : line.startsWith('#') ? 'heading' : 'text'

/** Lines that go on are joined to what they continue. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let isOpen = false
  for (const line of lines) {
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    const kind = kindOf(line)
    const last = blocks.at(-1)
    if (kind === 'text' && isOpen && last !== undefined && last.kind !== 'table') {
      last.parts.push(`${last.parts.pop() ?? ''} ${line.trim()}`)
    } else if (last?.kind === kind && isOpen) last.parts.push(line)
    else blocks.push({ kind, parts: [line] })
    isOpen = kind !== 'heading'
  }
  return blocks
}

/** The text of a section: paragraphs, lists and tables of Markdown, as the guide has them. */
export function GuideText({ lines }: { lines: readonly string[] }) {
  return blocksOf(lines).map(({ kind, parts }, at) => {
    const key = `${at} ${kind}`
    if (kind === 'heading') return <h3 key={key}>{inline(parts.join(' ').replace(/^#+ /, ''))}</h3>
    if (kind === 'text') return <p key={key}>{inline(parts.join(' '))}</p>
    if (kind === 'list') {
      return (
        <ul key={key}>
          {parts.map((part) => (
            <li key={part} className={/^\s/.test(part) ? css.inner : undefined}>
              {inline(part.replace(ITEM, ''))}
            </li>
          ))}
        </ul>
      )
    }
    const rows = parts
      .filter((part) => !/^\|[\s|:-]+\|$/.test(part))
      .map((part) => part.slice(1, -1).split('|'))
    return (
      <table key={key} className={css.table}>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join('|')}>
              {cells.map((cell) => (
                <td key={cell}>{inline(cell.trim())}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  })
}

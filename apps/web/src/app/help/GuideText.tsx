import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { anchorOf, type Block, blocksOf } from './blocks.ts'
import { type GuideSection, pictureAt, SECTIONS } from './guide.ts'
import css from './Help.module.css'

const LINK = /^\[([^\]]+)\]\(([^)]*)\)$/

interface GuideTextProps {
  /** The section that the text is of: links without a page lead to its page. */
  id: string
  lines: readonly string[]
  /** Opens another section. */
  follow: (id: string) => void
}

/** Whether a heading of a section, its own or one within it, has an anchor. */
const hasAnchor = ({ title, lines }: GuideSection, anchor: string): boolean =>
  [title, ...lines.filter((line) => line.startsWith('### ')).map((line) => line.slice(4))].some(
    (heading) => anchorOf(heading) === anchor,
  )

/** The section that a link leads to. A page alone is its first section; other documents are no part of the guide. */
function target(id: string, href: string): string | undefined {
  const [page = '', anchor] = href.split('#')
  const file = `${page === '' ? id.split('#')[0] : page}#`
  const sections = SECTIONS.filter((one) => one.id.startsWith(file))
  return (anchor === undefined ? sections[0] : sections.find((one) => hasAnchor(one, anchor)))?.id
}

/** The text of a section: paragraphs, lists, tables and pictures of Markdown, as the guide has them. */
export function GuideText({ id, lines, follow }: GuideTextProps) {
  /** A part of a text: bold, italic, code and links. */
  const inline = (text: string): ReactNode[] =>
    text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`|\[[^\]]+\]\([^)]*\))/).map((part, at): ReactNode => {
      const key = `${at} ${part.slice(0, 8)}`
      if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>
      if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>
      if (part.startsWith('*') && part.length > 2) return <em key={key}>{part.slice(1, -1)}</em>
      const [, words, href = ''] = LINK.exec(part) ?? []
      if (words === undefined) return part
      const to = target(id, href)
      if (to === undefined) return words
      return (
        <Anchor key={key} component="button" type="button" inherit onClick={() => follow(to)}>
          {words}
        </Anchor>
      )
    })

  const items = (block: Extract<Block, { kind: 'list' | 'steps' }>) =>
    block.items.map(({ text, inner }) => (
      <li key={text}>
        {inline(text)}
        {inner.length > 0 && (
          <ul>
            {inner.map((one) => (
              <li key={one}>{inline(one)}</li>
            ))}
          </ul>
        )}
      </li>
    ))

  const shown = (block: Block): ReactNode => {
    switch (block.kind) {
      case 'heading':
        return <h3>{inline(block.text)}</h3>
      case 'text':
        return <p>{inline(block.text)}</p>
      case 'picture':
        return (
          <img
            className={css.picture}
            src={pictureAt(block.path)}
            alt={block.alt}
            loading="lazy"
            width={1280}
            height={720}
          />
        )
      case 'list':
        return <ul>{items(block)}</ul>
      case 'steps':
        return <ol>{items(block)}</ol>
      case 'table':
        return (
          <table className={css.table}>
            <tbody>
              {block.rows.map((cells) => (
                <tr key={cells.join('|')}>
                  {cells.map((cell) => (
                    <td key={cell}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )
    }
  }
  return blocksOf(lines).map((block, at) => <div key={`${at} ${block.kind}`}>{shown(block)}</div>)
}

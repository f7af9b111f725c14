/** Facts about a value of a statement. */
import { flagIn, listIn, type Node } from './node-tree.ts'

/** Facts about a value. */
export interface Known {
  readonly nullable: boolean
  /** PostgreSQL's type. */
  readonly type: string
  /** The texts that it can be. */
  readonly words?: readonly string[] | undefined
  /** Its type in code, where that says more: what JSON holds. */
  readonly inCode?: string | undefined
  /** It is the word NULL. */
  readonly nothing?: boolean
}

/** Texts keep their value as the type; an empty list of JSON holds nothing of a type. */
export function constant(node: Node, type: string): Known {
  if (flagIn(node, 'constisnull')) return { type, nullable: true, nothing: true }
  const written = listIn(node, 'constvalue').map(String)
  const bytes = written.slice(written.indexOf('[') + 1, -1).map((byte) => Number(byte) & 255)
  const text = Buffer.from(bytes.slice(4)).toString('utf8')
  if (type === 'text') return { type, nullable: false, words: [text] }
  // A text that no type was asked of ends with a zero instead of beginning with its length.
  if (type === 'unknown')
    return { type: 'text', nullable: false, words: [Buffer.from(bytes.slice(0, -1)).toString('utf8')] }
  if (type === 'json' && text === '[]') return { type, nullable: false, inCode: 'never[]' }
  return { type, nullable: false, inCode: type === 'jsonb' && bytes.length === 8 ? 'never[]' : undefined }
}

/** PostgreSQL's own text of an analysed statement (`pg_node_tree`), read into objects. */

/** A node: its kind, as `VAR` or `QUERY`, and its fields. */
export interface Node {
  readonly kind: string
  readonly fields: ReadonlyMap<string, Value>
}
export type Value = string | null | Node | readonly Value[]

const TOKEN = /[{}()]|"(?:[^"\\]|\\.)*"|(?:\\.|[^\s(){}\\"])+/gs

export const isNode = (value: Value | undefined): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value

/** A field of a node that is a node; undefined where it is empty. */
export function nodeIn(node: Node, field: string): Node | undefined {
  const value = node.fields.get(field)
  return isNode(value) ? value : undefined
}
/** The members of a field that is a list. */
export function listIn(node: Node, field: string): readonly Value[] {
  const value = node.fields.get(field)
  return Array.isArray(value) ? value : []
}
/** The nodes among them. */
export const nodesIn = (node: Node, field: string): Node[] => listIn(node, field).filter(isNode)
/** A field as a number; 0 where it is empty. */
export const numberIn = (node: Node, field: string): number => Number(textIn(node, field) ?? 0)
export function textIn(node: Node, field: string): string | undefined {
  const value = node.fields.get(field)
  return typeof value === 'string' ? value : undefined
}
export const flagIn = (node: Node, field: string): boolean => textIn(node, field) === 'true'

/** Reads the text. @throws where it does not end. */
export function readTree(text: string): Value {
  const tokens = text.match(TOKEN) ?? []
  let at = 0
  const value = (): Value => {
    const token = tokens[at]
    at += 1
    if (token === undefined) throw new Error('a node tree without an end')
    if (token === '{') return node()
    if (token === '(') return list()
    if (token === '<>') return null
    return token.startsWith('"') ? token.slice(1, -1) : token.replace(/\\(.)/gs, '$1')
  }
  const list = () => {
    const members: Value[] = []
    while (tokens[at] !== ')') members.push(value())
    at += 1
    return members
  }
  const node = (): Node => {
    const kind = tokens[at] ?? ''
    at += 1
    const fields = new Map<string, Value>()
    while (tokens[at] !== '}') {
      const label = (tokens[at] ?? '').slice(1)
      at += 1
      const values: Value[] = []
      while (tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(value())
      fields.set(label, values.length === 1 ? (values[0] ?? null) : values)
    }
    at += 1
    return { kind, fields }
  }
  return value()
}

/** The node of a field as a list of one, of none where there is none. */
export const nodesOf = (node: Node, field: string): Node[] => {
  const one = nodeIn(node, field)
  return one ? [one] : []
}

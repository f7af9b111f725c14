/** Facts about a query's columns that follow from its conditions. */
import type { Catalogue } from './catalogue.ts'
import { constant } from './known.ts'
import { flagIn, type Node, nodeIn, nodesIn, nodesOf, numberIn, textIn } from './node-tree.ts'

/** Texts that a condition names: only these, or all but these. */
interface Named {
  readonly only: readonly string[] | undefined
  readonly not: readonly string[]
}

export interface Conditions {
  /** Columns (`table.column` by number) that a condition of the query keeps from being null. */
  readonly sure: ReadonlySet<string>
  /** FROM items, by number, that have a row although an outer join might give none. */
  readonly there: ReadonlySet<number>
  /** By such a column: the texts that a condition of the query names, or leaves out. */
  readonly lets: ReadonlyMap<string, Named>
}

/**
 * Facts about a query's columns by its WHERE and inner joins: which are never null, and which texts they can
 * be.
 */
export function conditionsOf(query: Node, catalogue: Catalogue): Conditions {
  const found: Node[] = []
  const source = (node: Node): void => {
    if (node.kind === 'FROMEXPR') {
      nodesIn(node, 'fromlist').forEach(source)
      found.push(...nodesOf(node, 'quals'))
    }
    // 0: an inner join, 1 and 3: outer ones. On the far side of an outer one nothing is sure.
    if (node.kind !== 'JOINEXPR') return
    const kind = numberIn(node, 'jointype')
    if (kind === 0) found.push(...nodesOf(node, 'quals'))
    if (kind === 0 || kind === 1) nodesOf(node, 'larg').forEach(source)
    if (kind === 0 || kind === 3) nodesOf(node, 'rarg').forEach(source)
  }
  nodesOf(query, 'jointree').forEach(source)
  return readConditions(found, catalogue)
}

/** The facts that follow if all these conditions hold. */
export function readConditions(conditions: readonly Node[], catalogue: Catalogue): Conditions {
  const there = new Set<number>()
  const sure = new Set<string>()
  const lets = new Map<string, Named>()
  const nameOf = (node: Node) => {
    const plain = node.kind === 'RELABELTYPE' ? (nodeIn(node, 'arg') ?? node) : node
    if (plain.kind !== 'VAR' || numberIn(plain, 'varlevelsup') !== 0) return undefined
    return `${numberIn(plain, 'varno')}.${numberIn(plain, 'varattno')}`
  }
  const strict = (node: Node): void => {
    const name = nameOf(node)
    if (name !== undefined) {
      sure.add(name)
      there.add(Number(name.split('.')[0]))
    }
    const id = numberIn(node, node.kind === 'FUNCEXPR' ? 'funcid' : 'opfuncid')
    const calls = node.kind === 'FUNCEXPR' || node.kind === 'OPEXPR'
    if (calls && catalogue.function(id).strict) nodesIn(node, 'args').forEach(strict)
    if (node.kind === 'SCALARARRAYOPEXPR' && flagIn(node, 'useOr')) {
      nodesIn(node, 'args').slice(0, 1).forEach(strict)
    }
  }
  /** `side = 'buy'`, `side <> 'opening'`, `side IN ('buy', 'sell')`. */
  const words = (node: Node): void => {
    if (node.kind !== 'OPEXPR' && node.kind !== 'SCALARARRAYOPEXPR') return
    const operator = catalogue.function(numberIn(node, 'opfuncid')).name
    const [left, right] = nodesIn(node, 'args')
    const name = left && nameOf(left)
    const listed = right?.kind === 'ARRAYEXPR' ? nodesIn(right, 'elements') : right ? [right] : []
    const named = listed.flatMap((one) => (one.kind === 'CONST' ? (constant(one, 'text').words ?? []) : []))
    if (name === undefined || named.length === 0 || named.length !== listed.length) return
    const { only, not } = lets.get(name) ?? { only: undefined, not: [] }
    if (operator === 'texteq')
      lets.set(name, { only: only?.filter((word) => named.includes(word)) ?? named, not })
    if (operator === 'textne') lets.set(name, { only, not: [...not, ...named] })
  }
  const condition = (node: Node): void => {
    if (node.kind === 'BOOLEXPR' && textIn(node, 'boolop') === 'and') nodesIn(node, 'args').forEach(condition)
    // 1: IS NOT NULL.
    else if (node.kind === 'NULLTEST' && numberIn(node, 'nulltesttype') === 1)
      nodesOf(node, 'arg').forEach(strict)
    else {
      strict(node)
      words(node)
    }
  }
  conditions.forEach(condition)
  return { sure, there, lets }
}

/**
 * The columns of an analysed statement: the type of each, and whether it may be null. Null comes from a column that allows
 * it, from the far side of an outer join, from a sum over nothing, from a parameter that may be null; a condition that
 * null cannot meet takes it away. What is not understood may be null.
 */
import type { Catalogue } from './catalogue.ts'
import { type Conditions, conditionsOf, readConditions } from './conditions.ts'
import { constant, type Known } from './known.ts'
import {
  flagIn,
  isNode,
  listIn,
  type Node,
  nodeIn,
  nodesIn,
  nodesOf,
  numberIn,
  textIn,
  type Value,
} from './node-tree.ts'
import { jsonType, rowType } from './type-names.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
}

interface Scope extends Conditions {
  readonly query: Node
  readonly up: Scope | undefined
}

const SELECT = 1
/** Kinds of FROM items. */
const FROM = { table: 0, query: 1, join: 2, values: 5, cte: 6, group: 9 } as const
/** Kinds of a query inside an expression. */
const INSIDE = { exists: 0, any: 2, expression: 4, array: 6 } as const
/** The frame of a window: from where, to where, and what it leaves out. */
const FRAME = { fromFirst: 0x20, toLast: 0x100, toItself: 0x400, without: 0x38000 } as const
const holdsItself = (frame: number) =>
  (frame & FRAME.fromFirst) !== 0 &&
  (frame & (FRAME.toLast | FRAME.toItself)) !== 0 &&
  (frame & FRAME.without) === 0

/** Strict functions that give null for what is not null. */
const MAY_GIVE_NULL =
  /^(jsonb?_(object_field|array_element|extract_path)|array_(length|position|upper|lower)|substring|regexp_|to_reg|current_setting|nullif|pg_|obj_|col_)/
/** Functions that give no null even for null. */
const NEVER_NULL = /^(concat|jsonb?_build_(object|array)|num_nulls|num_nonnulls|nextval)$/
const COUNTS = /^(count|row_number|rank|dense_rank|ntile)$/
/** Aggregates that give null for nothing else than no rows, or only nulls. */
const OF_ROWS = /^(sum|min|max|avg|bool_and|bool_or|string_agg)$/
/** Aggregates that give null only for no rows. */
const OF_ANY_ROWS = /^(array_agg|jsonb?_agg|jsonb?_object_agg)$/

/** The columns that an analysed statement gives. @param mayBeNull whether a parameter (from 1) may be null. */
export function columnsOf(
  query: Node,
  catalogue: Catalogue,
  mayBeNull: (parameter: number) => boolean,
): Column[] {
  const reader = new Reader(catalogue, mayBeNull)
  return reader.outputs(query, undefined).map(({ name, known }) => ({
    name,
    type: typeOf(known),
    nullable: known.nullable && typeOf(known) !== 'unknown',
  }))
}

function typeOf({ type, words, inCode }: Known): string {
  if (inCode !== undefined) return inCode
  if (words !== undefined) return [...new Set(words)].toSorted().map(quoted).join(' | ')
  return rowType(type)
}

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const isJson = (type: string) => type === 'json' || type === 'jsonb'
const arrayOf = (type: string) => (/^[^{]*[|&]/.test(type) ? `(${type})[]` : `${type}[]`)
const inJson = ({ type, words, inCode, nullable }: Known) => {
  const named = inCode ?? (words === undefined ? jsonType(type) : typeOf({ type, words, nullable }))
  return nullable && named !== 'unknown' ? `${named} | null` : named
}

class Reader {
  readonly #catalogue: Catalogue
  readonly #mayBeNull: (parameter: number) => boolean
  /** Queries that are being read: one that names itself is recursive. */
  readonly #reading = new Set<Node>()
  /** How often a recursive query was met inside itself: what was read meanwhile is not the whole of it. */
  #cut = 0
  /** The columns of queries, by their position: a query that others name many times is read once. */
  readonly #known = new Map<Node, Map<Scope | undefined, { name: string; known: Known }[]>>()

  constructor(catalogue: Catalogue, mayBeNull: (parameter: number) => boolean) {
    this.#catalogue = catalogue
    this.#mayBeNull = mayBeNull
  }

  outputs(query: Node, up: Scope | undefined): { name: string; known: Known }[] {
    if (this.#reading.has(query)) {
      this.#cut += 1
      return []
    }
    const before = this.#known.get(query)?.get(up)
    if (before !== undefined) return before
    const cut = this.#cut
    const found = this.#readOutputs(query, up)
    if (this.#cut === cut) {
      const known = this.#known.get(query) ?? new Map()
      this.#known.set(query, known.set(up, found))
    }
    return found
  }

  #readOutputs(query: Node, up: Scope | undefined): { name: string; known: Known }[] {
    this.#reading.add(query)
    try {
      const scope: Scope = { query, up, ...conditionsOf(query, this.#catalogue) }
      const targets = nodesIn(
        query,
        numberIn(query, 'commandType') === SELECT ? 'targetList' : 'returningList',
      )
      const shown = targets.filter((target) => !flagIn(target, 'resjunk'))
      const operations = nodeIn(query, 'setOperations')
      return shown.map((target, index) => ({
        name: textIn(target, 'resname') ?? '?column?',
        known: operations
          ? this.#united(operations, index, scope)
          : this.#read(nodeIn(target, 'expr'), scope),
      }))
    } finally {
      this.#reading.delete(query)
    }
  }

  /** A column of queries that UNION puts together. */
  #united(part: Node, index: number, scope: Scope): Known {
    if (part.kind === 'SETOPERATIONSTMT') {
      const sides = ['larg', 'rarg'].flatMap((side) => nodeIn(part, side) ?? [])
      return together(sides.map((side) => this.#united(side, index, scope)))
    }
    return this.#ofSource(scope, numberIn(part, 'rtindex'), index + 1)
  }

  #read(node: Node | undefined, scope: Scope): Known {
    if (node === undefined) return { nullable: true, type: 'text' }
    const arg = (field = 'arg') => this.#read(nodeIn(node, field), scope)
    const args = () => nodesIn(node, 'args').map((one) => this.#read(one, scope))
    const type = this.#typeOf(node)
    switch (node.kind) {
      case 'VAR':
        return this.#variable(node, scope)
      case 'CONST':
        return constant(node, type)
      case 'PARAM':
        return { type, nullable: this.#mayBeNull(numberIn(node, 'paramid')) }
      case 'TARGETENTRY':
        return arg('expr')
      case 'RELABELTYPE':
        return arg()
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COERCETODOMAIN':
        return { type, nullable: arg().nullable }
      case 'COALESCEEXPR':
      case 'MINMAXEXPR': {
        const all = args()
        const first = all.findIndex((one) => !one.nullable)
        const counted = node.kind === 'COALESCEEXPR' && first !== -1 ? all.slice(0, first + 1) : all
        return { ...together(counted), nullable: first === -1 }
      }
      case 'CASEEXPR': {
        const results = nodesIn(node, 'args').map((one) => {
          const { there } = readConditions(nodesOf(one, 'expr'), this.#catalogue)
          return this.#read(nodeIn(one, 'result'), { ...scope, there: new Set([...scope.there, ...there]) })
        })
        const last = nodeIn(node, 'defresult')
        const all = last ? [...results, this.#read(last, scope)] : results
        const united = together(all)
        return last ? united : { ...united, nullable: true }
      }
      case 'NULLIFEXPR':
        return { ...(args()[0] ?? { type }), nullable: true }
      case 'AGGREF':
        return this.#aggregate(node, scope, type)
      case 'WINDOWFUNC':
        return this.#windowed(node, scope, type)
      case 'SUBLINK':
        return this.#inside(node, scope)
      case 'FUNCEXPR':
      case 'OPEXPR':
      case 'SCALARARRAYOPEXPR':
        return this.#called(node, scope, type)
      case 'BOOLEXPR':
        return { type: 'boolean', nullable: args().some((one) => one.nullable) }
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
        return { type: 'boolean', nullable: false }
      case 'SQLVALUEFUNCTION':
      case 'ARRAYEXPR':
      case 'GROUPINGFUNC':
        return { type, nullable: false }
      default:
        return { type, nullable: true }
    }
  }

  /** The type of an expression is in a field of its own for each kind. */
  #typeOf(node: Node): string {
    const fields = [
      'vartype',
      'consttype',
      'paramtype',
      'aggtype',
      'wintype',
      'funcresulttype',
      'opresulttype',
      'resulttype',
      'coalescetype',
      'minmaxtype',
      'casetype',
      'array_typeid',
      'refrestype',
      'type',
    ]
    const field = fields.find((one) => node.fields.has(one))
    if (field === undefined) return 'boolean'
    return this.#catalogue.type(numberIn(node, field))
  }

  #variable(node: Node, scope: Scope): Known {
    let at = scope
    for (let level = numberIn(node, 'varlevelsup'); level > 0; level -= 1) at = at.up ?? at
    const [table, column] = [numberIn(node, 'varno'), numberIn(node, 'varattno')]
    const known = this.#ofSource(at, table, column)
    // An empty set is written `(b)`.
    const missing = listIn(node, 'varnullingrels').length > 1 && !at.there.has(table)
    const nullable = (known.nullable || missing) && !at.sure.has(`${table}.${column}`)
    const lets = at.lets.get(`${table}.${column}`)
    const all = lets?.only?.filter((word) => known.words?.includes(word) ?? true) ?? known.words
    const words = all?.filter((word) => !lets?.not.includes(word))
    const inCode = lets?.only === undefined ? known.inCode : undefined
    return { ...known, type: this.#typeOf(node), nullable, words, inCode }
  }

  /** A column of something in FROM. */
  #ofSource(scope: Scope, number: number, column: number): Known {
    const source = nodesIn(scope.query, 'rtable')[number - 1]
    const none: Known = { nullable: true, type: 'text' }
    if (source === undefined) return none
    switch (numberIn(source, 'rtekind')) {
      case FROM.table: {
        const { notNull, words, inCode } = this.#catalogue.column(numberIn(source, 'relid'), column)
        return { type: 'text', nullable: !notNull, words, inCode }
      }
      case FROM.query: {
        const query = nodeIn(source, 'subquery')
        return query ? (this.outputs(query, scope)[column - 1]?.known ?? none) : none
      }
      case FROM.join:
        return this.#read(nodesIn(source, 'joinaliasvars')[column - 1], scope)
      case FROM.group:
        return this.#read(nodesIn(source, 'groupexprs')[column - 1], scope)
      case FROM.values: {
        const rows = listIn(source, 'values_lists').filter((row) => Array.isArray(row))
        return together(rows.map((row) => this.#read((row as Value[]).filter(isNode)[column - 1], scope)))
      }
      case FROM.cte:
        return this.#ofCte(source, scope, column)
      default:
        return this.#ofFunction(source, column, scope)
    }
  }

  #ofCte(source: Node, scope: Scope, column: number): Known {
    let at = scope
    for (let level = numberIn(source, 'ctelevelsup'); level > 0; level -= 1) at = at.up ?? at
    const named = nodesIn(at.query, 'cteList').find(
      (one) => textIn(one, 'ctename') === textIn(source, 'ctename'),
    )
    const query = named && nodeIn(named, 'ctequery')
    if (!query) return { nullable: true, type: 'text' }
    // Inside itself a recursive query adds nothing to the types of its first part.
    return this.outputs(query, at)[column - 1]?.known ?? { nullable: false, type: 'text', words: [] }
  }

  /**
   * Numbers and days counted up are never null; elements of an array may be null where its parameter says so.
   */
  #ofFunction(source: Node, column: number, scope: Scope): Known {
    const calls = nodesIn(source, 'functions').flatMap((one) => nodeIn(one, 'funcexpr') ?? [])
    const call = calls.length === 1 ? calls[0] : undefined
    const name = call ? this.#catalogue.function(numberIn(call, 'funcid')).name : ''
    if (call && name === 'generate_series') return { type: 'text', nullable: false }
    // Several arrays side by side: the shorter ones end in nulls, but a statement is given equal ones.
    const unnested = calls[column - 1] ?? call
    const array = unnested && nodesIn(unnested, 'args')[0]
    if (array && this.#catalogue.function(numberIn(unnested, 'funcid')).name === 'unnest') {
      const given = this.#read(array, scope)
      if (array.kind === 'PARAM') return { type: 'text', nullable: given.nullable }
    }
    return { type: 'text', nullable: true }
  }

  #called(node: Node, scope: Scope, type: string): Known {
    const id = numberIn(node, node.kind === 'FUNCEXPR' ? 'funcid' : 'opfuncid')
    const { name, strict } = this.#catalogue.function(id)
    const args = nodesIn(node, 'args').map((one) => this.#read(one, scope))
    if (isJson(type) && name.endsWith('_build_object'))
      return { type, nullable: false, inCode: objectOf(node, args) }
    if (NEVER_NULL.test(name)) return { type, nullable: false }
    if (name === 'concat_ws') return { type, nullable: args[0]?.nullable ?? true }
    const sure = strict && !MAY_GIVE_NULL.test(name) && args.every((one) => !one.nullable)
    return { type, nullable: !sure }
  }

  #aggregate(node: Node, scope: Scope, type: string): Known {
    const { name } = this.#catalogue.function(numberIn(node, 'aggfnoid'))
    if (COUNTS.test(name)) return { type, nullable: false }
    let at = scope
    for (let level = numberIn(node, 'agglevelsup'); level > 0; level -= 1) at = at.up ?? at
    const args = nodesIn(node, 'args').map((one) => this.#read(one, scope))
    const first = args[0]
    const someRows =
      listIn(at.query, 'groupClause').length > 0 &&
      listIn(at.query, 'groupingSets').length === 0 &&
      nodeIn(node, 'aggfilter') === undefined
    const sure =
      someRows && (OF_ANY_ROWS.test(name) || (OF_ROWS.test(name) && first !== undefined && !first.nullable))
    const known: Known = { type, nullable: !sure }
    if (first && /^jsonb?_agg$/.test(name)) return { ...known, inCode: arrayOf(inJson(first)) }
    return /^(min|max)$/.test(name) ? { ...known, words: first?.words } : known
  }

  #windowed(node: Node, scope: Scope, type: string): Known {
    const { name } = this.#catalogue.function(numberIn(node, 'winfnoid'))
    if (COUNTS.test(name)) return { type, nullable: false }
    const window = nodesIn(scope.query, 'windowClause').find(
      (one) => numberIn(one, 'winref') === numberIn(node, 'winref'),
    )
    const args = nodesIn(node, 'args').map((one) => this.#read(one, scope))
    const someRows =
      window !== undefined &&
      holdsItself(numberIn(window, 'frameOptions')) &&
      nodeIn(node, 'aggfilter') === undefined
    const sure = someRows && OF_ROWS.test(name) && args[0] !== undefined && !args[0].nullable
    return { type, nullable: !sure }
  }

  /** A query inside an expression. */
  #inside(node: Node, scope: Scope): Known {
    const query = nodeIn(node, 'subselect')
    const kind = numberIn(node, 'subLinkType')
    if (kind === INSIDE.exists) return { type: 'boolean', nullable: false }
    const first = query && this.outputs(query, scope)[0]?.known
    if (query === undefined || first === undefined) return { type: 'boolean', nullable: true }
    if (kind === INSIDE.array) return { type: `${first.type}[]`, nullable: false }
    if (kind === INSIDE.any) {
      const [left] = nodesOf(node, 'testexpr').flatMap((test) => nodesIn(test, 'args'))
      return {
        type: 'boolean',
        nullable: first.nullable || left === undefined || this.#read(left, scope).nullable,
      }
    }
    if (kind !== INSIDE.expression) return { type: 'boolean', nullable: true }
    const oneRow =
      (flagIn(query, 'hasAggs') || nodesIn(query, 'rtable').length === 0) &&
      listIn(query, 'groupClause').length === 0 &&
      nodeIn(query, 'havingQual') === undefined &&
      nodeIn(query, 'limitCount') === undefined
    return oneRow ? first : { ...first, nullable: true }
  }
}

/** Several values of which one comes out. */
function together(all: readonly Known[]): Known {
  const meant = all.filter((one) => one.inCode !== 'never[]' && !one.nothing)
  const [first] = meant
  const nullable = all.some((one) => one.nullable)
  if (first === undefined) return { ...(all[0] ?? { type: 'text' }), nullable }
  const words = meant.every((one) => one.words !== undefined)
    ? meant.flatMap((one) => one.words ?? [])
    : undefined
  const same = meant.every((one) => one.inCode === first.inCode) ? first.inCode : undefined
  return { type: first.type, nullable, words, inCode: same }
}

/** The object that `json_build_object` makes of keys and values. */
function objectOf(node: Node, args: readonly Known[]): string {
  const parts: string[] = []
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [key, value] = [args[index]?.words?.[0], args[index + 1]]
    if (key === undefined || value === undefined) return 'unknown'
    parts.push(`${/^\w+$/.test(key) ? key : quoted(key)}: ${inJson(value)}`)
  }
  return parts.length === 0 || node.fields.size === 0 ? 'unknown' : `{ ${parts.join('; ')} }`
}
